"""The Python package reads as the Rust reader does."""

import copy
import doctest
import io
import json
import pickle
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import redirect_stdout

import agent_envelope
import pytest
from agent_envelope import Aggregate, Outcome, Rejected, Severity, _agent_envelope, convert, read
from values import ROOT, envelope
from values import read as load

PACKAGE = ROOT / "crates/agent-envelope-python"
NAMES = {"clarity-result": "clarity", "answer-evaluation": "evaluation"}  # of the kinds that are not named like their protocol
GOOD = (ROOT / "fixtures/status-block/example.txt").read_text(encoding="utf-8")
BAD = (ROOT / "fixtures/demo/2-merged-by-mistake.md").read_text(encoding="utf-8")
RETURN = (ROOT / "interop/return.json").read_text(encoding="utf-8")


def fixtures():
    for path in sorted((ROOT / "fixtures").rglob("*.expected.json")):
        expected = load(path)
        [message] = [other for other in path.parent.iterdir() if f"{other.stem}.expected.json" == path.name]
        if "clarifications" not in expected.get("options", {}):  # the package does not take a second document
            yield pytest.param(message, expected, id=f"{path.parent.name}/{message.name}")


@pytest.mark.parametrize(("path", "expected"), [*fixtures()])
def test_fixtures_are_read_as_in_rust(path, expected):
    options = expected.get("options", {})
    if isinstance(options.get("dialect"), dict):
        options = options | {"dialect": json.dumps(options["dialect"])}
    protocol = NAMES.get(path.parent.name, path.parent.name)
    message = read(path.read_bytes(), protocol, **options)
    for field in ("accepted", "status", "outcome", "truncated", "value"):
        assert getattr(message, field) == expected[field], field
    fields = ("rule", "severity", "line", "column")
    assert [{field: getattr(one, field) for field in fields} for one in message.diagnostics] == expected["diagnostics"]
    if message.accepted:
        assert message.require() == message.partial_value == expected["value"]
    else:
        assert message.value is None and not message.outcome.is_success
        with pytest.raises(Rejected, match="^rejected: ") as raised:
            message.require()
        assert raised.value.message is message


def test_the_command_says_the_same():
    args = ["--format", "json", "fixtures/demo"]
    lines = [json.loads(line) for line in envelope("check", *args).splitlines()]
    assert len(lines) > 5
    for line in lines:
        message = read((ROOT / line["file"]).read_bytes())
        diagnostics = [one._asdict() | {"span": dict(zip(("start", "end"), one.span))} for one in message.diagnostics]
        assert line == {
            "file": line["file"],
            "protocol": message.protocol,
            "accepted": message.accepted,
            "status": message.status,
            "outcome": message.outcome,
            "truncated": message.truncated,
            "diagnostics": diagnostics,
        }
        assert message.reask() == envelope("reask", line["file"])
        partial = envelope("parse", "--any", line["file"])
        assert message.partial_value == (json.loads(partial) if partial else None)


def test_examples_of_docstrings():
    public = [agent_envelope, *(getattr(agent_envelope, name) for name in agent_envelope.__all__)]
    objects = public + [member for one in public if isinstance(one, type) for member in vars(one).values()]
    docs = {doc for one in objects if ">>>" in (doc := getattr(one, "__doc__", None) or "")}
    assert len(docs) >= 7
    runner = doctest.DocTestRunner()
    for doc in docs:
        runner.run(doctest.DocTestParser().get_doctest(doc, vars(agent_envelope).copy(), doc.splitlines()[0], None, None))
    assert runner.summarize().failed == 0


def test_examples_of_the_readme():
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    assert len(examples) == readme.count("```python") > 1
    for code, expected in examples:
        with redirect_stdout(io.StringIO()) as printed:
            exec(code, {})
        assert printed.getvalue() == expected


