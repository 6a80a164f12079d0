//! Categories (§0C.21): the user's own groups. They overlap: an item can be in many.

use crate::Time;
use crate::ids::CategoryId;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most categories that there can be; one more is `CATEGORY_LIMIT_REACHED`.
pub const CATEGORY_LIMIT: u32 = 200;

/// The colour of a category that was given none.
pub const DEFAULT_COLOR: &str = "#6366F1";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Category {
    pub category_id: CategoryId,
    /// At most 80 characters; no other category has it, in whatever case.
    pub title: String,
    /// `#RRGGBB`.
    pub color: String,
    pub created_at: Time,
    pub updated_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CategoryItemKind {
    TaskTemplate,
    Automation,
    Skill,
    Bundle,
    Connector,
    Proposal,
    LearnedAbility,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CategoryAssignment {
    pub category_id: CategoryId,
    pub item_kind: CategoryItemKind,
    /// At most 160 characters.
    pub item_id: String,
    pub assigned_at: Time,
}

/// A line of `<home>/system/categories/assignments.jsonl`: what was assigned, or taken away again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AssignmentLine {
    pub category_id: CategoryId,
    pub item_kind: CategoryItemKind,
    pub item_id: String,
    /// Of this line: when it was assigned, or taken away.
    pub assigned_at: Time,
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
    #[garde(length(chars, min = 1, max = 80))]
    pub title: String,
    #[serde(default = "default_color")]
    #[garde(pattern("^#[0-9a-fA-F]{6}$"))]
    pub color: String,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `PUT /api/categories/:categoryId`. Only what is given changes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct UpdateCategoryRequest {
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 80))]
    pub title: Option<String>,
    #[serde(default)]
    #[garde(inner(pattern("^#[0-9a-fA-F]{6}$")))]
    pub color: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `POST /api/categories/:categoryId/assign`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AssignCategoryRequest {
    #[garde(skip)]
    pub item_kind: CategoryItemKind,
    #[garde(length(chars, min = 1, max = 160))]
    pub item_id: String,
}

/// What can be in a category.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CategoryItemRef {
    #[garde(skip)]
    pub item_kind: CategoryItemKind,
    #[garde(length(chars, min = 1, max = 160))]
    pub item_id: String,
}

/// `POST /api/categories/:categoryId/items`: many at once, all of them or none (not of the text: for a choice of many rows).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AssignManyRequest {
    #[garde(length(min = 1, max = 1000), dive)]
    pub items: Vec<CategoryItemRef>,
    /// Whether they are to be in it afterwards.
    #[garde(skip)]
    pub assigned: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AssignManyResponse {
    /// How many were not like that before.
    pub changed: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CategoryResponse {
    pub category: Category,
}

/// `GET /api/categories`: all, by title.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CategoriesListResponse {
    pub categories: Vec<Category>,
    /// How many items each has; a category that has none is left out.
    pub item_counts: BTreeMap<String, u32>,
    pub total: u32,
    /// How many there can be.
    pub limit: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AssignmentResponse {
    pub assignment: CategoryAssignment,
}

/// `GET /api/categories/:categoryId/items`: in the order of assigning.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CategoryItemsResponse {
    pub items: Vec<CategoryAssignment>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
}

/// `GET /api/categories/assignments`; both left out: all.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AssignmentsQuery {
    #[serde(default)]
    #[garde(skip)]
    pub item_kind: Option<CategoryItemKind>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub item_id: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CategoryAssignmentsResponse {
    pub assignments: Vec<CategoryAssignment>,
}
