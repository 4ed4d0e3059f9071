"""Medians for docs/speed.md: reading the 2 KB return that `cargo bench -p json-return` reads, clean and broken."""

import importlib
import sys
import tempfile
import timeit
from statistics import median

import json_repair
import msgspec
from values import KINDS, ROOT, generate

clean = (ROOT / "interop/return.json").read_text(encoding="utf-8")
commas = clean.replace('"\n    }', '",\n    }').replace('"recoverable": true', '"recoverable": True')
broken = f"Here it is:\n```json\n{commas}```\n"

with tempfile.TemporaryDirectory() as folder:
    sys.path.insert(0, folder)
    for library in ["pydantic_v2.BaseModel", "msgspec.Struct"]:
        generate(library, KINDS["json-return"]["full"], f"{folder}/{library.split('.')[0]}_model.py")
    pydantic_model = importlib.import_module("pydantic_v2_model").SubagentReturn
    decoder = msgspec.json.Decoder(importlib.import_module("msgspec_model").SubagentReturn)

works = {
    "pydantic, text to model, clean": lambda: pydantic_model.model_validate_json(clean),
    "msgspec, text to struct, clean": lambda: decoder.decode(clean),
    "json_repair, text to dict, clean": lambda: json_repair.loads(clean),
    "json_repair, text to dict, broken": lambda: json_repair.loads(broken),
}
assert works["json_repair, text to dict, broken"]() == json_repair.loads(clean)
for name, work in works.items():
    number, _ = timeit.Timer(work).autorange()
    times = timeit.Timer(work).repeat(repeat=21, number=max(number // 10, 1))
    print(f"{name}: {median(times) / max(number // 10, 1) * 1e6:.1f} µs")
