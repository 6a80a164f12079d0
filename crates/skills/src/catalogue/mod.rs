//! What an agent is shown of its skills, and which skill fits a task.

pub mod render;
pub mod select;
pub mod task_plan;
