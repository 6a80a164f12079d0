//! The models that an agent reports, as an option of its session (ACP, session config options).

use super::client::clip;
use agent_client_protocol::v1::schema as acp;

/// The most models that a message lists.
const LISTED: usize = 20;

/// The option that chooses the model.
fn option(options: &[acp::SessionConfigOption]) -> Option<(&acp::SessionConfigOption, &acp::SessionConfigSelect)> {
    let selects = options.iter().filter_map(|option| match &option.kind {
        acp::SessionConfigKind::Select(select) => Some((option, select)),
        _ => None,
    });
    let is_model = |option: &acp::SessionConfigOption| option.category == Some(acp::SessionConfigOptionCategory::Model);
    // An agent that names no category calls it so.
    let mut selects =
        selects.filter(|(option, _)| is_model(option) || option.category.is_none() && option.id.0.as_ref() == "model");
    selects.next()
}

fn ids(select: &acp::SessionConfigSelect) -> Vec<&str> {
    match &select.options {
        acp::SessionConfigSelectOptions::Ungrouped(options) => options.iter().map(|option| option.value.0.as_ref()).collect(),
        acp::SessionConfigSelectOptions::Grouped(groups) => {
            groups.iter().flat_map(|group| &group.options).map(|option| option.value.0.as_ref()).collect()
        }
        _ => Vec::new(),
    }
}

/// The option that selects this model. Errors: the agent does not report it; the models that it reports, as the end of a sentence.
pub(super) fn find(options: &[acp::SessionConfigOption], model: &str) -> Result<acp::SessionConfigId, String> {
    let Some((option, select)) = option(options) else {
        return Err(format!("it reports no models, so “{model}” cannot be chosen. Leave the model out"));
    };
    let ids = ids(select);
    if ids.contains(&model) {
        return Ok(option.id.clone());
    }
    let shown: Vec<String> = ids.iter().take(LISTED).map(|id| clip(id, 60)).collect();
    Err(format!("it does not report the model “{model}”. Choose one that it reports: {}", shown.join(", ")))
}

/// The model that the session works with.
pub(super) fn current(options: &[acp::SessionConfigOption]) -> Option<&str> {
    option(options).map(|(_, select)| select.current_value.0.as_ref())
}
