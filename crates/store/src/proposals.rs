//! Table `proposals`: proposals with everything that a review shows of them.

use crate::StoreError;
use crate::codec::{limit_offset, query_all, query_count, query_one, read_record, sortable_time, to_body, whole_json, wire_name};
use apprentice_contracts::author::AuthorMark;
use apprentice_contracts::checkpoint::{Checkpoint, LintReport};
use apprentice_contracts::graph::{DemonstratedValue, SettledPoint, ValueAnswer, WorkflowGraph};
use apprentice_contracts::ids::{LearnSessionId, ProposalId};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::{EditedFields, LearningAnswer, LearningQuestion, SkillBundleProposal};
use apprentice_contracts::reading::ReadingSource;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

pub(crate) const CREATE: &str = "
CREATE TABLE proposals (
    proposal_id TEXT PRIMARY KEY,
    session_id  TEXT,
    slug        TEXT NOT NULL,
    state       TEXT NOT NULL,
    created_at  TEXT NOT NULL,
    body        TEXT NOT NULL
) STRICT;
CREATE INDEX proposals_by_age ON proposals (created_at DESC, proposal_id DESC);
";

/// A proposal and its draft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProposalRecord {
    /// The proposal.
    pub proposal: SkillBundleProposal,
    /// Its draft.
    pub draft: DraftRecord,
}

/// The draft of a proposal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DraftRecord {
    /// `description` of the SKILL.md.
    pub description: String,
    /// The whole SKILL.md, front matter included. An installation writes exactly this text.
    pub skill_md: String,
    /// Whether a person edited `skill_md`.
    pub skill_md_edited: bool,
    /// The workflow graph, with the inputs.
    pub graph: WorkflowGraph,
    /// The checkpoints, in order, with the observer's evidence.
    pub checkpoints: Vec<Checkpoint>,
    /// The questions.
    pub questions: Vec<LearningQuestion>,
    /// The answers, oldest first.
    pub answers: Vec<LearningAnswer>,
    /// The lint report.
    pub lint: LintReport,
    /// What the person asked to change, in their words, oldest first.
    #[serde(default)]
    pub instructions: Vec<String>,
    /// Fields that a person edited; they are applied to every new draft.
    #[serde(default)]
    pub edits: EditedFields,
    /// The model that improved it. `None`: the rules wrote it alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<AuthorMark>,
    /// Every demonstrated value, with what is known of it.
    #[serde(default)]
    pub values: Vec<DemonstratedValue>,
    /// What the person said of values; it is applied to every new draft.
    #[serde(default)]
    pub value_answers: Vec<ValueAnswer>,
    /// Where the person showed that they look to see that it worked; every new draft looks there too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown_checks: Vec<ReadingSource>,
    /// The session of the first showing, if that is not the session of the proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_showing: Option<LearnSessionId>,
    /// The sessions of the further showings, the oldest first; every new draft is compiled with them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<LearnSessionId>,
    /// What they settled, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<SettledPoint>,
    /// The requests that its trigger tests try, besides those that every test makes: what Request More Tests added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trigger_cases: Vec<TriggerCase>,
}

/// A request of the trigger tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriggerCase {
    /// What a user would say. At most 120 characters.
    pub phrase: String,
    /// What look-up should do with it.
    pub kind: TriggerCaseKind,
    /// Whether a model wrote it.
    #[serde(default)]
    pub by_author: bool,
}

/// What look-up should do with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TriggerCaseKind {
    /// Find the ability: the request means its task, in other words.
    Paraphrase,
    /// Not find it: the request has nothing to do with its task.
    Unrelated,
    /// Not find it: the request shares words with its task and means something else.
    NearMiss,
}

impl DraftRecord {
    /// Required questions without an answer.
    pub fn open_required(&self) -> impl Iterator<Item = &LearningQuestion> {
        let answered = |question: &LearningQuestion| self.answers.iter().any(|answer| answer.question_id == question.question_id);
        self.questions.iter().filter(move |question| question.required && !answered(question))
    }
}

/// Inserts or replaces a proposal.
pub fn put(db: &Connection, record: &ProposalRecord) -> Result<(), StoreError> {
    let proposal = &record.proposal;
    db.prepare_cached(
        "INSERT INTO proposals (proposal_id, session_id, slug, state, created_at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (proposal_id) DO UPDATE SET session_id = ?2, slug = ?3, state = ?4, body = ?6",
    )?
    .execute(params![
        proposal.proposal_id.to_string(),
        proposal.learn_session_id.map(|id| id.to_string()),
        proposal.proposed_skill_slug,
        wire_name(&proposal.proposal_state)?,
        sortable_time(proposal.created_at),
        to_body(record)?
    ])?;
    Ok(())
}

/// The proposal with this id.
pub fn get(db: &Connection, id: ProposalId) -> Result<Option<ProposalRecord>, StoreError> {
    query_one(db, "SELECT body FROM proposals WHERE proposal_id = ?1", params![id.to_string()])
}

/// The proposal with this id. Its draft, which is many times as large, is not read.
pub fn without_draft(db: &Connection, id: ProposalId) -> Result<Option<SkillBundleProposal>, StoreError> {
    let sql = "SELECT body, json_extract(body, '$.proposal') FROM proposals WHERE proposal_id = ?1";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(params![id.to_string()])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    whole_json(row.get_ref(0)?)?;
    read_record(row.get_ref(1)?).map(Some)
}

/// A page of the proposals that are not archived, newest first, and their number.
pub fn list(db: &Connection, page: PageQuery) -> Result<(Vec<ProposalRecord>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    let of = "FROM proposals WHERE NOT EXISTS (SELECT 1 FROM archive WHERE archive.kind = 'proposal' AND id = proposal_id)";
    let sql = format!("SELECT body {of} ORDER BY created_at DESC, proposal_id DESC LIMIT ?1 OFFSET ?2");
    Ok((query_all(db, &sql, params![limit, offset])?, query_count(db, &format!("SELECT count(*) {of}"), [])?))
}

/// All proposals, oldest first.
pub fn all(db: &Connection) -> Result<Vec<ProposalRecord>, StoreError> {
    query_all(db, "SELECT body FROM proposals ORDER BY created_at, proposal_id", [])
}

/// Deletes a proposal.
pub fn delete(db: &Connection, id: ProposalId) -> Result<(), StoreError> {
    db.execute("DELETE FROM proposals WHERE proposal_id = ?1", params![id.to_string()])?;
    Ok(())
}
