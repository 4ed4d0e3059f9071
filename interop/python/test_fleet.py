"""A fleet on Ray makes the report that one process makes."""

import json
import subprocess
import sys

from agent_envelope import Aggregate
from values import ROOT

EXAMPLE = ROOT / "crates/agent-envelope-python/examples/fleet_ray.py"
FINDINGS = """\
RESULT: FINDINGS | Type: consistency | Pair: docs/{place}.md/docs/b.md | Findings: 1 | Critical: 0 | Major: 1 | Minor: 0

---
**Protocol**: v1
**Agent**: agent {agent}
**Assigned**: Compare
**Scope**: docs/{place}.md, docs/b.md
**Coverage**: 100%
**Confidence**: high
---

## Findings

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | major | contradiction | docs/{place}.md S{agent} | docs/b.md S1 | Two depths | Keep {n} |

### F1

They differ.
"""
BLOCKED = 'STATUS: blocked\n\nERRORS:\n  message: "No key to lock {place}"\n  can_retry: true\n'
FAILED = "RESULT: ERROR | Type: digest | Doc: docs/{place}.md | Coverage: 0% | Reason: no file"
PROSE = "All {n} tests pass."
TEXTS = (FINDINGS, BLOCKED, FAILED, PROSE)


def messages(count):
    for n in range(count):
        yield f"{n % 10}/{n:06}.md", TEXTS[n % len(TEXTS)].format(n=n, place=n // 7 % 500, agent=n % 9)


def run(source, page):
    command = [sys.executable, EXAMPLE, source, page, "--workers", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return page.read_text(encoding="utf-8")


def test_lines_of_a_file(tmp_path):
    whole, source = Aggregate(), tmp_path / "reports.jsonl"
    with source.open("w", encoding="utf-8") as lines:
        for file, text in messages(100_000):
            whole.add(text, file=file)
            lines.write(json.dumps({"file": file, "text": text}) + "\n")
    stats = whole.finish()["stats"]
    assert stats["results"] == 100_000 and stats["unparseable"] == 25_000 and stats["total_findings"] > 1_000
    # Not by `==` of pytest, which would compare 40 MB line by line when it fails.
    assert (run(source, tmp_path / "report.html") == whole.to_html()) is True


def test_files_of_a_folder(tmp_path):
    whole, source = Aggregate(), tmp_path / "reports"
    for file, text in messages(2_500):
        whole.add(text, file=file)
        (source / file).parent.mkdir(parents=True, exist_ok=True)
        (source / file).write_text(text, encoding="utf-8")
    assert (run(source, tmp_path / "report.html") == whole.to_html()) is True
