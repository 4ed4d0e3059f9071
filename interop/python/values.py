"""The schemas and the accepted values that the tests share."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENVELOPE = os.environ.get("ENVELOPE", str(ROOT / "target/debug/envelope"))


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


# Kind to profile to path.
KINDS = {
    entry["kind"]: {profile: ROOT / "schemas" / file for profile, file in entry["profiles"].items()}
    for entry in read(ROOT / "schemas/index.json")["kinds"]
}


def schema(kind, profile="full"):
    return read(KINDS[kind][profile])


def envelope(*args):
    """What the command prints; it exits with 1 if a message was rejected."""
    done = subprocess.run([ENVELOPE, *args], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def generate(library, schema_path, module):
    """Writes a module with the types of a schema."""
    options = "--input-file-type jsonschema --use-annotated --use-title-as-name --formatters builtin"
    command = [sys.executable, "-m", "datamodel_code_generator", *options.split(), "--output-model-type", library]
    subprocess.run([*command, "--input", schema_path, "--output", module], check=True)


def accepted():
    """The accepted values as (kind, case, value). Schemas know the statuses of the specification, not those of a dialect."""
    for path in sorted((ROOT / "fixtures").rglob("*.expected.json")):
        expected = read(path)
        if expected["accepted"] and "dialect" not in expected.get("options", {}):
            yield path.relative_to(ROOT / "fixtures").parts[0], path.name, expected["value"]
    report = envelope("aggregate", "fixtures/clarity-report/harbour", "--format", "json")
    yield "clarity-report", "harbour", json.loads(report)


VALUES = list(accepted())
