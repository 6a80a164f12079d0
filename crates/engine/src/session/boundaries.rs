//! Boundaries: marks in the trace of a session.

use crate::Answer;
use crate::core::transaction::WriteTx;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ids::{BoundaryId, EventId};
use apprentice_contracts::session::{BoundaryKind, BoundarySource, StepKindHint, WorkflowBoundary};
use apprentice_store::boundaries;
use apprentice_store::sessions::SessionRecord;

/// A boundary that is about to be stored.
pub(crate) struct Mark {
    kind: BoundaryKind,
    source: BoundarySource,
    label: Option<String>,
    hint: Option<StepKindHint>,
    at: Option<(EventId, u32)>,
}

impl Mark {
    pub(crate) fn new(kind: BoundaryKind, source: BoundarySource) -> Self {
        Self { kind, source, label: None, hint: None, at: None }
    }

    pub(crate) fn label(mut self, label: &str) -> Self {
        self.label = Some(label.to_owned());
        self
    }

    pub(crate) fn hint(mut self, hint: StepKindHint) -> Self {
        self.hint = Some(hint);
        self
    }

    /// Places it at this action instead of the end.
    pub(crate) fn at(mut self, event: EventId, seq: u32) -> Self {
        self.at = Some((event, seq));
        self
    }

    pub(crate) fn set(self, tx: &WriteTx<'_>, record: &mut SessionRecord) -> Answer<BoundaryId> {
        let boundary = WorkflowBoundary {
            boundary_id: tx.id(),
            learn_session_id: record.session.learn_session_id,
            kind: self.kind,
            source: self.source,
            label: self.label,
            step_kind_hint: self.hint,
            source_event_id: self.at.map(|(event, _)| event),
            after_seq: self.at.map_or(record.capture.last_seq, |(_, seq)| seq),
            created_at: tx.now,
            schema_version: SCHEMA_VERSION,
        };
        boundaries::add(tx.db, &boundary)?;
        let reference = Some(boundary.boundary_id.to_string());
        match self.kind {
            BoundaryKind::Start | BoundaryKind::TrimStart => record.session.start_boundary_ref = reference,
            BoundaryKind::Stop | BoundaryKind::TrimEnd => record.session.stop_boundary_ref = reference,
            _ => {}
        }
        Ok(boundary.boundary_id)
    }
}

/// Sequence numbers of the first and the last remaining action. The last trim of each kind counts.
pub(crate) fn trimmed_span(marks: &[WorkflowBoundary]) -> (u32, u32) {
    let last = |kind| marks.iter().rev().find(|mark| mark.kind == kind).map(|mark| mark.after_seq);
    (last(BoundaryKind::TrimStart).unwrap_or(0), last(BoundaryKind::TrimEnd).unwrap_or(u32::MAX))
}
