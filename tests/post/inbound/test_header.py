"""Header fields: unfolded, by small names; and the parameters of one."""

from __future__ import annotations

from chalicelib.post.inbound.header import MOST_LINES, header, split


def test_fields_are_unfolded_and_known_by_small_names() -> None:
    found = header([b"Subject: one", b"\ttwo", b"  three", b"TO: a", b"to:b", b"no field", b"X-Empty:"])
    assert found.fields == (("subject", "one\ttwo  three"), ("to", "a"), ("to", "b"), ("x-empty", ""))
    assert found.all("to") == ["a", "b"]
    assert found.first("to") == "a"
    assert found.first("cc") == ""
    assert found.has("cc", "x-empty")
    assert not found.has("cc")


def test_a_fold_without_a_field_and_any_bytes_are_passed_over() -> None:
    assert header([b" folded", b"A: \xff\xc3\xa9"]).fields == (("a", "\ufffdé"),)


def test_too_many_lines_are_told() -> None:
    assert header([b"a: b"] * MOST_LINES).is_whole
    assert not header([b"a: b"] * (MOST_LINES + 1)).is_whole


def test_parameters_are_parted_outside_quotation_marks() -> None:
    kind, found = split('Multipart/Mixed; Boundary="a;\\"b" ; charset = UTF-8; boundary=second; flag')
    assert kind == "multipart/mixed"
    assert found == {"boundary": 'a;"b', "charset": "UTF-8", "flag": ""}
    assert split("") == ("", {})
