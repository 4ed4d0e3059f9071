"""What the README tells people to put into their settings, run as their tools run it."""

import json
import os
import re
import shutil
import subprocess

import yaml

from values import ENVELOPE, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
GOOD, BAD = "fixtures/status-block/example.txt", "fixtures/demo/6-template.txt"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def load(name):
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def run(command, **options):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, **options)


def test_installed_commands():
    # Not installed here: that would build the command a second time. The Python package is (xtask/src/interop.rs).
    [path] = re.findall(r"`cargo install --path (\S+)` installs the command as `envelope`", README)
    metadata = run(["cargo", "metadata", "--no-deps", "--offline", "--format-version=1"])
    [package] = [one for one in json.loads(metadata.stdout)["packages"] if one["manifest_path"] == str(ROOT / path / "Cargo.toml")]
    assert [target["name"] for target in package["targets"] if target["kind"] == ["bin"]] == ["envelope"]


def test_crate_of_a_user(tmp_path):
    [add] = re.findall(r"`(cargo add [^`]*)`", README)
    [example] = blocks("rust")
    user = {"cwd": tmp_path, "env": os.environ | {"CARGO_NET_OFFLINE": "true", "CARGO_TARGET_DIR": str(ROOT / "target/interop/user")}}
    init = ["cargo", "init", "--quiet", "--vcs=none", "--name=user"]
    subprocess.run(init, check=True, **user)
    subprocess.run(add.replace("<clone>", str(ROOT)).split(), check=True, **user)
    shutil.copy(ROOT / "Cargo.lock", tmp_path)  # versions that are on this machine
    (tmp_path / "src/main.rs").write_text(f"fn main() {{\n{example}}}\n", encoding="utf-8")
    subprocess.run(["cargo", "check", "--quiet"], check=True, **user)


def test_pre_commit_hook():
    [hook] = load(".pre-commit-hooks.yaml")
    script, *args = hook["entry"].split()
    assert os.access(ROOT / script, os.X_OK)
    assert [run([ENVELOPE, *args, path]).returncode for path in (GOOD, BAD)] == [0, 1]
    [settings] = [yaml.safe_load(block) for block in blocks("yaml") if "repos:" in block]
    assert [hook["id"] for repo in settings["repos"] for hook in repo["hooks"]] == [hook["id"]]


def test_action(tmp_path):
    action = load("action.yml")
    (tmp_path / ".ci").mkdir()
    shutil.copy(ENVELOPE, tmp_path / ".ci/envelope")
    [step] = action["runs"]["steps"]

    def check(paths, options):
        env = os.environ | {"GITHUB_ACTION_PATH": str(tmp_path), "PATHS": paths, "OPTIONS": options}
        return run(["bash", "-c", step["run"]], env=env)

    default = action["inputs"]["options"]["default"]
    assert check(GOOD, default).returncode == 0
    assert check("fixtures/demo/7-blocked-report.json", default).returncode == 1
    failed = check(f"{GOOD} {BAD}", "")
    assert failed.returncode == 1
    assert failed.stdout.startswith(f"::error file={BAD},line=1")
    [[use]] = [yaml.safe_load(block) for block in blocks("yaml") if "uses:" in block]
    assert set(use["with"]) <= set(action["inputs"])


def test_agent_hooks(tmp_path):
    [settings] = [json.loads(block) for block in blocks("json")]
    [[hook]] = [entry["hooks"] for entry in settings["hooks"]["SubagentStop"]]
    client = hook["command"].replace("envelope", ENVELOPE, 1)
    message = {"session_id": "s", "hook_event_name": "SubagentStop", "agent_id": "a", "agent_type": "tester"}
    for command, allow in ((client, ""), (client.replace("claude-code", "codex"), "{}\n")):
        env = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
        for path, is_asked in ((GOOD, False), (BAD, True)):
            text = (ROOT / path).read_text(encoding="utf-8")
            answer = run(["sh", "-c", command], env=env, input=json.dumps(message | {"last_assistant_message": text}))
            assert answer.returncode == 0, answer.stderr
            if is_asked:
                assert json.loads(answer.stdout)["decision"] == "block"
            else:
                assert answer.stdout == allow
