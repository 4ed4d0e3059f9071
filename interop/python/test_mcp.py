"""The official Python client lists and calls every tool of envelope-mcp, with inputs good and bad."""

import asyncio
import json
import os
import re
import shutil
import subprocess
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from mcp import ClientSession, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

from values import ENVELOPE, KINDS, ROOT, read

SERVER = str(Path(ENVELOPE).with_name("envelope-mcp"))
README = (ROOT / "crates/agent-envelope-mcp/README.md").read_text(encoding="utf-8")
MAX_INPUT = 16 << 20
GOOD = (ROOT / "fixtures/status-block/example.txt").read_text(encoding="utf-8")


@asynccontextmanager
async def server(*args, command=SERVER, **options):
    parameters = StdioServerParameters(command=command, args=list(args), **options)
    async with stdio_client(parameters) as (receive, send), ClientSession(receive, send) as session:
        await session.initialize()
        # With the schemas at hand, the client validates every structured result.
        await session.list_tools()
        yield session


async def call(session, tool, **arguments):
    """The structured result and the texts; of an error no result."""
    answer = await session.call_tool(tool, arguments)
    texts = [content.text for content in answer.content]
    assert texts and texts[0].strip()
    assert answer.is_error == (answer.structured_content is None)
    return answer.structured_content, texts


async def error(session, tool, **arguments):
    result, [text] = await call(session, tool, **arguments)
    assert result is None
    checked, _ = await call(session, "check_report", text=GOOD)
    assert checked["accepted"], "the server goes on"
    return text


def run(test):
    asyncio.run(asyncio.wait_for(test(), 60))


def test_every_tool():
    async def test():
        async with server() as session:
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            called = set()

            async def ok(tool, **arguments):
                called.add(tool)
                return await call(session, tool, **arguments)

            for tool in tools.values():
                assert tool.annotations.read_only_hint and tool.description and tool.output_schema["type"] == "object"
            for protocol in tools["report_instructions"].input_schema["properties"]["protocol"]["enum"]:
                result, texts = await call(session, "report_instructions", protocol=protocol)
                if result is None:
                    [text] = texts
                    kinds = text.split("one of ")[1].split(", ")
                    listed = tools["report_instructions"].input_schema["properties"]["type"]["enum"]
                    listed = [kind for kind in listed if kind]
                    assert kinds == (listed[:5] if protocol == "clarity" else listed[5:]), "as the schema says"
                    for kind in kinds:
                        result, [text] = await ok("report_instructions", protocol=protocol, type=kind)
                        assert result["text"].rstrip() == text
            for path in sorted((ROOT / "fixtures/demo").iterdir()):
                printed = subprocess.run([ENVELOPE, "check", path, "--format", "json"], capture_output=True, check=False)
                result, [text] = await ok("check_report", text=path.read_text(encoding="utf-8"))
                assert result.pop("fix") == ("" if result["accepted"] else text.split("\n", 1)[1] + "\n")
                assert result.pop("omitted") == 0
                expected = json.loads(printed.stdout)
                assert expected.pop("file") and result == expected
            result, [summary, document] = await ok("convert_report", text=GOOD, to="clarity")
            assert result["text"] == document and result["status"] == "CLEAN" and result["losses"]
            assert summary.startswith(f"converted to clarity; losses: {len(result['losses'])}\n- ")
            checked, _ = await call(session, "check_report", text=document, protocol="clarity")
            assert checked["outcome"] == "completed"
            result, [text] = await ok("convert_report", text=GOOD.replace("success", "success (mostly)"), to="clarity")
            assert (result["text"], result["outcome"]) == (None, None) and text.startswith("not converted: the report was rejected")
            assert "unknown status `success (mostly)`" in result["rejection"]
            reports = [{"name": "a.txt", "text": GOOD}, {"name": "b.txt", "text": "All done."}]
            result, [summary, markdown] = await ok("aggregate_reports", reports=reports)
            assert "**Results**: 2 (1 clean, 0 findings, 0 partial, 0 error, 1 unparseable)" in summary and "**Gaps**: 1" in summary
            assert result["markdown"] == markdown
            assert result["report"]["gaps"][0]["file"] == "b.txt"
            result, [text] = await ok("explain_rule", rule="status-block/unknown-status")
            assert result["wrong"] != result["right"] and text.startswith("status-block/unknown-status (error")
            assert called == set(tools)

    run(test)


