"""The schema helpers of LLM clients, run on this machine, accept every narrowed schema."""

import copy
import json
import pathlib
import sys

from anthropic import transform_schema
from google.genai import types
from openai.lib._pydantic import _ensure_strict_json_schema


def for_google(schema):
    types.Schema.from_json_schema(json_schema=types.JSONSchema(**schema), raise_error_on_unsupported_field=True)


def for_openai(schema):
    strict = _ensure_strict_json_schema(copy.deepcopy(schema), path=(), root=schema)
    if strict != schema:
        sys.exit("the OpenAI client would change the schema before it sends it")


schemas = pathlib.Path(sys.argv[1])
index = json.loads((schemas / "index.json").read_text(encoding="utf-8"))["schemas"]
narrowed = [entry for entry in index if entry["profile"] == "llm"]
for entry in narrowed:
    schema = json.loads((schemas / entry["file"]).read_text(encoding="utf-8"))
    transform_schema(schema)
    for_openai(schema)
    for_google(schema)
if not narrowed:
    sys.exit("there is no narrowed schema")
print(f"    LLM clients: {len(narrowed)} schemas are taken by the helpers of three")
