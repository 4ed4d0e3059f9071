"""Judges every document by Python's jsonschema: one line of JSON in, one line out.

A line in is {"schema": file below the folder of schemas, "hex": the bytes}; a line out is {"valid", "errors"}, the
errors as "<pointer> <keyword>", those inside anyOf and oneOf too.
"""

import json
import pathlib
import sys

from jsonschema.validators import validator_for

schemas, documents, verdicts = map(pathlib.Path, sys.argv[1:])
compiled = {}


def validator(file):
    if file not in compiled:
        schema = json.loads((schemas / file).read_text(encoding="utf-8"))
        kind = validator_for(schema)
        kind.check_schema(schema)
        compiled[file] = kind(schema)
    return compiled[file]


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


def pointer(path):
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def told(error):
    yield f"{pointer(error.absolute_path)} {error.validator}"
    for inner in error.context:
        yield from told(inner)


def judge(document):
    judges = validator(document["schema"])
    try:
        value = json.loads(bytes.fromhex(document["hex"]).decode(), parse_constant=no_constant)
    except (ValueError, RecursionError):
        return {"valid": False, "errors": ["no JSON"]}
    errors = {line for error in judges.iter_errors(value) for line in told(error)}
    return {"valid": not errors, "errors": sorted(errors)}


with open(documents, encoding="utf-8") as lines, open(verdicts, "w", encoding="utf-8") as out:
    for line in lines:
        out.write(json.dumps(judge(json.loads(line))) + "\n")
