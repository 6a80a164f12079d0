//! `apprentice categories`: the person's own groups of skills, abilities, proposals and imports.

use crate::engine::CliContext;
use crate::output::CommandResult;
use crate::show::{call, fields, rows};
use apprentice_api::operations as op;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use uuid::Uuid;

#[derive(Subcommand)]
pub enum Categories {
    /// List categories by title
    List,
    /// Create a category
    Create {
        title: String,
        /// Such as #6366F1
        #[arg(long, value_name = "COLOR")]
        color: Option<String>,
    },
    /// Change the title or the color of a category
    Edit {
        category: Uuid,
        #[arg(long)]
        title: Option<String>,
        /// Such as #6366F1
        #[arg(long, value_name = "COLOR")]
        color: Option<String>,
    },
    /// Delete a category; its items stay
    Delete { category: Uuid },
    /// List the items of a category
    Items {
        category: Uuid,
        #[arg(long, default_value_t = 1)]
        page: u32,
    },
    /// Assign items to a category
    Assign(Items),
    /// Unassign items from a category
    Unassign(Items),
    /// List which items are in which categories
    Assignments {
        /// Only items of this kind
        #[arg(long, value_parser = KINDS)]
        kind: Option<String>,
        /// Only this item; with --kind
        #[arg(long, value_name = "ID", requires = "kind")]
        item: Option<String>,
    },
}

#[derive(Args)]
pub struct Items {
    category: Uuid,
    #[arg(value_parser = KINDS)]
    kind: String,
    /// Their ids, such as the ability_id
    #[arg(required = true)]
    items: Vec<String>,
}

/// What can be in a category.
const KINDS: [&str; 7] = ["task_template", "automation", "skill", "bundle", "connector", "proposal", "learned_ability"];

const ASSIGNMENT: [&str; 3] = ["item_kind", "item_id", "category_id"];

pub async fn run(context: &CliContext, command: Categories) -> CommandResult {
    match command {
        Categories::List => {
            let text = |answer: &Value| rows(answer, "categories", &["category_id", "color", "title"], "There is no category.");
            call(context, op::LIST_CATEGORIES.call([]), &text).await
        }
        Categories::Create { title, color } => {
            let mut body = json!({ "title": title });
            if let Some(color) = color {
                body["color"] = json!(color);
            }
            call(context, op::CREATE_CATEGORY.call([]).json(body), &fields).await
        }
        Categories::Edit { category, title, color } => {
            let body = json!({ "title": title, "color": color });
            call(context, op::UPDATE_CATEGORY.call([&category]).json(body), &fields).await
        }
        Categories::Delete { category } => call(context, op::DELETE_CATEGORY.call([&category]), &fields).await,
        Categories::Items { category, page } => {
            let text = |answer: &Value| rows(answer, "items", &ASSIGNMENT[..2], "The category is empty.");
            call(context, op::CATEGORY_ITEMS.call([&category]).query("page", page), &text).await
        }
        Categories::Assign(items) => assign(context, items, true).await,
        Categories::Unassign(items) => assign(context, items, false).await,
        Categories::Assignments { kind, item } => {
            let filters = [("item_kind", kind), ("item_id", item)].into_iter().filter_map(|(name, value)| Some((name, value?)));
            let request = filters.fold(op::CATEGORY_ASSIGNMENTS.call([]), |request, (name, value)| request.query(name, value));
            let text = |answer: &Value| rows(answer, "assignments", &ASSIGNMENT, "Nothing is in a category.");
            call(context, request, &text).await
        }
    }
}

async fn assign(context: &CliContext, Items { category, kind, items }: Items, assigned: bool) -> CommandResult {
    let items: Vec<_> = items.iter().map(|item| json!({ "item_kind": kind, "item_id": item })).collect();
    let body = json!({ "items": items, "assigned": assigned });
    call(context, op::ASSIGN_MANY.call([&category]).json(body), &fields).await
}
