//! Goals in other languages than English lead to a draft of their own.

use crate::road::{drafted, state};
use apprentice_contracts::session::CreateLearnSessionRequest;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::validation::StepResult;
use apprentice_testkit::*;

/// A goal, and the folder that it gets.
const GOALS: [(&str, &str); 8] = [
    ("Einen Kunden anlegen", "einen-kunden-anlegen"),
    ("Añadir un cliente nuevo", "anadir-un-cliente-nuevo"),
    ("Ajouter un client à la liste", "ajouter-un-client-a-la-liste"),
    ("Добавить клиента", "dobavit-klienta"),
    ("添加新客户", "tian-jia-xin-ke-hu"),
    ("新しい顧客を追加する", "xin-shii-gu-ke-o-zhui-jia"),
    ("إضافة عميل جديد", "dfh-myl-jdyd"),
    ("고객을 추가하기", "gogaegeul-chugahagi"),
];

#[tokio::test]
async fn a_goal_in_any_script_leads_to_a_review() {
    let mut wrong = Vec::new();
    for (goal, folder) in GOALS {
        let world = World::new();
        let engine = world.open().await;
        world.with_a_target(&engine).await;
        let request = CreateLearnSessionRequest { goal: Some(goal.into()), ..demonstrating() };
        let (id, proposal) = drafted(&world, &engine, request).await;
        let detail = engine.proposal_detail(proposal).await.unwrap();
        let failed = detail.validation.steps.iter().filter(|step| step.result == StepResult::Failed);
        let failed: Vec<String> = failed.map(|step| format!("{}: {:?}", step.label, step.details)).collect();
        let (state, slug) = (state(&engine, id).await, detail.proposal.proposed_skill_slug);
        if state != State::ReadyForReview || slug != folder {
            wrong.push(format!("{goal}: {state:?} {slug} {failed:#?} {:#?}", detail.proposal.trigger_phrases));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
