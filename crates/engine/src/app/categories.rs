//! Categories (§0C.21): the user's own groups of skills, abilities, proposals and other items.
//!
//! An item id is not checked: a category outlives its items, and an item may belong to another program.

use crate::Answer;
use crate::core::idempotency::IdempotencyKey;
use crate::core::notify::ChangeNotice;
use crate::core::stale::Projection;
use crate::core::transaction::WriteTx;
use crate::core::{Core, request};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ability::AbilityAvailabilityEntry;
use apprentice_contracts::app::Deleted;
use apprentice_contracts::category::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, CategoryId, ImportId, ItemId, ProposalId};
use apprentice_contracts::page::PageQuery;
use apprentice_store::{Connection, categories};
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;
use uuid::Uuid;

/// The operations on categories.
#[derive(Clone)]
pub(crate) struct Categories {
    pub core: Arc<Core>,
}

impl Categories {
    pub(crate) async fn list_categories(&self) -> Answer<CategoriesListResponse> {
        let (categories, item_counts) =
            self.core.store.read(|db| Ok::<_, Failure>((categories::all(db)?, categories::counts(db)?))).await?;
        let total = u32::try_from(categories.len()).unwrap_or(u32::MAX);
        Ok(CategoriesListResponse { categories, item_counts, total, limit: CATEGORY_LIMIT })
    }

    pub(crate) async fn create_category(&self, request: CreateCategoryRequest) -> Answer<CategoryResponse> {
        let key = IdempotencyKey::new("create_category", "", request.client_request_id.as_ref(), &request)?;
        let title = titled(&request.title)?;
        self.core
            .commit_once(key, move |tx| {
                free(tx.db, &title, None)?;
                if categories::total(tx.db)? >= CATEGORY_LIMIT {
                    let message = format!("There are {CATEGORY_LIMIT} categories, as many as there can be. Delete one first.");
                    return Err(
                        Failure::new(ErrorCode::CategoryLimitReached, message).with_details(json!({ "limit": CATEGORY_LIMIT }))
                    );
                }
                let category = Category {
                    category_id: tx.id(),
                    title,
                    color: request.color,
                    created_at: tx.now,
                    updated_at: tx.now,
                    schema_version: SCHEMA_VERSION,
                };
                categories::put(tx.db, &category)?;
                tx.stale(&Projection::Categories)?;
                tx.notify(ChangeNotice::Categories);
                Ok(CategoryResponse { category })
            })
            .await
    }

    pub(crate) async fn update_category(&self, id: CategoryId, request: UpdateCategoryRequest) -> Answer<CategoryResponse> {
        if request.title.is_none() && request.color.is_none() {
            return Err(request::invalid("title", "give a title, a color or both"));
        }
        let title = request.title.as_deref().map(titled).transpose()?;
        let category = self
            .core
            .commit(move |tx| {
                let mut category = find(tx.db, id)?;
                if let Some(title) = title {
                    free(tx.db, &title, Some(id))?;
                    category.title = title;
                }
                category.color = request.color.unwrap_or(category.color);
                category.updated_at = tx.now;
                categories::put(tx.db, &category)?;
                tx.stale(&Projection::Categories)?;
                Ok(category)
            })
            .await?;
        self.core.notifier.notify(ChangeNotice::Categories);
        Ok(CategoryResponse { category })
    }

    pub(crate) async fn delete_category(&self, id: CategoryId) -> Answer<Deleted> {
        self.core
            .commit(move |tx| {
                find(tx.db, id)?;
                categories::delete(tx.db, id, tx.now)?;
                tx.stale(&Projection::Categories)?;
                assignments_changed(tx)
            })
            .await?;
        self.core.notifier.notify(ChangeNotice::Categories);
        Ok(Deleted { deleted: true })
    }

    pub(crate) async fn assign_category(&self, id: CategoryId, request: AssignCategoryRequest) -> Answer<AssignmentResponse> {
        let (assignment, fresh) = self
            .core
            .commit(move |tx| {
                find(tx.db, id)?;
                let (assignment, fresh) = put_into(tx, id, request.item_kind, request.item_id)?;
                if fresh {
                    assignments_changed(tx)?;
                }
                Ok((assignment, fresh))
            })
            .await?;
        if fresh {
            self.core.notifier.notify(ChangeNotice::Categories);
        }
        Ok(AssignmentResponse { assignment })
    }

    pub(crate) async fn unassign_category(&self, id: CategoryId, kind: CategoryItemKind, item: ItemId) -> Answer<Deleted> {
        let deleted = self
            .core
            .commit(move |tx| {
                find(tx.db, id)?;
                let deleted = take_out(tx, id, kind, &item)?;
                if deleted {
                    assignments_changed(tx)?;
                }
                Ok(deleted)
            })
            .await?;
        if deleted {
            self.core.notifier.notify(ChangeNotice::Categories);
        }
        Ok(Deleted { deleted })
    }

    pub(crate) async fn assign_many(&self, id: CategoryId, request: AssignManyRequest) -> Answer<AssignManyResponse> {
        let AssignManyRequest { items, assigned } = request;
        let changed = self
            .core
            .commit(move |tx| {
                find(tx.db, id)?;
                let mut changed = 0;
                for CategoryItemRef { item_kind, item_id } in items {
                    let moved = match assigned {
                        true => put_into(tx, id, item_kind, item_id)?.1,
                        false => take_out(tx, id, item_kind, &item_id)?,
                    };
                    changed += u32::from(moved);
                }
                if changed > 0 {
                    assignments_changed(tx)?;
                }
                Ok(changed)
            })
            .await?;
        if changed > 0 {
            self.core.notifier.notify(ChangeNotice::Categories);
        }
        Ok(AssignManyResponse { changed })
    }

