//! Detection of every fixture (R-A18).

mod common;

use agent_envelope::{Message, Options, PROTOCOLS, Undetected, detect, find, parse, read};

#[test]
fn every_fixture_is_found_as_its_kind_or_not_at_all() {
    let mut unclaimed = 0;
    for (name, protocol, bytes) in common::fixtures() {
        let message = Message::from(bytes.as_slice());
        if message.unreadable().is_some() {
            continue;
        }
        match detect(&message, PROTOCOLS) {
            Ok(found) => assert_eq!(found.info.name, protocol.info.name, "{name}"),
            Err(error) => {
                unclaimed += 1;
                assert_eq!(error, Undetected::Unclaimed, "{name}");
                assert_eq!(parse(&message, protocol, &Options::default()).status(), None, "{name}");
            }
        }
    }
    assert!(unclaimed < 10, "{unclaimed} fixtures are found by no protocol");
}

#[test]
fn two_claims_are_named_and_markers_in_json_are_none() {
    let text = |name: &str| find(name).unwrap().info.canonical[0].text;
    let both = format!("{}\n{}", text("clarity"), text("status-block"));
    let parsed = read(&both.as_str().into(), None, &Options::default());
    let line = text("clarity").lines().count() + 2;
    let claimed = format!("clarity and status-block claim the message (see also {line}:1)");
    assert_eq!((parsed.diagnostics()[0].message.as_str(), parsed.protocol()), (claimed.as_str(), None));
    for key in ["summary", "note"] {
        // The markers stand on lines of their own, as a model writes them that does not escape line breaks.
        let json = text("json-return").replacen(
            '{',
            &format!("{{\"{key}\": \"\n{}\",", text("status-block").replace('"', "'")),
            1,
        );
        assert_eq!(detect(&json.as_str().into(), PROTOCOLS).unwrap().info.name, "json-return", "{json}");
    }
}
