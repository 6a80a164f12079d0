//! `/api/categories` (§0C.21, decisions "Later use").

use super::{Routes, reply};
use crate::App;
use crate::extract::{CategoryItem, CategoryPath, Valid, ValidQuery};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, delete, get, post, put};
use apprentice_contracts::app::Deleted;
use apprentice_contracts::category::*;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::page::PageQuery;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(LIST_CATEGORIES, list_categories);
    api.add(CREATE_CATEGORY, create_category);
    api.add(CATEGORY_ASSIGNMENTS, category_assignments);
    api.add(UPDATE_CATEGORY, update_category);
    api.add(DELETE_CATEGORY, delete_category);
    api.add(ASSIGN_CATEGORY, assign_category);
    api.add(CATEGORY_ITEMS, category_items);
    api.add(ASSIGN_MANY, assign_many);
    api.add(UNASSIGN_CATEGORY, unassign_category);
}

pub const LIST_CATEGORIES: Operation =
    get("list_categories", "/api/categories", "List categories by title.").person().provides(&[Tag::Categories]);

async fn list_categories(app: App) -> Reply<CategoriesListResponse> {
    reply(app.engine.list_categories().await)
}

pub const CREATE_CATEGORY: Operation = post("create_category", "/api/categories", "Create a category.")
    .person()
    .refuses(&[E::CategoryLimitReached, E::ClientRequestIdReused])
    .changes(&[Tag::Categories]);

async fn create_category(app: App, Valid(request): Valid<CreateCategoryRequest>) -> Reply<CategoryResponse> {
    reply(app.engine.create_category(request).await)
}

pub const CATEGORY_ASSIGNMENTS: Operation =
    get("category_assignments", "/api/categories/assignments", "List the category assignments of one item, one kind, or all.")
        .person()
        .provides(&[Tag::Categories]);

async fn category_assignments(app: App, ValidQuery(query): ValidQuery<AssignmentsQuery>) -> Reply<CategoryAssignmentsResponse> {
    reply(app.engine.category_assignments(query).await)
}

pub const UPDATE_CATEGORY: Operation =
    put("update_category", "/api/categories/{categoryId}", "Change the title or color of a category.")
        .person()
        .changes(&[Tag::Categories]);

async fn update_category(
    app: App,
    CategoryPath(id): CategoryPath,
    Valid(request): Valid<UpdateCategoryRequest>,
) -> Reply<CategoryResponse> {
    reply(app.engine.update_category(id, request).await)
}

pub const DELETE_CATEGORY: Operation =
    delete("delete_category", "/api/categories/{categoryId}", "Delete a category with its assignments.")
        .person()
        .changes(&[Tag::Categories]);

async fn delete_category(app: App, CategoryPath(id): CategoryPath) -> Reply<Deleted> {
    reply(app.engine.delete_category(id).await)
}

pub const ASSIGN_CATEGORY: Operation =
    post("assign_category", "/api/categories/{categoryId}/assign", "Assign an item to a category.")
        .person()
        .changes(&[Tag::Categories]);

async fn assign_category(
    app: App,
    CategoryPath(id): CategoryPath,
    Valid(request): Valid<AssignCategoryRequest>,
) -> Reply<AssignmentResponse> {
    reply(app.engine.assign_category(id, request).await)
}

pub const CATEGORY_ITEMS: Operation =
    get("category_items", "/api/categories/{categoryId}/items", "List the items of a category in the order of assignment.")
        .person()
        .provides(&[Tag::Categories]);

async fn category_items(
    app: App,
    CategoryPath(id): CategoryPath,
    ValidQuery(page): ValidQuery<PageQuery>,
) -> Reply<CategoryItemsResponse> {
    reply(app.engine.category_items(id, page).await)
}

pub const ASSIGN_MANY: Operation =
    post("assign_many", "/api/categories/{categoryId}/items", "Assign many items to a category or unassign them, all or none.")
        .person()
        .changes(&[Tag::Categories]);

async fn assign_many(
    app: App,
    CategoryPath(id): CategoryPath,
    Valid(request): Valid<AssignManyRequest>,
) -> Reply<AssignManyResponse> {
    reply(app.engine.assign_many(id, request).await)
}

pub const UNASSIGN_CATEGORY: Operation =
    delete("unassign_category", "/api/categories/{categoryId}/items/{itemKind}/{itemId}", "Unassign an item from a category.")
        .person()
        .changes(&[Tag::Categories]);

async fn unassign_category(
    app: App,
    CategoryPath(id): CategoryPath,
    CategoryItem { kind, id: item }: CategoryItem,
) -> Reply<Deleted> {
    reply(app.engine.unassign_category(id, kind, item).await)
}
