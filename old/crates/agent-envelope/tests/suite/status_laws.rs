//! The laws of the status mapping over every chain of protocols (RULINGS, "Status mapping").

use clarifications_md::{DecisionStatus, EvaluationVerdict};
use clarity_protocol::ResultStatus;
use envelope_core::{Outcome, Status};
use json_return::ReturnStatus;
use proptest::prelude::*;
use report_contract::ContractStatus;
use status_block::BlockStatus;

/// A protocol as a step of a chain: from an outcome to the outcome of the word that it is given.
type Step = (&'static str, fn(Outcome) -> Outcome);

fn step<S: Status>(outcome: Outcome) -> Outcome {
    S::from_outcome(outcome).status().outcome()
}

const STEPS: [Step; 6] = [
    ("clarity", step::<ResultStatus>),
    ("json-return", step::<ReturnStatus>),
    ("status-block", step::<BlockStatus>),
    ("report-contract", step::<ContractStatus>),
    ("evaluation", step::<EvaluationVerdict>),
    ("decisions", step::<DecisionStatus>),
];

#[test]
fn no_chain_of_up_to_four_makes_a_success_of_a_failure() {
    for start in Outcome::ALL {
        let mut reached = vec![(start, String::new())];
        for _ in 0..4 {
            let next = reached.iter().flat_map(|(outcome, way)| {
                STEPS.iter().map(move |(name, step)| (step(*outcome), format!("{way} → {name}")))
            });
            reached = next.collect();
            for (outcome, way) in &reached {
                assert_eq!(outcome.is_success(), start.is_success(), "{start}{way} = {outcome}");
            }
        }
    }
}

#[test]
fn an_exact_word_keeps_its_outcome() {
    fn assert_kept<S: Status>() {
        for status in S::ALL {
            assert_eq!(step::<S>(status.outcome()), status.outcome(), "{status:?}");
        }
    }
    assert_kept::<ResultStatus>();
    assert_kept::<ReturnStatus>();
    assert_kept::<BlockStatus>();
    assert_kept::<ContractStatus>();
    assert_kept::<EvaluationVerdict>();
    assert_kept::<DecisionStatus>();
}

#[test]
fn clean_claims_more_than_completed() {
    assert!(ResultStatus::from_outcome(Outcome::Completed).lost().is_some_and(|lost| lost.contains("no issues")));
}

proptest! {
    #[test]
    fn a_chain_of_any_length_is_monotone(
        worse in 0..Outcome::ALL.len(), better in 0..Outcome::ALL.len(), way in prop::collection::vec(0..STEPS.len(), 0..12),
    ) {
        let (better, worse) = (better.min(worse), better.max(worse));
        let walk = |start: Outcome| way.iter().fold(start, |outcome, at| STEPS[*at].1(outcome));
        let (good, bad) = (walk(Outcome::ALL[better]), walk(Outcome::ALL[worse]));
        prop_assert!(good <= bad, "{} and {}", good, bad);
        prop_assert_eq!(bad.is_success(), Outcome::ALL[worse].is_success());
    }
}