def test_options():
    async def test():
        async with server() as session:
            fenced = f"```\n{GOOD}```\n"
            for options, accepted in ((None, True), ({}, True), ({"strict": True}, False)):
                assert (await call(session, "check_report", text=fenced, options=options))[0]["accepted"] == accepted
            text = (ROOT / "fixtures/demo/3-fenced-return.md").read_text(encoding="utf-8")
            result, _ = await call(session, "check_report", text=text, options={"session": "another"})
            assert result["diagnostics"][-1]["rule"] == "json-return/session-mismatch" and "`another`" in result["fix"]
            result, _ = await call(session, "check_report", text=text, protocol="clarity")
            assert result["diagnostics"][0]["rule"] == "clarity-protocol/missing-result"
            for protocol, options in (("json-return", {"session": "s-12"}), ("report-contract", {"task": "s-12", "verbosity": "summary"})):
                instruction, _ = await call(session, "report_instructions", protocol=protocol, options=options)
                assert "s-12" in instruction["text"]
            result, _ = await call(session, "check_report", text="All done.")
            assert "ask `report_instructions`" in result["fix"]

    run(test)


def test_resources():
    async def test():
        async with server() as session:
            listed = {str(resource.uri) for resource in (await session.list_resources()).resources}
            paths = {f"envelope://{path.relative_to(ROOT)}": path for kind in KINDS.values() for path in kind.values()}
            assert listed == set(paths)
            for uri, path in paths.items():
                [content] = (await session.read_resource(uri)).contents
                assert json.loads(content.text) == read(path)
            with pytest.raises(MCPError, match="there is no resource"):
                await session.read_resource("envelope://schemas/v1/other.schema.json")

    run(test)


def test_wrong_arguments():
    async def test():
        async with server() as session:
            assert "missing field `text`" in await error(session, "check_report")
            assert "unknown field `typ`" in await error(session, "check_report", text="", options={"typ": "digest"})
            assert "`x` is none of clarity, " in await error(session, "convert_report", text="", to="x")
            assert "invalid type" in await error(session, "check_report", text=7)
            assert "has no types" in await error(session, "report_instructions", protocol="json-return", type="digest")
            assert "`x`; the diagnostics of `check_report`" in await error(session, "explain_rule", rule="x")
            assert "`reports` or `folder`" in await error(session, "aggregate_reports")
            assert "no report" in await error(session, "aggregate_reports", reports=[])
            assert "without `--root`" in await error(session, "aggregate_reports", folder=".")
            state = {"name": "state", "text": '{"envelope_state":7,"inputs":0}\n'}
            assert "state: line 1: the state has version 7" in await error(session, "aggregate_reports", reports=[state])
            with pytest.raises(MCPError, match="not found"):
                await session.call_tool("send_report", {})

    run(test)


