//! Pages of a list.

use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) fn first() -> u32 {
    1
}

pub(crate) fn fifty() -> u32 {
    50
}

/// `?page=1&page_size=50`; `page_size` is 1 to 100.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct PageQuery {
    #[serde(default = "first")]
    #[garde(range(min = 1))]
    pub page: u32,
    #[serde(default = "fifty")]
    #[garde(range(min = 1, max = 100))]
    pub page_size: u32,
}

impl Default for PageQuery {
    fn default() -> Self {
        Self { page: first(), page_size: fifty() }
    }
}

impl PageQuery {
    pub fn offset(self) -> u32 {
        (self.page.max(1) - 1).saturating_mul(self.page_size)
    }
}
