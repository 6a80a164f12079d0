//! Skills as resources (`skill://<slug>/<file>`), and the Skills extension over them (`skills/list`, `skills/get`).

use super::reconnect::{Reconnect, request};
use crate::client::{ApiResponse, Call, ResponseError};
use crate::operations as op;
use apprentice_contracts::ability_skill::{AbilitySkill, AbilitySkillFileResponse, AbilitySkillResponse, AbilitySkillsResponse};
use apprentice_contracts::error::{ErrorCode, Failure};
use rmcp::model::*;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use url::Url;

const SCHEME: &str = "skill://";
pub(super) const MAIN: &str = "SKILL.md";
pub(super) const PAGE_SIZE: u32 = 100;
const LONGEST_SLUG: usize = 160;

pub(super) async fn list_resources(
    engine: &impl Reconnect,
    request: Option<PaginatedRequestParams>,
) -> Result<ListResourcesResult, ErrorData> {
    let page = page(engine, request).await?;
    let resources = page.skills.iter().flat_map(resources).collect();
    let mut result = ListResourcesResult::with_all_items(resources).with_cache_scope(CacheScope::Private);
    result.next_cursor = next(page.page, page.page_size, page.total);
    Ok(result)
}

pub(super) async fn list(
    engine: &impl Reconnect,
    request: Option<PaginatedRequestParams>,
) -> Result<ListSkillsResult, ErrorData> {
    let page = page(engine, request).await?;
    let mut result =
        ListSkillsResult::with_all_items(page.skills.iter().map(entry).collect()).with_cache_scope(CacheScope::Private);
    result.next_cursor = next(page.page, page.page_size, page.total);
    Ok(result)
}

pub(super) async fn get(engine: &impl Reconnect, uri: &str) -> Result<GetSkillResult, ErrorData> {
    let skill =
        skill_of(engine, uri).await.map_err(|error| ErrorData { code: rmcp::model::ErrorCode::INVALID_PARAMS, ..error })?;
    if address(&skill.slug, MAIN) != uri {
        return Err(ErrorData::invalid_params(format!("{uri} is not the address of a SKILL.md."), None));
    }
    Ok(GetSkillResult::new(entry(&skill)).with_cache_scope(CacheScope::Private))
}

pub(super) async fn read_resource(engine: &impl Reconnect, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let skill = skill_of(engine, uri).await?;
    // Compared with the addresses of the list, so that no address has to be parsed into a path.
    let file = skill.files.iter().find(|file| address(&skill.slug, &file.path) == uri).ok_or_else(|| unknown(uri))?;
    let call = op::ABILITY_SKILL_FILE.call([]).query("ability", &skill.ability_id).query("path", &file.path);
    let read: AbilitySkillFileResponse = get_json(engine, &call).await?;
    let kind = mime_type(&read.file.path);
    let contents = match (read.text, read.base64) {
        (Some(text), _) => ResourceContents::text(text, uri).with_mime_type(kind),
        (None, bytes) => {
            let kind = if kind.starts_with("text/") { "application/octet-stream" } else { kind };
            ResourceContents::blob(bytes.unwrap_or_default(), uri).with_mime_type(kind)
        }
    };
    Ok(ReadResourceResult::new(vec![contents]).with_cache_scope(CacheScope::Private))
}

/// The skill that an address names.
async fn skill_of(engine: &impl Reconnect, uri: &str) -> Result<AbilitySkill, ErrorData> {
    let named = uri.strip_prefix(SCHEME).and_then(|rest| rest.split_once('/'));
    // No slug is longer, and a URL cannot hold a text of any length.
    let (slug, _) = named.filter(|(slug, _)| slug.len() <= LONGEST_SLUG).ok_or_else(|| unknown(uri))?;
    let found: AbilitySkillResponse = get_json(engine, &op::ABILITY_SKILL.call([]).query("ability", slug)).await?;
    Ok(found.skill)
}

fn unknown(uri: &str) -> ErrorData {
    ErrorData::resource_not_found(format!("There is nothing at {uri}."), Some(json!({ "uri": uri })))
}

/// The page of abilities that the cursor names.
async fn page(engine: &impl Reconnect, request: Option<PaginatedRequestParams>) -> Result<AbilitySkillsResponse, ErrorData> {
    get_json(engine, &op::ABILITY_SKILLS.call([]).query("page", number(request)?).query("page_size", PAGE_SIZE)).await
}

