"""`python -m infra.record_schema` writes docs/record.schema.json: the form of a record as a JSON schema."""

from __future__ import annotations

import json
from pathlib import Path

from chalicelib.matches.record_form import Record

PATH = Path(__file__).parent.parent / "docs" / "record.schema.json"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def text() -> str:
    """What stands in the file."""
    schema = {"$schema": _DIALECT, "title": "The record of a Turnpost match", **Record.model_json_schema()}
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
