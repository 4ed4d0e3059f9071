//! What a conversion cannot keep is listed, also where it is no part of any field (R-A15).

use agent_envelope::envelope_core::Source;
use agent_envelope::{AnyEnvelope, Protocol, Settings, convert, read_as};

fn accepted(protocol: Protocol, text: &str) -> AnyEnvelope {
    let envelope = read_as(protocol, &Source::new(text), &Settings::default());
    assert!(envelope.accepted(), "{text}: {:?}", envelope.diagnostics());
    envelope
}

fn losses_of(envelope: &AnyEnvelope, to: Protocol) -> Vec<String> {
    convert(envelope, to).unwrap().losses.into_iter().map(|loss| loss.field).collect()
}

fn block(status: &str, rest: &str) -> String {
    format!(
        "STATUS: {status}\n\nSUMMARY:\n  what_i_did: \"a # b\"\n  confidence: high\n  iterations_used: 1\n{rest}\n\
         FILES:\n  created: []\n  modified: []\n  read: []\n\nNEXT_ACTION:\n  recommended_agent: a\n  reason: b\n  \
         context_forward: look at c\n\nERRORS:\n  message: none\n  details: none\n  can_retry: false\n"
    )
}

#[test]
fn comments_of_a_block_are_listed() {
    for (text, lost) in [
        (block("success # note", ""), true),
        (block("failed # note", ""), true),
        (block("failed", "  # note"), true),
        (block("failed", "NOTES: 1 # note"), true),
        (block("failed", "NOTES: \"\\x23 1\" # note"), true),
        (block("failed", "").replace("FILES:", "## FILES:"), false),
        (block("failed", "NOTES: \"# no note\""), false),
        (block("failed", "NOTES: |\n  # no note"), false),
        (block("failed", ""), false),
    ] {
        let envelope = accepted(Protocol::StatusBlock, &text);
        for to in Protocol::targets() {
            let told = losses_of(&envelope, to).iter().filter(|field| *field == "comments").count();
            assert_eq!(told, usize::from(lost), "{to}: {text}");
        }
    }
}

fn clarifications(heading: &str, front: &str, end: &str) -> String {
    format!(
        "---\nquestion_count: 1\nsections: 1{front}\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n# Harbour\n\n\
         ## Depth\n\n### Q1: Channel{heading}\nHow deep? <!-- kept -->\n\nA. Dredge it\nB. Other (please specify)\n\n\
         **Recommendation:** A\n\n**Answer:** A\n{end}"
    )
}

#[test]
fn comments_and_remarks_of_a_document_are_listed() {
    for (text, field) in [
        (clarifications("", "", ""), None),
        (clarifications(" [MUST ANSWER]", "", ""), None),
        (clarifications(" [MUST ANSWER - blocking]", "", ""), Some("text")),
        (clarifications("", "", "\n<!-- to do -->\n"), Some("comments")),
        (clarifications("", " # one", ""), Some("comments")),
    ] {
        let envelope = accepted(Protocol::Clarifications, &text);
        for to in Protocol::targets() {
            let told = losses_of(&envelope, to);
            for name in ["text", "comments"] {
                assert_eq!(told.iter().any(|known| known == name), field == Some(name), "{to}: {told:?}\n{text}");
            }
        }
    }
    let decisions = |end: &str| {
        format!(
            "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: Depth\n- **Source:** Q1\n- **Decision:** Dredge it\n\
             - **Reasoning:** ships\n- **Implication:** money\n- **Status:** resolved\n{end}"
        )
    };
    for (text, lost) in [(decisions(""), false), (decisions("\n<!-- to do -->\n"), true)] {
        let envelope = accepted(Protocol::Decisions, &text);
        let kept = envelope.value().unwrap().to_string().contains("to do");
        for to in Protocol::targets() {
            let told = losses_of(&envelope, to).iter().any(|known| known == "comments");
            assert_eq!(told, lost && !kept, "{to}: {text}");
        }
    }
}
