"""Checks the files of a folder against a schema: what `cargo bench -p agent-envelope-cli` compares `envelope check` with."""

import json
import sys
from pathlib import Path

import jsonschema

schema = Path(__file__).parents[2] / "schemas/v1/json-return.schema.json"
validator = jsonschema.Draft202012Validator(json.loads(schema.read_text(encoding="utf-8")))
for path in Path(sys.argv[1]).iterdir():
    validator.validate(json.loads(path.read_text(encoding="utf-8")))
