//! Runs the transcripts in `tests/cmd` and in the README, with paths from the root of the workspace.

#![allow(clippy::disallowed_methods, reason = "a test of the command reads files")]

#[test]
fn transcripts() {
    std::env::set_current_dir("../..").unwrap();
    // The README calls the command through cargo's alias; what would follow a success does not, and `cargo xtask ci` is
    // what runs this test.
    let readme = std::fs::read_to_string("README.md").unwrap().replace("$ cargo envelope", "$ envelope");
    let readme =
        readme.replace(" && git merge pier-4", "").replace("$ cargo xtask ci", "$ envelope completions --help\n...");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("readme.md"), readme).unwrap();
    let cases = trycmd::TestCases::new();
    cases
        .case("crates/agent-envelope-cli/tests/cmd/*.md")
        .case("crates/agent-envelope-cli/tests/cmd/*.toml")
        .case(folder.path().join("readme.md"));
}
