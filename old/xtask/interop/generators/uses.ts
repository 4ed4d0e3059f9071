// What a program writes against the generated types. Lines that must not compile are marked so, and the compiler says
// if one of them does.
import type { SubagentReturn } from "./json-return.js";
import type { ContractReport } from "./report-contract.js";
import type { StatusBlock } from "./status-block.js";

const returned: SubagentReturn = {
  status: "partial",
  summary: "Three of four modules are done. The last one needs a key.",
  artifacts: [{ type: "plan", path: "specs/plan.md" }],
  metadata: { session_id: "sess_1735460684_a1b2c3", agent_type: "planner", delegation_depth: 1, delegation_path: [] },
  errors: [{ type: "timeout", message: "the vault did not answer" }],
};

export function isDone(report: SubagentReturn): boolean {
  return report.status === "completed";
}

export function firstBlocker(report: ContractReport): string | undefined {
  return report.blockers?.[0];
}

export function nextAgent(block: StatusBlock): string | null | undefined {
  return block.next_action?.recommended_agent;
}

// @ts-expect-error a status is one of four words
const wrong: SubagentReturn["status"] = "done";
// @ts-expect-error a return has more than a status
const cut: SubagentReturn = { status: "completed" };

export default [returned, wrong, cut];
