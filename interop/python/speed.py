"""Medians for docs/speed.md: reading the 2 KB return that `cargo bench -p json-return` reads, clean and broken."""

import importlib
import sys
import tempfile
import timeit
from statistics import median

import agent_envelope
import json_repair
import msgspec
from values import KINDS, ROOT, generate

clean = (ROOT / "interop/return.json").read_text(encoding="utf-8")
broken = (ROOT / "interop/return-broken.txt").read_text(encoding="utf-8")

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
    "read, clean": lambda: agent_envelope.read(clean),
    "read with its protocol, clean": lambda: agent_envelope.read(clean, "json-return"),
    "read with its protocol and value, clean": lambda: agent_envelope.read(clean, "json-return").value,
    "read, broken": lambda: agent_envelope.read(broken),
    "read with its protocol, broken": lambda: agent_envelope.read(broken, "json-return"),
    "read with its protocol and value, broken": lambda: agent_envelope.read(broken, "json-return").value,
}
assert works["json_repair, text to dict, broken"]() == json_repair.loads(clean)
assert works["read with its protocol and value, broken"]() == works["read with its protocol and value, clean"]()
numbers = {name: max(timeit.Timer(work).autorange()[0] // 20, 1) for name, work in works.items()}
times = {name: [] for name in works}
for _ in range(41):
    # In turns, so that what else the machine does slows all of them.
    for name, work in works.items():
        times[name].append(timeit.timeit(work, number=numbers[name]) / numbers[name] * 1e6)
for name, each in times.items():
    print(f"{name}: {median(each):.1f} µs, at best {min(each):.1f} µs")
