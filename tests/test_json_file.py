"""The one reader of JSON: what stands in a file is a value, or one line that names the place."""

from __future__ import annotations

import pytest

from glory_env.core import json_file
from glory_env.core.json_file import MAX_DEPTH, MAX_DIGITS, JsonError, parse

# A text, and what is said instead of a value.
ODD = [
    (b"xyz", "'xyz' (Expecting value, column 1)"),
    (b"", "nothing more (Expecting value, column 1)"),
    (b"\n", "nothing more (Expecting value, column 1)"),
    (b'{"a": 1', "nothing more (Expecting ',' delimiter, column 8)"),
    (b'{"a": 1,\n "b" 2}\n', "'2}' (Expecting ':' delimiter, line 2, column 6)"),
    ('{"あ": x}'.encode(), "'x}' (Expecting value, column 7)"),
    (b"1 2", "'2' (Extra data, column 3)"),
    (b'"\xff"', "the byte 0xff (not UTF-8, column 2)"),
    (b'["\xed\xa0\x80"]', "the byte 0xed (not UTF-8, column 3)"),
    ("[1]".encode("utf-16"), "the byte 0xff (not UTF-8, column 1)"),
    (b"\xef\xbb\xbf[1]", "'\\ufeff[1]' (Expecting value, column 1)"),
    (b'"a\0"', "'\\x00\"' (Invalid control character at, column 3)"),
    (b"[" * 100_000, "more than 50 levels"),
    (b'{"a":' * 100_000, "more than 50 levels"),
    (b"[" * 60 + b'"x', "more than 50 levels"),
    (b'["[[", ' * 51, "more than 50 levels"),
    (b'{"a": NaN}', "NaN, which is no number in JSON"),
    (b"[-Infinity]", "-Infinity, which is no number in JSON"),
    (b"1e999", "'1e999', which is too large a number"),
    (b"9" * 5000, "a whole number of 5000 digits"),
    (b'{"a": 1, "b": {"c": 1, "c": 2}}', "key 'c' twice in one object"),
    (b'"\\ud800"', "'\\ud800' (half of a surrogate pair)"),
    (b'{"\\uDFFFx": 1}', "'\\udfff' (half of a surrogate pair)"),
]


@pytest.mark.parametrize(("raw", "got"), ODD, ids=[repr(raw[:20]) for raw, _ in ODD])
def test_what_is_no_plain_json_is_one_line(raw, got, tmp_path):
    with pytest.raises(JsonError) as caught:
        parse(raw)
    assert str(caught.value) == f"expected JSON, got {got}"
    file = tmp_path / "own.json"
    file.write_bytes(raw)
    with pytest.raises(JsonError) as caught:
        json_file.read(file)
    assert str(caught.value) == f"{file}: expected JSON, got {got}"


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b' {"a": [1, -2.5, null, true, "x\\n"]}\n', {"a": [1, -2.5, None, True, "x\n"]}),
        (b"9" * MAX_DIGITS, int("9" * MAX_DIGITS)),
        (b'"' + b"9" * 5000 + b'"', "9" * 5000),
        (b'"' + b"[{" * 1000 + b'"', "[{" * 1000),
        (b'["\\"", "' + b"[" * 99 + b'"]', ['"', "[" * 99]),
        (b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, None),
        (b"[" + b"[]," * 999 + b"[]]", [[] for _ in range(1000)]),
        ('"\\ud83d\\ude00 あ"'.encode(), "😀 あ"),
    ],
)
def test_what_is_json_is_read(raw, value):
    found = parse(raw)
    if value is None:  # the deepest there may be
        for _ in range(MAX_DEPTH - 1):
            (found,) = found
        value = []
    assert found == value


def test_a_long_text_is_shown_in_part():
    with pytest.raises(JsonError) as caught:
        parse(b"x" * 100_000)
    assert len(str(caught.value)) < 200


def test_a_key_that_stands_twice_among_many_is_found_at_once():
    """Looking at each key once; in pairs it would be forty billion looks."""
    keys = b",".join(b'"%d":0' % k for k in range(200_000))
    with pytest.raises(JsonError, match="key '199999' twice"):
        parse(b"{%s,%s}" % (keys, b'"199999":1'))


def test_a_file_without_an_end_is_read_up_to_the_bound(monkeypatch, tmp_path):
    monkeypatch.setattr(json_file, "MAX_BYTES", 10)
    file = tmp_path / "own.json"
    file.write_bytes(b"[1234567]\n")
    assert json_file.read(file) == [1234567]
    file.write_bytes(b"[12345678]\n")
    with pytest.raises(JsonError, match="got more than 10 bytes"):
        json_file.read(file)


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        json_file.read(tmp_path / "none.json")


def test_lines_are_read_and_named(tmp_path):
    file = tmp_path / "own.jsonl"
    file.write_bytes(b'{"a": 1}\n[2]\n')
    assert json_file.read_lines(file) == [{"a": 1}, [2]]
    file.write_bytes(b'{"a": 1}\n[2\n')
    with pytest.raises(JsonError) as caught:
        json_file.read_lines(file)
    assert str(caught.value) == (
        f"{file}: line 2: expected JSON, got nothing more (Expecting ',' delimiter, column 3)"
    )
