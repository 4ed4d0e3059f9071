//! No prompt, whole or line by line, is accepted by any protocol or by detection (R-A17).

use agent_envelope::{AnyProtocol, Options, PROTOCOLS, read};

#[test]
fn no_prompt_is_a_report() {
    let asked = Options { session: Some("s-1".into()), task: Some("t-1".into()), ..Options::default() };
    let prompts =
        |protocol: &AnyProtocol| [(protocol.prompts)(&Options::default()), (protocol.prompts)(&asked)].concat();
    for prompt in PROTOCOLS.iter().flat_map(prompts) {
        for text in std::iter::once(prompt.text.as_str()).chain(prompt.text.lines()) {
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
