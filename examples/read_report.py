"""Reads an agent's report in Python with the published schemas: is it valid, and how did the work end?

    python examples/read_report.py json-return report.json

It needs the package jsonschema and the folder schemas/, nothing else. The meaning of each status word comes from
schemas/status-mapping.json. A report that is not valid never counts as a success: its outcome is the worse of what it
says and what the protocol falls back to.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "schemas"
MAPPING = json.loads((SCHEMAS / "status-mapping.json").read_text(encoding="utf-8"))
# From best to worst.
OUTCOMES = [entry["outcome"] for entry in MAPPING["outcomes"]]


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


def at(value, pointer):
    """The value at a JSON pointer, or None."""
    for name in pointer.split("/")[1:]:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def worst(*outcomes):
    return max(outcomes, key=OUTCOMES.index)


def stated_outcome(report, rules):
    """What the status word says. A converted report may carry the outcome it had before, which can only lower it."""
    word = at(report, rules["pointer"])
    stated = rules["statuses"].get(word) if isinstance(word, str) else None
    carried = at(report, MAPPING["carried_outcome"])
    if stated is None or carried is None:
        return stated
    return worst(stated, carried if carried in OUTCOMES else OUTCOMES[-1])


def read(protocol, text):
    """What the report comes to: {"valid", "outcome", "errors"}."""
    rules = MAPPING["protocols"][protocol]
    schema = json.loads((SCHEMAS / "v1" / f"{rules['kind']}.schema.json").read_text(encoding="utf-8"))
    try:
        report = json.loads(text, parse_constant=no_constant)
    except ValueError as error:
        return {"valid": False, "outcome": rules["fallback"], "errors": [f"no JSON: {error}"]}
    found = Draft202012Validator(schema).iter_errors(report)
    errors = [f"{error.json_path}: {error.message}" for error in found]
    stated = stated_outcome(report, rules)
    if not errors and stated:
        return {"valid": True, "outcome": stated, "errors": []}
    outcome = worst(rules["fallback"], stated or rules["fallback"])
    return {"valid": False, "outcome": outcome, "errors": errors}


def main(protocol, *files):
    for file in files:
        result = read(protocol, pathlib.Path(file).read_bytes().decode("utf-8", "replace"))
        print(json.dumps({"file": file, "valid": result["valid"], "outcome": result["outcome"]}))
        for error in result["errors"]:
            print(f"{file}: {error}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: read_report.py PROTOCOL FILE…")
    main(*sys.argv[1:])
