//! What a page showed when the person acted: its boxes, with the names of controls and headings. No value of a field and no other text of the
//! page is in it. Lengths are pixels of CSS.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most boxes of one screen, with that of what the person acted on.
pub const MAX_BOXES: usize = 151;
/// The most characters of a name.
pub const MAX_BOX_NAME: usize = 80;

/// What a page showed when the person acted, as far as it was in view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Screen {
    /// Width of the view.
    pub width: i32,
    /// Height of the view.
    pub height: i32,
    /// At most [`MAX_BOXES`], in the order in which they are drawn.
    pub boxes: Vec<ScreenBox>,
}

/// A part of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenBox {
    /// What it is.
    pub kind: BoxKind,
    /// ARIA role; empty for what has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// Accessible name of a control, a heading or a picture, secrets masked, at most [`MAX_BOX_NAME`] characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Left side.
    pub left: i32,
    /// Top.
    pub top: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
    /// Whether the person acted on it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
    /// Whether the field held a value, which is not kept here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub filled: bool,
    /// Whether the field is one for a secret.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

/// What a part of a page is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoxKind {
    /// Text that is not kept.
    #[default]
    Text,
    /// A heading.
    Heading,
    /// A button, a link, an entry of a menu, a tab, the header of a column.
    Control,
    /// A tick box, a switch or a radio button.
    Tick,
    /// A field.
    Field,
    /// A picture, a drawing, a video or a frame.
    Picture,
    /// A dialog, a menu or a list that lies over the page; or what the person acted on, if it is nothing else.
    Panel,
}