/// The page that the cursor names: a number that the previous page returned.
pub(super) fn number(request: Option<PaginatedRequestParams>) -> Result<u32, ErrorData> {
    match request.and_then(|request| request.cursor) {
        None => Ok(1),
        Some(cursor) => cursor
            .parse::<u32>()
            .ok()
            .filter(|number| *number > 1)
            .ok_or_else(|| ErrorData::invalid_params("The cursor does not belong to this list.", None)),
    }
}

/// The cursor of the page after this one.
pub(super) fn next(page: u32, page_size: u32, total: u32) -> Option<String> {
    (page.saturating_mul(page_size) < total).then(|| (page + 1).to_string())
}

pub(super) async fn get_json<T: DeserializeOwned>(engine: &impl Reconnect, call: &Call) -> Result<T, ErrorData> {
    let answered: ApiResponse = request(engine, call).await.map_err(|failure| internal(&failure))?;
    let details = answered.read::<Value>().ok().and_then(|mut envelope| envelope.get_mut("error").map(Value::take));
    answered.into().map_err(|refused| match refused {
        ResponseError::Error(error) => {
            let missing =
                [ErrorCode::AbilityNotFound, ErrorCode::NotFound, ErrorCode::AbilityNotUsable, ErrorCode::InvalidRequest];
            let refused = [ErrorCode::PayloadTooLarge, ErrorCode::Conflict];
            let code = match error.code {
                code if missing.contains(&code) => rmcp::model::ErrorCode::RESOURCE_NOT_FOUND,
                code if refused.contains(&code) => rmcp::model::ErrorCode::INVALID_REQUEST,
                _ => rmcp::model::ErrorCode::INTERNAL_ERROR,
            };
            ErrorData::new(code, error.message, details)
        }
        ResponseError::Unreadable(text) => ErrorData::internal_error(text, None),
    })
}

fn internal(failure: &Failure) -> ErrorData {
    let envelope: Value = crate::host::refusal(failure);
    ErrorData::internal_error(failure.message.clone(), envelope.get("error").cloned())
}

fn resources(skill: &AbilitySkill) -> Vec<Resource> {
    let resource = |file: &apprentice_contracts::ability_skill::AbilitySkillFile| {
        let whole = Resource::new(address(&skill.slug, &file.path), format!("{}/{}", skill.slug, file.path))
            .with_mime_type(mime_type(&file.path))
            .with_size(file.size);
        if file.path == MAIN { whole.with_title(skill.title.clone()).with_description(skill.description.clone()) } else { whole }
    };
    skill.files.iter().map(resource).collect()
}

fn entry(skill: &AbilitySkill) -> Skill {
    let mut front_matter = SkillFrontmatter::new(skill.slug.clone(), skill.description.clone());
    front_matter.extra = skill.front_matter.clone();
    let files = skill
        .files
        .iter()
        .map(|file| SkillResource::new(address(&skill.slug, &file.path), format!("sha256:{}", file.sha256), file.size));
    let ours = JsonObject::from_iter([("apprentice/ability_id".to_owned(), json!(skill.ability_id))]);
    Skill::new(address(&skill.slug, MAIN), front_matter, SkillResources::Files(files.collect())).with_meta(MetaObject(ours))
}

/// `skill://<slug>/<path>`, percent-encoded.
pub(super) fn address(slug: &str, path: &str) -> String {
    let Ok(mut url) = Url::parse(&format!("{SCHEME}{slug}/")) else { return format!("{SCHEME}{slug}/{path}") };
    if let Ok(mut parts) = url.path_segments_mut() {
        parts.pop_if_empty().extend(path.split('/'));
    }
    url.into()
}

fn mime_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("md") => "text/markdown",
        Some("json") => "application/json",
        Some("yaml" | "yml") => "application/yaml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("svg") => "image/svg+xml",
        Some("webp") => "image/webp",
        Some("pdf") => "application/pdf",
        Some("zip") => "application/zip",
        _ => "text/plain",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_one_file_of_one_skill() {
        for (slug, path, expected) in [
            ("make-tea", "SKILL.md", "skill://make-tea/SKILL.md"),
            ("make-tea", "references/more.md", "skill://make-tea/references/more.md"),
            ("make-tea", "a b#c?.md", "skill://make-tea/a%20b%23c%3F.md"),
            ("make-tea", "50%.md", "skill://make-tea/50%25.md"),
        ] {
            assert_eq!(address(slug, path), expected);
        }
    }
}
