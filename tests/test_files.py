"""Files written whole: errors that name the file, and what killed processes leave behind."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest

from glory_env.core.files import whole_file, write_whole


def test_a_full_disk_names_the_file(tmp_path):
    path = tmp_path / "result.json"
    path.write_text("old")
    with pytest.raises(OSError, match="No space left") as caught, whole_file(path):
        raise OSError(errno.ENOSPC, "No space left on device")  # as `write` and `close` raise it
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(path))
    assert (path.read_text(), os.listdir(tmp_path)) == ("old", ["result.json"])


def test_a_folder_that_cannot_be_written_names_the_file(tmp_path, monkeypatch):
    path = tmp_path / "result.json"

    def refuse(dir: Path, prefix: str, suffix: str) -> None:
        raise OSError(errno.EROFS, "Read-only file system", f"{dir}/{prefix}1234{suffix}")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    with pytest.raises(OSError, match="Read-only") as caught:
        write_whole(path, "new")
    assert caught.value.filename == str(path)


def test_a_name_that_is_taken_by_a_folder(tmp_path):
    (tmp_path / "result.json").mkdir()
    with pytest.raises(IsADirectoryError) as caught:
        write_whole(tmp_path / "result.json", "new")
    assert caught.value.filename == str(tmp_path / "result.json")
    assert os.listdir(tmp_path) == ["result.json"]


def test_an_error_about_another_file_keeps_its_name(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, whole_file(tmp_path / "result.json") as file:
        file.write((tmp_path / "source.json").read_bytes())
    assert caught.value.filename == str(tmp_path / "source.json")


def test_old_halves_are_cleared_away_and_no_others(tmp_path):
    path = tmp_path / "result.json"
    old, young, other = (
        tmp_path / name for name in (".result.json-a.tmp", ".result.json-b.tmp", ".mine-c.tmp")
    )
    for half in (old, young, other):
        half.write_text("half")
    before = time.time() - 2 * 86400
    for half in (old, other):
        os.utime(half, (before, before))
    write_whole(path, "new")
    assert path.read_text() == "new"
    assert [half.exists() for half in (old, young, other)] == [False, True, True]