def test_lists_of_the_readme():
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    kinds = re.findall("`([a-z-]+)`", re.search(r"of a value: (.*?) \(", readme, re.DOTALL)[1])
    assert kinds == [kind["kind"] for kind in load(ROOT / "schemas/index.json")["kinds"]]
    protocols = re.findall(r"(clar\w+) \((`.*?)\)", readme, re.DOTALL)
    assert len(protocols) == 2
    for protocol, words in protocols:
        types = re.findall("`([a-z-]+)`", words)
        with pytest.raises(ValueError, match=f"name one of {', '.join(types)}$"):
            agent_envelope.prompt(protocol)
    for field in agent_envelope.Conversion._fields + agent_envelope.Loss._fields:
        assert f"`{field}`" in readme


def test_words_are_those_of_rust():
    assert [*Outcome] == _agent_envelope.OUTCOMES
    assert [one for one in Outcome if one.is_success] == _agent_envelope.SUCCESSES
    assert [*Severity] == _agent_envelope.SEVERITIES
    for words in (Outcome, Severity):
        assert sorted(words) == sorted(map(str, words), key=words) == [*words]
        for place, one in enumerate(words):
            for other_place, other in enumerate(words):
                places = (place < other_place, place <= other_place, place > other_place, place >= other_place)
                assert (one < other, one <= other, one > other, one >= other) == places
                assert (one.value < other, one < other.value) == (place < other_place, place < other_place)
    assert max([Outcome.COMPLETED, Outcome.BLOCKED]) == Outcome.BLOCKED
    with pytest.raises(ValueError, match="'done' is not a valid Outcome"):
        max(Outcome.COMPLETED, "done")
    assert f"{Outcome.FAILED}" == str(Outcome.FAILED) == "failed" == Outcome.FAILED


def test_types():
    (ROOT / "target/interop").mkdir(parents=True, exist_ok=True)
    examples = sorted(map(str, (PACKAGE / "examples").glob("*.py")))
    mypy = [sys.executable, "-m", "mypy", "--cache-dir", str(ROOT / "target/interop/mypy")]
    for command in (
        [sys.executable, "-m", "mypy.stubtest", "agent_envelope._agent_envelope"],
        [*mypy, "--strict", "--package", "agent_envelope"],
        # PySpark is not installed here.
        [*mypy, "--strict", "--disable-error-code=import-not-found", *examples],
    ):
        done = subprocess.run(command, cwd=ROOT / "target/interop", capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_wrong_arguments_name_the_right_ones():
    for call, expected in (
        (lambda: read("x", "clarify"), "clarity, json-return, "),
        (lambda: read("x", verbosity="much"), "summary, detailed, comprehensive"),
        (lambda: read("x", type="tale"), "digest, "),
        (lambda: read("x", dialect="own"), "spec, contextual, "),
        (lambda: read("x", dialect='{"words": {}}'), "not `words`"),
        (lambda: convert(read(GOOD), "decisions"), "clarity, json-return, report-contract, status-block$"),
        (lambda: agent_envelope.prompt("status-block", "digest"), "^status-block has no types; name none$"),
        (lambda: agent_envelope.prompt("clarity"), "^clarity has several types; name one of digest, "),
        (lambda: agent_envelope.schema("letters"), "json-return, "),
        (lambda: agent_envelope.schema("json-return", "large"), "full, llm, draft-07$"),
        (lambda: agent_envelope.explain("json-return/x"), "json-return/missing-field"),
        (lambda: Aggregate().add("x", "f", protocol="letters"), "clarity, "),
        (lambda: Aggregate.from_state("[]"), "line 1: no state"),
        (lambda: Aggregate.from_state(b"\xff"), "utf-8"),
    ):
        with pytest.raises(ValueError, match=expected):
            call()
    for call in (lambda: read(None), lambda: read(7), lambda: read("x", tsak="t"), lambda: Aggregate("one name")):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (b"STATUS: success\xff", "envelope-core/not-utf8"),
        ("STATUS: success\ud800", "envelope-core/not-utf8"),
        ("x" * (20 << 20), "envelope-core/too-large"),
        (b'{"status":' * (2 << 20), "envelope-core/too-large"),
        ("", "agent-envelope/unknown-protocol"),
    ],
    ids=["bytes", "surrogate", "20 MiB", "20 MiB of bytes", "empty"],
)
def test_every_text_is_read(text, rule):
    message = read(text)
    assert (message.accepted, message.outcome, message.value, message.partial_value) == (False, "failed", None, None)
    assert [one.rule for one in message.diagnostics] == [rule]
    assert len(repr(message)) < 200


