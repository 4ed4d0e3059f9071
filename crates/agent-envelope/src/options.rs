/// What the caller expects and allows, for all protocols. A protocol reads what applies to it.
#[derive(Clone, Debug, Default)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Options {
    /// The expected session (json-return).
    pub session: Option<String>,
    /// The expected task (report-contract).
    pub task: Option<String>,
    /// The expected agent (json-return, report-contract).
    pub agent: Option<String>,
    /// The chain of agents to return, for a prompt (json-return).
    pub delegation_path: Vec<String>,
    /// The verbosity that was asked for (report-contract).
    #[cfg(feature = "report-contract")]
    pub verbosity: Option<report_contract::Verbosity>,
    /// The expected type (clarity).
    #[cfg(feature = "clarity-protocol")]
    pub result_type: Option<clarity_protocol::ResultType>,
    /// Words and fields beyond the specification (json-return).
    #[cfg(feature = "json-return")]
    pub dialect: json_return::Dialect,
    /// The folder in which artifacts must exist (json-return).
    #[cfg(feature = "fs")]
    pub root: Option<std::path::PathBuf>,
    /// What each agent may put into its findings (report-contract).
    #[cfg(feature = "findings-schema")]
    pub registry: report_contract::Registry,
    /// The document that was evaluated or decided (evaluation, decisions).
    #[cfg(feature = "clarifications-md")]
    pub clarifications: Option<std::sync::Arc<clarifications_md::Clarifications>>,
}

#[cfg(feature = "json-return")]
impl From<&Options> for json_return::Options {
    fn from(options: &Options) -> Self {
        Self {
            session_id: options.session.clone(),
            agent_type: options.agent.clone(),
            dialect: options.dialect.clone(),
            count_tokens: None,
            #[cfg(feature = "fs")]
            root: options.root.clone(),
        }
    }
}

#[cfg(feature = "report-contract")]
impl From<&Options> for report_contract::Options {
    fn from(options: &Options) -> Self {
        Self {
            task_id: options.task.clone(),
            agent_name: options.agent.clone(),
            verbosity: options.verbosity,
            #[cfg(feature = "findings-schema")]
            registry: options.registry.clone(),
            ..Self::default()
        }
    }
}

#[cfg(feature = "clarity-protocol")]
impl From<&Options> for clarity_protocol::Options {
    fn from(options: &Options) -> Self {
        Self { result_type: options.result_type }
    }
}

/// For protocols without options.
impl From<&Options> for () {
    fn from(_: &Options) {}
}

#[cfg(feature = "clarifications-md")]
impl From<&Options> for clarifications_md::Context {
    fn from(options: &Options) -> Self {
        Self { clarifications: options.clarifications.clone() }
    }
}
