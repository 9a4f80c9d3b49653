"""The embedded service's folder: one owner, one process, one secret."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from infra.local.place import Place, PlaceTakenError, write_private


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    place = Place(tmp_path / "data")
    secret = place.secret()
    assert len(secret) == 43
    assert place.secret() == secret
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "data" / "secret").stat().st_mode) == 0o600
    place.leave()


def test_a_folder_has_room_for_one_process(tmp_path: Path) -> None:
    first = Place(tmp_path)
    with pytest.raises(PlaceTakenError, match="Another Turnpost is running"):
        Place(tmp_path)
    first.leave()
    Place(tmp_path).leave()


def test_a_private_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "note"
    for text in ("one", "two"):
        write_private(path, text)
        assert path.read_text() == text
    assert [each.name for each in tmp_path.iterdir()] == ["note"]
