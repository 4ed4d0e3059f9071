//! The tools and resources of the server. The doc comments of the tools are what an agent reads.

use std::path::PathBuf;

use agent_envelope::clarity_protocol::aggregate::{self, Expected};
use agent_envelope::{Diagnostic, Explanation, Message, Options, Prompt, add_input, convert, explain, read};
use rmcp::handler::server::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{self, ReadResourceResult, ServerCapabilities};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

use crate::folders::Roots;
use crate::results::{self, Answer, answer, schema};
use crate::{arguments, resources};

const INSTRUCTIONS: &str = "\
Reports of agents in a fixed format: ask `report_instructions` for the format before you write a report, and \
`check_report` before you send it. If it is rejected, do what `fix` says and check it again; send it once it is \
accepted. `explain_rule` explains a rule that a diagnostic names.";

/// The most diagnostics in one result; with more of them it is longer than what clients pass on.
const MAX_DIAGNOSTICS: usize = 50;

/// The most characters of a text that could not be read, for the same reason; the whole text is in the call or in its file.
const MAX_QUARANTINED: usize = 2000;

pub(crate) struct Server {
    roots: Roots,
    router: ToolRouter<Self>,
}

#[tool_router]
impl Server {
    #[allow(clippy::iter_over_hash_type, reason = "the order does not matter")]
    pub(crate) fn new(roots: Vec<PathBuf>) -> Self {
        let mut router = Self::tool_router();
        for route in router.map.values_mut() {
            route.attr.annotations = Some(model::ToolAnnotations::new().read_only(true).open_world(false));
        }
        Self { roots: Roots(roots), router }
    }

    /// Gives the instruction for an agent that is to report with a protocol.
    #[tool(input_schema = schema::<arguments::Instructions>(), output_schema = schema::<Prompt>())]
    fn report_instructions(Parameters(asked): Parameters<arguments::Instructions>) -> Answer {
        let options = asked.options.unwrap_or_default().into();
        let prompt = asked.protocol.0.prompt(asked.r#type.map(|word| word.0), &options);
        let prompt = prompt.map_err(|error| error.to_string())?;
        answer(&prompt, &prompt.text, None)
    }

    /// Checks a report before it is sent: says whether it is accepted and, if not, what to fix. Fix it, check it again, and
    /// send it once it is accepted.
    #[tool(input_schema = schema::<arguments::Check>(), output_schema = schema::<results::Checked>())]
    fn check_report(Parameters(asked): Parameters<arguments::Check>) -> Answer {
        let expected = asked.options.unwrap_or_default();
        let is_strict = expected.strict;
        let protocol = asked.protocol.map(|word| word.0);
        let parsed = read(&Message::from(&asked.text), protocol, &Options::from(expected));
        let parsed = if is_strict { parsed.strict() } else { parsed };
        let (fix, mut listed) = (results::fix(&parsed), parsed.diagnostics().to_vec());
        let omitted = listed.len().saturating_sub(MAX_DIAGNOSTICS);
        if omitted > 0 {
            listed.sort_by_key(Diagnostic::severity);
            listed.truncate(MAX_DIAGNOSTICS);
        }
        let mut text = format!("{parsed}\n{fix}");
        if parsed.is_accepted() {
            text.extend(listed.iter().map(|diagnostic| format!("- {diagnostic}\n")));
        }
        let mut answer = answer(&results::Checked { parsed, omitted, fix }, &text, None)?;
        answer.structured_content.iter_mut().for_each(|result| result["diagnostics"] = json!(listed));
        Ok(answer)
    }

    /// Converts a report to another protocol and lists what that costs. A rejected report is not converted.
    #[tool(input_schema = schema::<arguments::Convert>(), output_schema = schema::<results::Converted>())]
    fn convert_report(Parameters(asked): Parameters<arguments::Convert>) -> Answer {
        let protocol = asked.protocol.map(|word| word.0);
        let parsed = read(&Message::from(&asked.text), protocol, &Options::default());
        let conversion = convert(&parsed, asked.to.0.0, false);
        let rejection = conversion.rejection.as_ref().map(|reason| format!("{reason}\n{}", results::fix(&parsed)));
        let mut text = match &rejection {
            Some(rejection) => format!("not converted: {rejection}"),
            None => format!("converted to {}; losses: {}\n", conversion.protocol, conversion.losses.len()),
        };
        text.extend(conversion.losses.iter().map(|loss| format!("- {loss}\n")));
        let document = conversion.text.clone();
        answer(&results::Converted { conversion, rejection }, &text, document)
    }

    /// Merges the reports of many agents into one: unified findings, disagreements, coverage and gaps.
    #[tool(input_schema = schema::<arguments::Aggregate>(), output_schema = schema::<results::Aggregated>())]
    fn aggregate_reports(&self, Parameters(asked): Parameters<arguments::Aggregate>) -> Answer {
        let mut aggregate = aggregate::Aggregate::default();
        let mut add =
            |name: &str, bytes: &[u8]| add_input(&mut aggregate, name, bytes, None).map_err(|error| error.to_string());
        match (asked.reports, asked.folder) {
            (Some(reports), None) => reports.iter().try_for_each(|one| add(&one.name, one.text.as_bytes()))?,
            (None, Some(folder)) => self.roots.read(&folder, add)?,
            _ => return Err("give either `reports` or `folder`".to_owned()),
        }
        let mut report = aggregate.finish(&Expected::default());
        for quarantined in &mut report.quarantined {
            if let Some((end, _)) = quarantined.text.char_indices().nth(MAX_QUARANTINED) {
                quarantined.text.replace_range(end.., "…");
            }
        }
        if report.stats.results == 0 {
            return Err("there is no report".to_owned());
        }
        let markdown = report.to_string();
        // Its second paragraph counts results, findings and gaps.
        let text = markdown.split("\n\n").nth(1).unwrap_or_default().to_owned();
        answer(&results::Aggregated { markdown: markdown.clone(), report }, &text, Some(markdown))
    }

    /// Explains a rule that a diagnostic names: why it is there, and a wrong and a right example.
    #[tool(input_schema = schema::<arguments::Explain>(), output_schema = schema::<Explanation>())]
    fn explain_rule(Parameters(asked): Parameters<arguments::Explain>) -> Answer {
        let unknown = || format!("there is no rule `{}`; the diagnostics of `check_report` name rules", asked.rule);
        let explanation = explain(&asked.rule).ok_or_else(unknown)?;
        let text = explanation.to_string();
        answer(&explanation, &text, None)
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Server {
    fn get_info(&self) -> model::ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let name = model::Implementation::new("envelope-mcp", env!("CARGO_PKG_VERSION"));
        model::ServerConfig::new(capabilities).with_server_info(name).with_instructions(INSTRUCTIONS)
    }

    async fn list_resources(
        &self,
        _: Option<model::PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<model::ListResourcesResult, ErrorData> {
        Ok(model::ListResourcesResult::with_all_items(resources::list()))
    }

    async fn read_resource(
        &self,
        request: model::ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<model::ReadResourceResponse, ErrorData> {
        let contents = resources::read(&request.uri);
        let unknown = || ErrorData::resource_not_found(format!("there is no resource `{}`", request.uri), None);
        Ok(ReadResourceResult::new(vec![contents.ok_or_else(unknown)?]).into())
    }
}
