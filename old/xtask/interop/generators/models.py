"""Pydantic models from the schemas, made by datamodel-code-generator: they import, and load every valid document."""

import importlib
import json
import pathlib
import subprocess
import sys

schemas, documents, out = map(pathlib.Path, sys.argv[1:])
sys.path.insert(0, str(out))


def generate(profile, folder):
    package = "models_" + profile.replace("-", "_")
    command = [sys.executable, "-W", "ignore", "-m", "datamodel_code_generator", "--input", folder, "--input-file-type", "jsonschema"]
    command += ["--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--use-title-as-name"]
    command += ["--formatters", "builtin", "--output", out / package]
    subprocess.run(command, check=True)
    return package


def root_model(package, kind, title):
    module = importlib.import_module(f"{package}.{kind.replace('-', '_')}_schema")
    return getattr(module, title or "Model", None) or module.Model


index = json.loads((schemas / "index.json").read_text(encoding="utf-8"))["schemas"]
models = {}
for profile in sorted({entry["profile"] for entry in index}):
    entries = [entry for entry in index if entry["profile"] == profile]
    folder = out / "schemas" / profile
    folder.mkdir(parents=True, exist_ok=True)
    titles = {}
    for entry in entries:
        text = (schemas / entry["file"]).read_text(encoding="utf-8")
        (folder / f"{entry['kind']}.schema.json").write_text(text, encoding="utf-8")
        titles[entry["kind"]] = json.loads(text).get("title")
    package = generate(profile, folder)
    for entry in entries:
        models[profile, entry["kind"]] = root_model(package, entry["kind"], titles[entry["kind"]])

loaded = 0
for line in documents.read_text(encoding="utf-8").splitlines():
    document = json.loads(line)
    models[document["profile"], document["kind"]].model_validate_json(bytes.fromhex(document["hex"]))
    loaded += 1
if not loaded:
    sys.exit("no document was loaded")
print(f"    pydantic: {len(models)} models, {loaded} documents loaded")
