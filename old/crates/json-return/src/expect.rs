//! What the caller expects of a return (R-J3, R-J6, R-J7).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What the caller expects: the session, the agent, artifacts that exist, and how tokens are counted.
///
/// ```
/// use json_return::{Expectations, Found, KnownArtifacts};
/// let expected = Expectations::default()
///     .session("sess_1735460684_a1b2c3")
///     .agent("planner")
///     .artifacts(KnownArtifacts::from_iter([("plans/one.md", Found::File { bytes: 120 })]))
///     .tokens(|text: &str| text.split_whitespace().count());
/// # assert!(expected.artifacts.is_some());
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Expectations {
    /// The session that was given with the delegation.
    pub session: Option<String>,
    /// The agent that was called.
    pub agent: Option<String>,
    /// Looks at artifacts; without one the disk is not looked at.
    pub artifacts: Option<Arc<dyn ArtifactProbe>>,
    /// Counts tokens; without one the summary is measured in characters.
    pub tokens: Option<Arc<dyn TokenCounter>>,
}

impl Expectations {
    /// The same with the session that was given.
    #[must_use]
    pub fn session(mut self, session: impl Into<String>) -> Self {
        self.session = Some(session.into());
        self
    }

    /// The same with the agent that was called.
    #[must_use]
    pub fn agent(mut self, agent: impl Into<String>) -> Self {
        self.agent = Some(agent.into());
        self
    }

    /// The same with something that looks at artifacts.
    #[must_use]
    pub fn artifacts(mut self, probe: impl ArtifactProbe + 'static) -> Self {
        self.artifacts = Some(Arc::new(probe));
        self
    }

    /// The same with something that counts tokens.
    #[must_use]
    pub fn tokens(mut self, counter: impl TokenCounter + 'static) -> Self {
        self.tokens = Some(Arc::new(counter));
        self
    }
}

impl fmt::Debug for Expectations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expectations")
            .field("session", &self.session)
            .field("agent", &self.agent)
            .field("artifacts", &self.artifacts.is_some())
            .field("tokens", &self.tokens.is_some())
            .finish()
    }
}

/// Looks at artifacts under a root. Only paths that are safe by their text are asked for (R-J7).
pub trait ArtifactProbe: Send + Sync {
    /// What stands at the path, which is relative to the root.
    fn probe(&self, path: &str) -> Found;
}

/// What stands at a path (R-J7).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// A file.
    File {
        /// Its size.
        bytes: u64,
    },
    /// Nothing.
    Missing,
    /// Something that is no file, such as a folder or a pipe.
    NotAFile,
    /// A symbolic link on the way leads out of the root; it was not opened.
    LeavesRoot,
    /// It could not be looked at, and why.
    Unknown(String),
}

/// Artifacts known beforehand, for callers that have no disk: what is not in the list is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownArtifacts(BTreeMap<String, Found>);

impl<P: Into<String>> FromIterator<(P, Found)> for KnownArtifacts {
    fn from_iter<I: IntoIterator<Item = (P, Found)>>(artifacts: I) -> Self {
        Self(artifacts.into_iter().map(|(path, found)| (path.into(), found)).collect())
    }
}

impl ArtifactProbe for KnownArtifacts {
    fn probe(&self, path: &str) -> Found {
        self.0.get(path).cloned().unwrap_or(Found::Missing)
    }
}

/// Counts the tokens of a text (R-J3).
pub trait TokenCounter: Send + Sync {
    /// How many tokens the text has.
    fn count(&self, text: &str) -> usize;
}

impl<F: Fn(&str) -> usize + Send + Sync> TokenCounter for F {
    fn count(&self, text: &str) -> usize {
        self(text)
    }
}
