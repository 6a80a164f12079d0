//! One answer of several opinions: DENY > ASK > ALLOW > CONTINUE.

use super::Opinion;
use apprentice_contracts::hook::{HookAnswer, HookDecision, HookEvent};

/// Merges what the rules say. Asking counts only before a tool. Reasons are those of the decision that counts. The first replacement of
/// the arguments counts, if the call is not denied.
pub fn merge(event: HookEvent, opinions: Vec<Opinion>) -> HookAnswer {
    let of = |opinion: &Opinion| effective(event, opinion.decision);
    let decision = opinions.iter().map(of).max().unwrap_or_default();
    let reasons = opinions.iter().filter(|opinion| of(opinion) == decision).filter_map(|opinion| opinion.reason.as_deref());
    let reason = joined(reasons, " ").filter(|_| decision != HookDecision::Continue);
    let additional_context = joined(opinions.iter().filter_map(|opinion| opinion.additional_context.as_deref()), "\n\n");
    let replaces = event == HookEvent::PreToolUse && decision != HookDecision::Deny;
    let mut inputs = opinions.into_iter().filter_map(|opinion| opinion.updated_input).filter(|_| replaces);
    let updated_input = inputs.next();
    let findings = match inputs.any(|other| Some(&other) != updated_input.as_ref()) {
        true => vec!["Several rules replace the arguments. The first one counts.".to_owned()],
        false => Vec::new(),
    };
    HookAnswer { decision, reason, updated_input, additional_context, findings }
}

fn effective(event: HookEvent, decision: HookDecision) -> HookDecision {
    match decision {
        HookDecision::Ask if event != HookEvent::PreToolUse => HookDecision::Continue,
        other => other,
    }
}

/// The texts, each once.
fn joined<'a>(texts: impl Iterator<Item = &'a str>, between: &str) -> Option<String> {
    let mut all: Vec<&str> = Vec::new();
    for text in texts.map(str::trim).filter(|text| !text.is_empty()) {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    (!all.is_empty()).then(|| all.join(between))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    const DECISIONS: [HookDecision; 4] = [HookDecision::Continue, HookDecision::Allow, HookDecision::Ask, HookDecision::Deny];

    fn opinions() -> impl Strategy<Value = Vec<Opinion>> {
        let one = (prop::sample::select(DECISIONS.to_vec()), prop::option::of("[a-c]{1,2}"), prop::option::of(0..3));
        let one = one.prop_map(|(decision, reason, input)| Opinion {
            decision,
            reason,
            updated_input: input.map(|number| json!({ "n": number })),
            additional_context: None,
        });
        prop::collection::vec(one, 0..6)
    }

    proptest! {
        #[test]
        fn the_order_of_rules_changes_no_decision(opinions in opinions().prop_shuffle(), event in prop::sample::select(HookEvent::ALL.to_vec())) {
            let mut reversed = opinions.clone();
            reversed.reverse();
            let (one, other) = (merge(event, opinions), merge(event, reversed));
            prop_assert_eq!(one.decision, other.decision);
        }

        #[test]
        fn a_further_rule_never_loosens_a_decision(opinions in opinions(), more in opinions(), event in prop::sample::select(HookEvent::ALL.to_vec())) {
            let before = merge(event, opinions.clone()).decision;
            let after = merge(event, [opinions, more].concat()).decision;
            prop_assert!(after >= before);
        }

        #[test]
        fn what_counts_is_what_a_rule_said(opinions in opinions(), event in prop::sample::select(HookEvent::ALL.to_vec())) {
            let answer = merge(event, opinions.clone());
            let said = |decision| opinions.iter().any(|opinion| opinion.decision == decision);
            prop_assert!(answer.decision == HookDecision::Continue || said(answer.decision));
            prop_assert_eq!(answer.decision == HookDecision::Deny, said(HookDecision::Deny), "nothing overrides a denial");
            prop_assert!(answer.decision != HookDecision::Ask || event == HookEvent::PreToolUse);
            prop_assert!(answer.updated_input.is_none() || answer.decision != HookDecision::Deny && event == HookEvent::PreToolUse);
        }
    }

    #[test]
    fn reasons_are_those_of_the_decision_that_counts() {
        let said = |decision, reason: &str| Opinion::new(decision, reason);
        let all = vec![
            said(HookDecision::Allow, "it is fine"),
            said(HookDecision::Deny, "it pays"),
            said(HookDecision::Deny, "it pays"),
            said(HookDecision::Deny, "it sends"),
        ];
        assert_eq!(merge(HookEvent::PreToolUse, all).reason.as_deref(), Some("it pays it sends"));
        let asked = merge(HookEvent::Stop, vec![said(HookDecision::Ask, "may it stop?")]);
        assert_eq!((asked.decision, asked.reason), (HookDecision::Continue, None));
    }
}
