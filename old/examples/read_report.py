"""Reads an agent's report in Python with the published schemas: is it valid, and how did the work end?

    pip install jsonschema
    python examples/read_report.py json-return report.json

It needs the package jsonschema and the folder schemas/, nothing else, and reads the protocols that are JSON on the wire;
for the text protocols run `envelope check --format json`. The meaning of each status word comes from
schemas/status-mapping.json. A report that is not valid never counts as a success: its outcome is the worse of what it
says and what the protocol falls back to. The exit status is 1 when a report is not valid, 2 when nothing could be read.

A success that another member contradicts ("success": false, say) is not valid here either; of that this program knows the
plain forms at the top, in `metadata` and in `report_metadata`. It does not see what only the reader knows, such as a
denial in other words or in a list, a path that leads out of the project, or counts of an evaluation that do not add up:
the rules whose column "in schema" is empty in docs/rules.md. Where that matters, run `envelope check --format json`.
"""

import json
import pathlib
import re
import sys

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "schemas"
MAPPING = json.loads((SCHEMAS / "status-mapping.json").read_text(encoding="utf-8"))
# From best to worst.
OUTCOMES = [entry["outcome"] for entry in MAPPING["outcomes"]]
SUCCESSES = [entry["outcome"] for entry in MAPPING["outcomes"] if entry["is_success"]]
# Flags with the value that denies a success; underscores aside.
DENIALS = dict.fromkeys(["success", "ok", "completed", "complete", "done", "passed"], False)
DENIALS |= dict.fromkeys(["failed", "error", "iserror", "haserrors", "blocked", "partial", "incomplete"], True)
DENIALS |= dict.fromkeys(["aborted", "cancelled", "canceled", "timedout", "unfinished", "crashed", "interrupted"], True)


def matches(validator, pattern, value, schema):
    """In Python `$` also matches before a last line break, which no other validator takes."""
    if validator.is_type(value, "string") and not re.search(re.sub(r"\$$", r"\\Z", pattern), value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


Validator = extend(Draft202012Validator, {"pattern": matches})


# Deeper than this no reader of ours goes.
DEEPEST = 128


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


def number(text):
    """Python reads 1e999 as infinity, and others read 9007199254740993 as its neighbour: no number for all programs."""
    value = float(text)
    if value in (float("inf"), float("-inf")) or (re.fullmatch("-?[0-9]+", text) and int(value) != int(text)):
        raise ValueError(f"a double cannot hold {text[:40]}")
    return int(text) if re.fullmatch("-?[0-9]+", text) else value


def check_texts(value, depth=1):
    """Half a surrogate pair is no text, and what nests too deep is read by some programs only."""
    if depth > DEEPEST and isinstance(value, (dict, list)):
        raise ValueError(f"more than {DEEPEST} levels")
    if isinstance(value, str):
        value.encode("utf-8")
    for inner in value.items() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ():
        check_texts(inner, depth if isinstance(inner, tuple) else depth + 1)


def plain(name):
    """A key as it is meant: agents write `Status` and `**status**`, too."""
    return re.sub("[^a-z0-9_]", "", name.lower())


def no_repeated_key(pairs):
    """Python keeps the last of two values without a word, and the two may say failed and completed."""
    members = dict(pairs)
    if len({plain(name) or name for name in members}) < len(pairs):
        raise ValueError("a key is repeated")
    return members


def at(value, pointer):
    """The value at a JSON pointer, or None."""
    for name in pointer.split("/")[1:]:
        members = {plain(key): inner for key, inner in value.items()} if isinstance(value, dict) else {}
        value = members.get(name)
    return value


def worst(*outcomes):
    return max(outcomes, key=OUTCOMES.index)


def stated_outcome(report, rules):
    """What the status word says. A converted report may carry the outcome it had before, which can only lower it."""
    word = at(report, rules["status"])
    stated = rules["statuses"].get(word) if isinstance(word, str) else None
    carried = at(report, rules["carried"]) if rules["carried"] else None
    if stated is None or carried is None:
        return stated
    names = [plain(name) for name in carried] if isinstance(carried, dict) else ["outcome"]
    if "outcome" not in names:
        return stated
    outcome = at(carried, "/outcome")
    return worst(stated, outcome if outcome in OUTCOMES else OUTCOMES[-1])


def contradictions(report, rules):
    """The members that deny the success which the status word states: objects are open, so no schema refuses them."""
    found = []
    for place in ["", "/metadata", "/report_metadata"]:
        part = at(report, place)
        for name, value in part.items() if isinstance(part, dict) else ():
            key = plain(name)
            pointer = f"{place}/{key}"
            states = key in ("status", "outcome") and pointer != rules["status"] and value is not None
            agrees = value in SUCCESSES or value == at(report, rules["status"])
            denies = isinstance(value, bool) and DENIALS.get(key.replace("_", "")) is value
            if denies or (states and not agrees):
                found.append(f"{pointer}: contradicts the status")
    return found


def read(protocol, data):
    """What the report comes to: {"valid", "outcome", "errors"}."""
    rules = MAPPING["protocols"][protocol]
    schema = json.loads((SCHEMAS / "v1" / f"{rules['kind']}.schema.json").read_text(encoding="utf-8"))
    try:
        text = data.decode("utf-8")
        hooks = {"parse_constant": no_constant, "parse_int": number, "parse_float": number}
        report = json.loads(text, object_pairs_hook=no_repeated_key, **hooks)
        check_texts(report)
        errors = [f"{error.json_path}: {error.message}" for error in Validator(schema).iter_errors(report)]
    except (ValueError, RecursionError) as error:
        return {"valid": False, "outcome": rules["fallback"], "errors": [f"no JSON: {error}"]}
    stated = stated_outcome(report, rules)
    if stated in SUCCESSES:
        errors += contradictions(report, rules)
    if not errors and stated:
        return {"valid": True, "outcome": stated, "errors": []}
    outcome = worst(rules["fallback"], stated or rules["fallback"])
    return {"valid": False, "outcome": outcome, "errors": errors}


def problem(protocol):
    """Why reports of this protocol cannot be read here, if they cannot."""
    rules = MAPPING["protocols"].get(protocol)
    if rules is None:
        return f"no protocol is called {protocol}; there are: {', '.join(MAPPING['protocols'])}"
    if rules["wire"] != "json":
        return f"{protocol} is not JSON on the wire; use `envelope check --format json --protocol {protocol}`"


def main(protocol, *files):
    if problem(protocol):
        print(problem(protocol), file=sys.stderr)
        return 2
    valid = True
    for file in files:
        try:
            result = read(protocol, pathlib.Path(file).read_bytes())
        except OSError as error:
            print(error, file=sys.stderr)
            return 2
        valid = valid and result["valid"]
        print(json.dumps({"file": file, "valid": result["valid"], "outcome": result["outcome"]}))
        for error in result["errors"]:
            print(f"{file}: {error}", file=sys.stderr)
    return 0 if valid else 1


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print("usage: read_report.py PROTOCOL FILE…", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