def test_expectations():
    assert not read(RETURN, session="another").accepted
    assert not read(RETURN, root=ROOT / "docs", strict=True).accepted
    assert read(RETURN, agent=read(RETURN).value["metadata"]["agent_type"]).accepted
    assert repr(read(BAD)).startswith("<Message rejected: partial (clarity: CLEAN), 1 error; 1:89: error: ")
    both = read(f"Done.\n{RETURN}", session="another")
    assert [one.severity for one in both.diagnostics] == ["warning", "error"]
    assert f"; {both.diagnostics[1].line}:" in repr(both) and "[json-return/session-mismatch]" in repr(both)


def test_conversion():
    conversion = convert(read(GOOD), "json-return")
    assert (conversion.outcome, conversion.reason) == (Outcome.COMPLETED, None)
    assert read(conversion.text, "json-return").status == conversion.status == "completed"
    assert {loss.kind for loss in conversion.losses} <= {"dropped", "approximated", "invented"}
    refused = convert(read(BAD), "status-block")
    assert (refused.text, refused.outcome, refused.reason) == (None, None, "the report was rejected")
    assert not convert(read(BAD), "status-block", any=True).outcome.is_success


def require(text):
    return read(text, "clarity", strict=True).require()


def test_pickling():
    for message in (read(RETURN, session="another"), read(b"\xff"), read(f"```\n{GOOD}```\n", strict=True)):
        again = pickle.loads(pickle.dumps(message))
        assert str(again) == str(message) and again.partial_value == message.partial_value
    with pytest.raises(TypeError, match="send its value"):
        pickle.dumps(read(RETURN, root=ROOT))
    aggregate = Aggregate(expect=["nobody"])
    aggregate.add(BAD, file="bad.md")
    for again in (pickle.loads(pickle.dumps(aggregate)), copy.deepcopy(aggregate)):
        assert len(again) == 1 and again.finish() == aggregate.finish()
    with ProcessPoolExecutor(1) as processes, pytest.raises(Rejected) as raised:
        processes.submit(require, BAD).result()
    assert raised.value.message.outcome == "partial"


def test_aggregates_are_those_of_the_command():
    folder = "fixtures/clarity-report/harbour"
    aggregate, odd, even = Aggregate(), Aggregate(), Aggregate()
    for number, path in enumerate(sorted((ROOT / folder).iterdir(), reverse=True)):
        for one in (aggregate, (odd, even)[number % 2]):
            one.add(path.read_bytes(), file=f"{folder}/{path.name}")
    odd.merge(even)
    odd.merge(odd)  # the same files again
    for one in (aggregate, odd, Aggregate.from_state(aggregate.to_state() + even.to_state())):
        assert json.dumps(one.finish()) == json.dumps(json.loads(envelope("aggregate", folder, "--format", "json")))
        assert one.to_markdown() == envelope("aggregate", folder)
        assert one.to_html() == envelope("aggregate", folder, "--format", "html")
        assert json.loads(one.to_sarif()) == json.loads(envelope("aggregate", folder, "--format", "sarif"))


def test_threads_read_in_parallel():
    texts = [GOOD, BAD, RETURN] * 200
    aggregate = Aggregate()

    def work(number):
        aggregate.add(texts[number], file=f"{number}.md")
        return str(read(texts[number]))

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(work, range(len(texts)))) == [str(read(text)) for text in texts]
    assert len(aggregate) == len(texts)


def test_other_threads_run_while_one_reads():
    steps, seen = [], []

    def work(call):
        before = len(steps)
        call()
        seen.append(len(steps) > before)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # nobody else runs unless a thread lets go of the lock
    try:
        aggregate, large = Aggregate(), "{" * (4 << 20)
        for call in (lambda: sum(range(1_000_000)), lambda: read(large), lambda: aggregate.add(large, file="large")):
            thread = threading.Thread(target=work, args=[call])
            thread.start()
            while thread.is_alive():
                steps.append(None)
                time.sleep(0)
    finally:
        sys.setswitchinterval(interval)
    assert seen == [False, True, True]
