"""The fault table shows what its tallies hold."""

from tests.adapters.tally import Tally, table, total


def test_a_line_for_every_tally_under_a_heading() -> None:
    lines = table([Tally("play", "sqlite", 2, 8, 7), Tally("expire", "dynamodb", 15, 36, 36, ["lost"], ["a", "b"])])
    assert lines == [
        "path    engine     n  runs  met  lost  doubled",
        "play    sqlite     2     8    7     0        0",
        "expire  dynamodb  15    36   36     1        2",
    ]


def test_all_of_them_are_summed_up_in_a_sentence() -> None:
    good = Tally("play", "sqlite", 2, 8, 7)
    assert total([good, good]) == "2 rows, 16 runs, 14 faults met: nothing lost, nothing doubled."
    bad = Tally("expire", "dynamodb", 15, 36, 36, ["lost"], ["a", "b"])
    assert total([good, bad]) == "2 rows, 44 runs, 43 faults met: 1 lost, 2 doubled."