def test_large_inputs():
    async def test():
        async with server() as session:
            result, _ = await call(session, "check_report", text="x" * MAX_INPUT, protocol="json-return")
            assert result["diagnostics"][0]["rule"] == "json-return/missing-return"
            result, [text] = await call(session, "check_report", text="x" * (MAX_INPUT + 1))
            assert "larger than 16 MiB" in text and not result["accepted"]
            texts = [{"name": "a", "text": "é" * (MAX_INPUT // 2 + 1)}]
            result, [summary, _] = await call(session, "aggregate_reports", reports=texts)
            [quarantined] = result["report"]["quarantined"]
            assert "**Results**: 1 (" in summary and quarantined["text"] == "é" * 2000 + "…"
            rows = "".join(f"| F{row} | minor | odd | a.md |\n" for row in range(60)) + "| F60 | grave | odd | a.md |\n"
            text = f"RESULT: FINDINGS | Type: consistency\n\n| ID | Severity | Type | Location |\n|---|---|---|---|\n{rows}"
            result, _ = await call(session, "check_report", text=text)
            severities = [diagnostic["severity"] for diagnostic in result["diagnostics"]]
            assert len(severities) == 50 and result["omitted"] > 9 and "error" in severities
            assert severities == sorted(severities)
            assert "`grave`" in json.dumps(result["diagnostics"])

    run(test)


def test_ten_calls_at_once():
    async def test():
        async with server() as session:
            texts = [GOOD if index % 2 else f"STATUS: success {index}\n\n{GOOD.split(chr(10), 1)[1]}" for index in range(10)]
            answers = await asyncio.gather(*(call(session, "check_report", text=text) for text in texts))
            assert [result["accepted"] for result, _ in answers] == [bool(index % 2) for index in range(10)]
            assert all(f"`success {index}`" in answers[index][0]["fix"] for index in range(0, 10, 2))

    run(test)


def test_folders(tmp_path):
    root, outside = tmp_path / "root", tmp_path / "outside"
    (root / "nested").mkdir(parents=True)
    outside.mkdir()
    (outside / "secret.txt").write_text(GOOD)
    (root / "good.txt").write_text(GOOD)
    (root / "nested/latin.txt").write_bytes(GOOD.encode() + b"\xe9")
    (root / "out").symlink_to(outside)
    (root / "out.txt").symlink_to(outside / "secret.txt")
    (root / ".hidden").write_text("secret")
    os.mkfifo(root / "pipe")

    async def test():
        async with server("--root", str(root), "--root", str(tmp_path / "later")) as session:
            for folder in ("", ".", str(root)):
                result, [summary, markdown] = await call(session, "aggregate_reports", folder=folder)
                [gap] = result["report"]["gaps"]
                assert result["report"]["stats"]["results"] == 2 and gap["file"] == "nested/latin.txt"
                assert "not UTF-8" in gap["reason"] and "secret" not in markdown
            for folder in ("..", "../outside", "nested/../../outside", str(outside), "/", str(root) + "-other"):
                assert f'outside of the roots of this server: ["{root}", ' in await error(session, "aggregate_reports", folder=folder)
            assert "links are not followed" in await error(session, "aggregate_reports", folder="out")
            assert "no folder" in await error(session, "aggregate_reports", folder="good.txt")
            assert "cannot be read" in await error(session, "aggregate_reports", folder="a\0b")
            later = str(tmp_path / "later")
            assert "No such file" in await error(session, "aggregate_reports", folder=later)
            shutil.move(root / "nested", later)
            assert (await call(session, "aggregate_reports", folder=later))[0]["report"]["stats"]["results"] == 1
            assert "No such file" in await error(session, "aggregate_reports", folder="nested")
            assert f'give one of ["{later}/", "{root}/"]' in await error(session, "aggregate_reports", folder=".")
            shutil.rmtree(root)
            assert "No such file" in await error(session, "aggregate_reports", folder=str(root))

    run(test)


def test_names_of_a_root(tmp_path):
    (tmp_path / "work/reports").mkdir(parents=True)
    (tmp_path / "work/reports/good.txt").write_text(GOOD)
    (tmp_path / "link").symlink_to(tmp_path / "work/reports")
    reports, link = str(tmp_path / "work/reports"), str(tmp_path / "link")

    async def test(root, folders):
        async with server("--root", root, cwd=tmp_path / "work") as session:
            for folder in folders:
                result, texts = await call(session, "aggregate_reports", folder=folder)
                assert result and result["report"]["stats"]["clean"] == 1, texts
            for folder in ("..", f"{reports}/..", f"{link}/..", "reports/../reports"):
                assert "outside of the roots" in await error(session, "aggregate_reports", folder=folder)

    run(lambda: test("reports", [".", "reports", "./reports/", reports]))
    run(lambda: test("../work/reports", [".", "reports", reports]))
    run(lambda: test(link, [".", "reports", link, reports]))


def test_readme_transcript():
    steps = re.findall(r"`check_report`[^\n]* with\n\n```text\n(.*?)```\n\nand is told\n\n```text\n(.*?)```\n", README, re.DOTALL)
    assert len(steps) == 2

    async def test():
        async with server() as session:
            for text, told in steps:
                _, texts = await call(session, "check_report", text=text)
                assert texts == [told.rstrip("\n")]

    run(test)
    sent = [ENVELOPE, "check", "--require-success", "-"]
    codes = [subprocess.run(sent, input=text, text=True, capture_output=True, check=False).returncode for text, _ in steps]
    assert codes == [1, 0]


def test_readme_settings(tmp_path):
    tomllib = pytest.importorskip("tomllib", reason="comes with Python 3.11")
    [claude_code] = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", README, re.MULTILINE | re.DOTALL)]
    [codex] = [tomllib.loads(block) for block in re.findall(r"^```toml\n(.*?)^```", README, re.MULTILINE | re.DOTALL)]
    settings = claude_code["mcpServers"]["envelope"]
    assert settings == codex["mcp_servers"]["envelope"]
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports/a.txt").write_text(GOOD)
    env = {"PATH": f"{Path(SERVER).parent}{os.pathsep}{os.environ['PATH']}"}

    async def test():
        async with server(*settings["args"], command=settings["command"], env=env, cwd=tmp_path) as session:
            for folder in ("reports", ".", str(tmp_path / "reports")):
                assert (await call(session, "aggregate_reports", folder=folder))[0]["report"]["stats"]["clean"] == 1

    run(test)


def test_a_server_without_a_client_ends():
    done = subprocess.run([SERVER], input="", text=True, capture_output=True, timeout=10, check=False)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith("error: ")
    assert "panicked" not in done.stderr
