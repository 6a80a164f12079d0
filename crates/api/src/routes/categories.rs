//! `/api/categories` (§0C.21, decisions "Later use").

use super::reply;
use crate::App;
use crate::extract::{Body, CategoryItem, CategoryPath, Params};
use crate::failure::Reply;
use crate::openapi::doc;
use aide::axum::ApiRouter;
use aide::axum::routing::{delete_with, get_with, post_with, put_with};
use apprentice_contracts::app::Deleted;
use apprentice_contracts::category::*;
use apprentice_contracts::page::PageQuery;
use axum::extract::State;

const TAG: &str = "categories";

pub(super) fn routes() -> ApiRouter<App> {
    let at = |rest: &str| format!("/api/categories/{{categoryId}}{rest}");
    ApiRouter::new()
        .api_route(
            "/api/categories",
            get_with(list, doc(TAG, "list_categories", "All categories, by title."))
                .post_with(create, doc(TAG, "create_category", "A new category.")),
        )
        .api_route(
            "/api/categories/assignments",
            get_with(assignments, doc(TAG, "category_assignments", "What is in which category: of one item, one kind, or all.")),
        )
        .api_route(
            &at(""),
            put_with(update, doc(TAG, "update_category", "Change its title or its colour."))
                .delete_with(delete, doc(TAG, "delete_category", "Delete it with all its assignments.")),
        )
        .api_route(&at("/assign"), post_with(assign, doc(TAG, "assign_category", "Put an item into it.")))
        .api_route(
            &at("/items"),
            get_with(items, doc(TAG, "category_items", "What is in it, in the order of assigning."))
                .post_with(assign_many, doc(TAG, "assign_many", "Put many items into it or take them out, all or none.")),
        )
        .api_route(
            &at("/items/{itemKind}/{itemId}"),
            delete_with(unassign, doc(TAG, "unassign_category", "Take an item out of it.")),
        )
}

async fn list(State(app): State<App>) -> Reply<CategoriesListResponse> {
    reply(app.engine.list_categories().await)
}

async fn create(State(app): State<App>, Body(request): Body<CreateCategoryRequest>) -> Reply<CategoryResponse> {
    reply(app.engine.create_category(request).await)
}

async fn assignments(State(app): State<App>, Params(query): Params<AssignmentsQuery>) -> Reply<CategoryAssignmentsResponse> {
    reply(app.engine.category_assignments(query).await)
}

async fn update(
    State(app): State<App>,
    CategoryPath(id): CategoryPath,
    Body(request): Body<UpdateCategoryRequest>,
) -> Reply<CategoryResponse> {
    reply(app.engine.update_category(id, request).await)
}

async fn delete(State(app): State<App>, CategoryPath(id): CategoryPath) -> Reply<Deleted> {
    reply(app.engine.delete_category(id).await)
}

async fn assign(
    State(app): State<App>,
    CategoryPath(id): CategoryPath,
    Body(request): Body<AssignCategoryRequest>,
) -> Reply<AssignmentResponse> {
    reply(app.engine.assign_category(id, request).await)
}

async fn assign_many(
    State(app): State<App>,
    CategoryPath(id): CategoryPath,
    Body(request): Body<AssignManyRequest>,
) -> Reply<AssignManyResponse> {
    reply(app.engine.assign_many(id, request).await)
}

async fn items(
    State(app): State<App>,
    CategoryPath(id): CategoryPath,
    Params(page): Params<PageQuery>,
) -> Reply<CategoryItemsResponse> {
    reply(app.engine.category_items(id, page).await)
}

async fn unassign(
    State(app): State<App>,
    CategoryPath(id): CategoryPath,
    CategoryItem { kind, id: item }: CategoryItem,
) -> Reply<Deleted> {
    reply(app.engine.unassign_category(id, kind, item).await)
}
