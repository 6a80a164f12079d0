//! Categories (§0C.21): the user's own groups. An item can be in several categories.

use crate::Time;
use crate::ids::{CategoryId, ClientRequestId, ItemId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most categories that can exist; one more is `CATEGORY_LIMIT_REACHED`.
pub const CATEGORY_LIMIT: u32 = 200;

/// The colour of a category that was created without one.
pub const DEFAULT_COLOR: &str = "#6366F1";

/// A group of skills, abilities, proposals and imports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Category {
    /// Identifies the category.
    pub category_id: CategoryId,
    /// At most 80 characters; unique, regardless of case.
    pub title: String,
    /// `#RRGGBB`.
    pub color: String,
    /// When the record was created.
    pub created_at: Time,
    /// When the record last changed.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// What kind of record a category item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CategoryItemKind {
    /// A task template.
    TaskTemplate,
    /// An automation.
    Automation,
    /// A skill in a folder.
    Skill,
    /// An imported bundle.
    Bundle,
    /// A connector.
    Connector,
    /// A proposal.
    Proposal,
    /// An ability.
    LearnedAbility,
}

/// An item that is in a category.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CategoryAssignment {
    /// The category.
    pub category_id: CategoryId,
    /// The kind of the item.
    pub item_kind: CategoryItemKind,
    /// The item, at most 160 characters.
    pub item_id: ItemId,
    /// When the item was assigned.
    pub assigned_at: Time,
}

/// A line of `<home>/system/categories/assignments.jsonl`: an item was assigned or unassigned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AssignmentLine {
    /// The category.
    pub category_id: CategoryId,
    /// The kind of the item.
    pub item_kind: CategoryItemKind,
    /// The item.
    pub item_id: ItemId,
    /// When the item was assigned or unassigned.
    pub assigned_at: Time,
    /// Whether the item was unassigned.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
}

fn default_color() -> String {
    DEFAULT_COLOR.to_owned()
}

/// `POST /api/categories`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CreateCategoryRequest {
    /// 1 to 80 characters; unique, regardless of case.
    #[garde(length(chars, min = 1, max = 80))]
    pub title: String,
    /// `#RRGGBB`; `#6366F1` when left out.
    #[serde(default = "default_color")]
    #[garde(pattern("^#[0-9a-fA-F]{6}$"))]
    pub color: String,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `PUT /api/categories/:categoryId`. Fields that are left out do not change.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct UpdateCategoryRequest {
    /// 1 to 80 characters; unique, regardless of case.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 80))]
    pub title: Option<String>,
    /// `#RRGGBB`.
    #[serde(default)]
    #[garde(inner(pattern("^#[0-9a-fA-F]{6}$")))]
    pub color: Option<String>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `POST /api/categories/:categoryId/assign`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AssignCategoryRequest {
    /// The kind of the item.
    #[garde(skip)]
    pub item_kind: CategoryItemKind,
    /// The item.
    #[garde(length(chars, min = 1, max = 160))]
    pub item_id: ItemId,
}

/// An item that can be in a category.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CategoryItemRef {
    /// The kind of the item.
    #[garde(skip)]
    pub item_kind: CategoryItemKind,
    /// The item.
    #[garde(length(chars, min = 1, max = 160))]
    pub item_id: ItemId,
}

/// `POST /api/categories/:categoryId/items`: assigns or unassigns many items in one transaction. An addition of this project, for a
/// selection of many rows.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AssignManyRequest {
    /// The items; 1 to 1,000.
    #[garde(length(min = 1, max = 1000), dive)]
    pub items: Vec<CategoryItemRef>,
    /// Whether the items are to be in the category.
    #[garde(skip)]
    pub assigned: bool,
}

/// The effect of an `AssignManyRequest`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AssignManyResponse {
    /// Number of items whose assignment changed.
    pub changed: u32,
}

/// One category.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CategoryResponse {
    /// The category.
    pub category: Category,
}

/// `GET /api/categories`: all categories, sorted by title.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CategoriesListResponse {
    /// The categories.
    pub categories: Vec<Category>,
    /// Number of items by category id. A category without items is left out.
    pub item_counts: BTreeMap<String, u32>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Most categories that can exist.
    pub limit: u32,
}

/// One assignment.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AssignmentResponse {
    /// The assignment.
    pub assignment: CategoryAssignment,
}

/// `GET /api/categories/:categoryId/items`: a page of the items, in the order of their assignment.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CategoryItemsResponse {
    /// The items on this page.
    pub items: Vec<CategoryAssignment>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
}

/// `GET /api/categories/assignments`. Without any field it returns all assignments.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AssignmentsQuery {
    /// Only items of this kind.
    #[serde(default)]
    #[garde(skip)]
    pub item_kind: Option<CategoryItemKind>,
    /// Only this item.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub item_id: Option<ItemId>,
}

/// Assignments, in the order in which they were made.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CategoryAssignmentsResponse {
    /// The assignments.
    pub assignments: Vec<CategoryAssignment>,
}
