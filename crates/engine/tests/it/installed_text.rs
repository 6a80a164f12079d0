//! One text: the SKILL.md that a review shows, that the checks read, and that an agent finds in its folder.

use crate::road::*;
use apprentice_compiler::{Demonstration, compile};
use apprentice_contracts::checkpoint::LintSeverity;
use apprentice_contracts::proposal::{EditedFields, ProposalDetailResponse, RequestedLane};
use apprentice_contracts::session::CreateLearnSessionRequest;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_engine::Engine;
use apprentice_testkit::*;

/// What the compiler makes of the session's own actions: the text that its tests score.
async fn compiled(engine: &Engine, detail: &ProposalDetailResponse) -> String {
    let id = detail.proposal.learn_session_id.unwrap();
    let session = engine.session_detail(id).await.unwrap();
    let demonstration = Demonstration {
        goal: session.session.goal,
        actions: engine.observed_actions(id, Default::default()).await.unwrap().actions,
        boundaries: session.boundaries,
        execution_mode: session.session.execution_mode,
        ..Demonstration::default()
    };
    compile(&demonstration).unwrap().skill_md
}

/// Nothing is added on the way: no marker and no provenance. The front matter says `origin: demonstration` in every copy.
#[tokio::test]
async fn the_installed_skill_md_is_byte_for_byte_the_compiled_and_reviewed_one() {
    for goal in [
        "Add a customer",
        // Its folder name reads like an element id: `export-tr-2024-report`.
        "Export TR 2024 report",
        // In lower case, as a trigger phrase has it, this reads like a class selector.
        "Migrate the .NET-Core customers",
        // The demonstration types “Ada Lovelace”.
        "Add Ada Lovelace to the customers",
    ] {
        let world = World::new();
        let engine = world.open().await;
        world.with_a_target(&engine).await;
        let request = CreateLearnSessionRequest { goal: Some(goal.into()), ..demonstrating() };
        let (id, proposal) = drafted(&world, &engine, request).await;
        let detail = engine.proposal_detail(proposal).await.unwrap();
        assert_eq!(detail.skill_md, compiled(&engine, &detail).await, "{goal}: the reviewed text is the compiled text");
        let findings = &detail.validation.lint.findings;
        assert_eq!(state(&engine, id).await, State::ReadyForReview, "{goal}: {findings:#?}");

        engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
        let slug = &detail.proposal.proposed_skill_slug;
        for folder in ["sandbox/skills", "system/learning/installed"] {
            let file = world.home().join(folder).join(slug).join("SKILL.md");
            assert_eq!(std::fs::read_to_string(file).unwrap(), detail.skill_md, "{goal}: {folder}");
        }
        assert!(detail.skill_md.contains(&format!("`ability_id`: `ability_{slug}`")), "{goal}: {}", detail.skill_md);
    }
}

#[tokio::test]
async fn an_edited_field_with_a_secret_is_reported_and_its_words_stay_out_of_the_file() {
    const TOKEN: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    let world = World::new();
    let engine = world.open().await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let goal = EditedFields { goal_summary: Some(format!("Log in with {TOKEN}")), ..EditedFields::default() };
    let detail = engine.revise_proposal(proposal, edit(goal)).await.unwrap();
    let findings = &detail.validation.lint.findings;
    let finding = findings.iter().find(|finding| finding.code == "CKP-005").expect("the goal holds a secret");
    assert_eq!(finding.severity, LintSeverity::Error);
    assert!(finding.message.contains("goal"), "the message names the field: {}", finding.message);
    assert!(!detail.skill_md.contains(TOKEN), "{}", detail.skill_md);
}
