"""Forms with files in them, as browsers send them and as nobody should."""

from __future__ import annotations

import pytest

from chalicelib.site import upload
from chalicelib.web.errors import MalformedRequestError

KIND = "multipart/form-data; boundary=----x7"


def form(*parts: tuple[str, bytes], mark: bytes = b"----x7") -> bytes:
    """A body with these parts: what stands behind `form-data`, and the content."""
    told = (
        b"--%s\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n" % (mark, head.encode(), value)
        for head, value in parts
    )
    return b"".join(told) + b"--" + mark + b"--\r\n"


def test_fields_and_files_are_read() -> None:
    body = form(
        ('name="text"', b""), ('name="file"; filename="a.json"\r\nContent-Type: application/json', b'{"a":\r\n1}')
    )
    assert upload.fields(body, KIND) == {"text": "", "file": '{"a":\r\n1}'}
    assert upload.fields(body, KIND.replace("----x7", '"----x7"') + "; charset=utf-8") == upload.fields(body, KIND)


def test_the_name_of_the_file_is_not_the_name_of_the_field() -> None:
    assert upload.fields(form(('filename="name=x"; name="file"', b"1")), KIND) == {"file": "1"}


def test_of_fields_with_one_name_the_last_that_holds_anything_counts() -> None:
    assert upload.fields(form(('name="a"', b"1"), ('name="a"', b"2"), ('name="a"', b"")), KIND) == {"a": "2"}


def test_a_form_is_known_by_its_kind() -> None:
    assert upload.is_upload("Multipart/Form-Data; boundary=x")
    assert not upload.is_upload("application/x-www-form-urlencoded")


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"", KIND),
        (form(('name="a"', b"1")), "multipart/form-data"),
        (form(('name="a"', b"1"))[:-8], KIND),
        (form(('name="a"', b"1"), mark=b"other"), KIND),
        (form(("", b"1")), KIND),
        (b"------x7\r\n\r\n1\r\n------x7--\r\n", KIND),
        (form(('name="a"', b"\xff")), KIND),
        (form(*[('name="a"', b"")] * 70), KIND),
    ],
)
def test_what_is_no_such_form_is_refused(raw: bytes, kind: str) -> None:
    with pytest.raises(MalformedRequestError):
        upload.fields(raw, kind)


def test_a_hostile_body_takes_no_longer_than_it_has_bytes() -> None:
    found = upload.fields(form(('name="a"', b"\r\n------x" * 200_000)), KIND)
    assert len(found["a"]) == 200_000 * 9