    pub(crate) async fn category_items(&self, id: CategoryId, page: PageQuery) -> Answer<CategoryItemsResponse> {
        let (items, total) = self
            .core
            .store
            .read(move |db| {
                find(db, id)?;
                Ok::<_, Failure>(categories::items(db, id, page)?)
            })
            .await?;
        Ok(CategoryItemsResponse { items, total, page: page.page, page_size: page.page_size })
    }

    pub(crate) async fn category_assignments(&self, query: AssignmentsQuery) -> Answer<CategoryAssignmentsResponse> {
        let look =
            move |db: &apprentice_store::Transaction<'_>| categories::assignments(db, query.item_kind, query.item_id.as_ref());
        Ok(CategoryAssignmentsResponse { assignments: self.core.store.read(look).await.map_err(crate::stored)? })
    }
}

fn find(db: &Connection, id: CategoryId) -> Answer<Category> {
    categories::get(db, id)?.ok_or_else(|| Failure::new(ErrorCode::CategoryNotFound, format!("There is no category {id}.")))
}

/// The assignment, and whether it is new.
fn put_into(tx: &WriteTx<'_>, id: CategoryId, kind: CategoryItemKind, item: ItemId) -> Answer<(CategoryAssignment, bool)> {
    if let Some(before) = categories::assignment(tx.db, id, kind, &item)? {
        return Ok((before, false));
    }
    let assignment = CategoryAssignment { category_id: id, item_kind: kind, item_id: item, assigned_at: tx.now };
    categories::assign(tx.db, &assignment)?;
    Ok((assignment, true))
}

/// Whether the item was in the category.
fn take_out(tx: &WriteTx<'_>, id: CategoryId, kind: CategoryItemKind, item: &ItemId) -> Answer<bool> {
    let Some(assignment) = categories::assignment(tx.db, id, kind, item)? else { return Ok(false) };
    categories::unassign(tx.db, &assignment, tx.now)?;
    Ok(true)
}

fn titled(title: &str) -> Answer<String> {
    match title.trim() {
        "" => Err(request::invalid("title", "is empty")),
        title => Ok(title.to_owned()),
    }
}

/// Refuses a title that another category has.
fn free(db: &Connection, title: &str, own: Option<CategoryId>) -> Answer<()> {
    match categories::titled(db, title)? {
        Some(other) if Some(other.category_id) != own => {
            let mut failure = request::invalid("title", &format!("there is a category “{}” already", other.title));
            failure.details = Some(json!({ "field": "title", "category_id": other.category_id }));
            Err(failure)
        }
        _ => Ok(()),
    }
}

/// The catalogue shows the categories of each ability, so it is stale too.
fn assignments_changed(tx: &WriteTx<'_>) -> Answer<()> {
    tx.stale(&Projection::CategoryAssignments)?;
    tx.stale(&Projection::Catalog)
}

/// Moves the categories of a draft or an import to the ability that it becomes.
pub(crate) fn inherit(tx: &WriteTx<'_>, kind: CategoryItemKind, id: &ItemId, ability: &AbilityId) -> Answer<()> {
    let before = categories::assignments(tx.db, Some(kind), Some(id))?;
    for assignment in &before {
        categories::unassign(tx.db, assignment, tx.now)?;
        let (category_id, item_kind) = (assignment.category_id, CategoryItemKind::LearnedAbility);
        let item_id = ItemId(ability.0.clone());
        if categories::assignment(tx.db, category_id, item_kind, &item_id)?.is_none() {
            categories::assign(tx.db, &CategoryAssignment { category_id, item_kind, item_id, assigned_at: tx.now })?;
        }
    }
    if before.is_empty() { Ok(()) } else { assignments_changed(tx) }
}

/// Removes a deleted item from all categories.
pub(crate) fn forget_proposal(tx: &WriteTx<'_>, id: ProposalId) -> Answer<()> {
    forget(tx, CategoryItemKind::Proposal, &id.to_string().into())
}

pub(crate) fn forget_import(tx: &WriteTx<'_>, id: ImportId) -> Answer<()> {
    forget(tx, CategoryItemKind::Bundle, &id.to_string().into())
}

fn forget(tx: &WriteTx<'_>, kind: CategoryItemKind, item: &ItemId) -> Answer<()> {
    let gone = categories::assignments(tx.db, Some(kind), Some(item))?;
    for assignment in &gone {
        categories::unassign(tx.db, assignment, tx.now)?;
    }
    if gone.is_empty() { Ok(()) } else { assignments_changed(tx) }
}

/// The categories of every item, indexed by the item's kind and id.
pub(crate) struct Assigned(HashMap<(CategoryItemKind, ItemId), Vec<Uuid>>);

impl Assigned {
    pub(crate) fn read(db: &Connection) -> Answer<Self> {
        let mut all: HashMap<_, Vec<Uuid>> = HashMap::new();
        for found in categories::assignments(db, None, None)? {
            all.entry((found.item_kind, found.item_id)).or_default().push(found.category_id.0);
        }
        Ok(Self(all))
    }

    /// An ability is found as a learned ability by its id, and as a skill by its id or its slug.
    pub(crate) fn of(&self, ability: &AbilityAvailabilityEntry) -> Vec<Uuid> {
        let (id, slug) = (ItemId(ability.ability_id.0.clone()), ItemId(ability.skill_slug.clone().unwrap_or_default()));
        let names =
            [(CategoryItemKind::LearnedAbility, id.clone()), (CategoryItemKind::Skill, id), (CategoryItemKind::Skill, slug)];
        let mut found: Vec<Uuid> = names.iter().filter_map(|name| self.0.get(name)).flatten().copied().collect();
        found.sort();
        found.dedup();
        found
    }
}
