"""The fault table shows what its tallies hold."""

from tests.adapters.tally import Tally, table


def test_a_line_for_every_tally_under_a_heading() -> None:
    lines = table([Tally("play", "sqlite", 2, 8, 7), Tally("expire", "dynamodb", 15, 36, 36, ["lost"], ["a", "b"])])
    assert lines == [
        "path    engine     n  runs  met  lost  doubled",
        "play    sqlite     2     8    7     0        0",
        "expire  dynamodb  15    36   36     1        2",
    ]
