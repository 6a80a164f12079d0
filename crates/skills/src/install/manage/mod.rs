//! Installs, updates, removes and pins skills from other people, and reports their status.
//!
//! Every change is planned and shown first; executing a plan checks that nothing changed since. Invariant: an edited skill is
//! overwritten or deleted only with `force`, and then a copy is kept.

mod apply;
mod by_place;
mod links;
mod locks;
mod manifest;
mod pin;
mod plan;
mod record;
mod remove;
mod removed;
mod restore;
mod scope;
mod settle;
mod status;
mod tracked;
mod update;

pub use apply::{StepResult, apply};
pub use by_place::{Batch, InstallNote, InstallNotes, status_at};
pub use pin::{pin, unpin};
pub use plan::{InstallPlan, InstallRequest, InstallStep, StepAction, plan_install};
pub use remove::{RemovalPlan, RemovalStep, RemovalTarget, plan_removal, remove};
pub use removed::{
    KEPT_BYTES, KEPT_FOR, KeptAbility, KeptCopy, forget_ability, keep_ability, kept_abilities, kept_ability, move_former,
    name_of, prune, removed, set_aside,
};
pub use restore::restore;
pub use scope::{Destination, InstallContext, InstallScope};
pub use status::{InstallState, InstallStatus, SourceCheck, status};
pub use update::{SkippedUpdate, UpdatePlan, plan_update};
