//! What a page showed at an action, as `boxes.js` reports it: masked again, and bounded.

use super::message::shorten;
use crate::redact::mask_text;
use apprentice_contracts::screen::{BoxKind, MAX_BOX_NAME, MAX_BOXES, Screen, ScreenBox};
use serde::Deserialize;
use serde_json::Value;

/// The longest name until the secrets of the session are masked in it, which half of one does not look like; then it is cut.
const UNMASKED: usize = 4 * MAX_BOX_NAME;
const ACTED: u8 = 1;
const FILLED: u8 = 2;
const PRIVATE: u8 = 4;

#[derive(Deserialize)]
struct RawScreen {
    width: i32,
    height: i32,
    boxes: Vec<RawBox>,
}

/// Kind, role, name, left, top, width, height, flags.
#[derive(Deserialize)]
struct RawBox(BoxKind, String, String, i32, i32, i32, i32, u8);

/// The picture of a step. `None`: it is not one.
pub(super) fn read(reported: Value) -> Option<Screen> {
    let RawScreen { width, height, boxes } = serde_json::from_value(reported).ok()?;
    if width <= 0 || height <= 0 {
        return None;
    }
    let boxes = boxes.into_iter().take(MAX_BOXES).map(|RawBox(kind, role, name, left, top, width, height, flags)| ScreenBox {
        kind,
        role: shorten(&role, MAX_BOX_NAME),
        // The text of a page is never kept, also if it was reported.
        name: if kind == BoxKind::Text { String::new() } else { shorten(&mask_text(&name).0, UNMASKED) },
        left,
        top,
        width,
        height,
        acted: flags & ACTED != 0,
        filled: flags & FILLED != 0,
        private: flags & PRIVATE != 0,
    });
    Some(Screen { width, height, boxes: boxes.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_are_masked_before_they_are_cut_and_text_is_not_kept() {
        let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
        let name = format!("{} {token}", "Copy the token that was made for you a moment ago, then close this");
        let screen = read(json!({ "width": 800, "height": 600, "boxes": [
            ["control", "button", name, 10, 20, 80, 30, 1], ["text", "text", "Grace Hopper", 0, 0, 90, 20, 0],
            ["field", "textbox", "Password", 0, 40, 90, 20, 4], ["field", "textbox", "Name", 0, 70, 90, 20, 2],
        ] }))
        .unwrap();
        let [button, text, password, field] = &screen.boxes[..] else { panic!("{screen:?}") };
        assert!(button.acted && button.name.contains("▮") && !button.name.contains("ghp_"), "{button:?}");
        assert!(button.name.chars().count() <= UNMASKED);
        assert_eq!((text.kind, text.name.as_str()), (BoxKind::Text, ""));
        assert!(password.private && !password.filled && field.filled && !field.private);
    }

    #[test]
    fn the_boxes_are_bounded_and_nonsense_is_no_picture() {
        let many: Vec<_> = (0..500).map(|n| json!(["control", "button", "Add", n, 0, 5, 5, 0])).collect();
        assert_eq!(read(json!({ "width": 800, "height": 600, "boxes": many })).unwrap().boxes.len(), MAX_BOXES);
        for nonsense in [
            json!({}),
            json!({ "width": 0, "height": 9, "boxes": [] }),
            json!("x"),
            json!({ "width": 9, "height": 9, "boxes": [["portal", "", "", 0, 0, 0, 0, 0]] }),
        ] {
            assert_eq!(read(nonsense), None);
        }
    }
}
