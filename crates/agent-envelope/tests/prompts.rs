//! No prompt, whole or line by line, is accepted by any protocol or by detection (R-A17).

use agent_envelope::{Options, PROTOCOLS, read};

#[test]
fn no_prompt_is_a_report() {
    for prompt in PROTOCOLS.iter().flat_map(|protocol| (protocol.prompts)()) {
        for text in std::iter::once(prompt.as_str()).chain(prompt.lines()) {
            assert!(!read(&text.into(), None, &Options::default()).is_accepted(), "{text}");
            for protocol in PROTOCOLS {
                assert!(
                    !read(&text.into(), Some(protocol), &Options::default()).is_accepted(),
                    "{}: {text}",
                    protocol.info.name
                );
            }
        }
    }
}
