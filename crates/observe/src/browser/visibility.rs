//! Text of a page that a person cannot see: text that is transparent, in the colour of its background, clipped away, far outside of the page or
//! too small to read. Such text is not read. Chromium's accessibility tree leaves out only what is not rendered at all.
//!
//! Names of controls are kept as they are computed, because a label that only screen readers show is common there.

use super::cdp::{CallError, Connection};
use super::panels::{self, PanelField};
use super::snapshot::ANSWER_TIME;
use serde::Deserialize;
use serde_json::json;
use std::collections::{HashMap, HashSet};

const CAPTURE: &str = "DOMSnapshot.captureSnapshot";
/// The computed styles that are asked for, in this order.
const STYLES: [&str; 14] = [
    "visibility",
    "opacity",
    "font-size",
    "color",
    "background-color",
    "background-image",
    "overflow-x",
    "overflow-y",
    "clip",
    "clip-path",
    "position",
    "filter",
    "-webkit-text-security",
    "font-family",
];

/// Below this opacity nobody reads a text.
const FAINT: f64 = 0.1;
/// In pixels: nobody reads smaller text.
const SMALLEST_FONT: f64 = 2.0;
/// The sum of the differences of red, green and blue below which a text cannot be distinguished from its background.
const SAME_COLOR: f64 = 24.0;
/// The most boxes whose colour is compared with that of a text in front of them.
const MAX_BOXES: usize = 4_000;

/// What a person cannot see in the frames of one session.
#[derive(Debug, Default)]
pub struct Unseen {
    /// Numbers of DOM nodes: texts and elements.
    pub nodes: HashSet<i64>,
    /// Numbers of fields whose characters the page's style replaces by dots, as in a password field.
    pub dotted: HashSet<i64>,
    /// How many columns and rows a cell of a table covers, by the number of its DOM node; only where one of them is more than one.
    pub spans: HashMap<i64, (usize, usize)>,
    /// The fields that a person can show, such as those of another tab, if they were asked for.
    pub panels: Vec<PanelField>,
    with_panels: bool,
}

/// Looks at the styles and boxes of all documents of a session, without the branch of the node `bar`, which is not of the page.
///
/// `with_panels`: the fields that a person can show are asked for too.
///
/// Errors: no readable response in time. Then it is unknown what is visible, and nothing of the session may be read.
pub async fn look(connection: &Connection, session: &str, bar: Option<i64>, with_panels: bool) -> Result<Unseen, CallError> {
    let failed = |message: &str| CallError::Refused { method: CAPTURE, message: message.into() };
    let call = connection.call(Some(session), CAPTURE, json!({ "computedStyles": STYLES }));
    let answer = tokio::time::timeout(ANSWER_TIME, call).await.map_err(|_| failed("no answer in time"))??;
    let capture = serde_json::from_value::<Capture>(answer).map_err(|_| failed("an answer that cannot be read"))?;
    Ok(unseen(&capture, bar, with_panels))
}

#[derive(Deserialize)]
struct Capture {
    documents: Vec<Captured>,
    strings: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Captured {
    #[serde(default)]
    pub frame_id: i64,
    pub nodes: Nodes,
    layout: Layout,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Nodes {
    pub parent_index: Vec<i64>,
    pub node_type: Vec<i64>,
    pub node_name: Vec<i64>,
    pub node_value: Vec<i64>,
    pub backend_node_id: Vec<i64>,
    /// Of each node, names and values in turn.
    pub attributes: Vec<Vec<i64>>,
    pub text_value: Rare,
    pub input_value: Rare,
    pub input_checked: Rare,
    pub option_selected: Rare,
}

/// What only few nodes have.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Rare {
    pub index: Vec<usize>,
    /// One for each node of `index`; nothing where having it is all.
    value: Vec<i64>,
}

impl Rare {
    pub fn pairs(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        self.index.iter().copied().zip(self.value.iter().copied())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Layout {
    node_index: Vec<usize>,
    styles: Vec<Vec<i64>>,
    /// Left, top, width and height in pixels of the document.
    bounds: Vec<[f64; 4]>,
}

/// What a node has of itself and of the elements around it.
#[derive(Clone, Debug)]
struct Look {
    hidden: bool,
    /// A part of it is clipped to nothing. A child that is positioned against something else is not.
    clipped: bool,
    /// Something around it scrolls, so that what is outside can be brought into view.
    scrolls: bool,
    positioned: bool,
    background: Color,
    /// A picture may be behind it.
    picture: bool,
}

type Color = [f64; 4];

const WHITE: Color = [255.0, 255.0, 255.0, 1.0];

/// Something painted: its box, its colour (`None`: a picture), and the node.
struct Painted {
    bounds: [f64; 4],
    color: Option<Color>,
    node: usize,
}

/// Whether a font draws pictures: what is in the document, such as `arrow_drop_down`, is the name of one.
fn draws_icons(font: &str) -> bool {
    let first = font.split(',').next().unwrap_or_default().to_lowercase();
    let mut words = first.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| matches!(word, "icon" | "icons" | "symbols" | "fontawesome" | "awesome" | "glyphicons"))
}

fn unseen(capture: &Capture, bar: Option<i64>, with_panels: bool) -> Unseen {
    let mut out = Unseen { with_panels, ..Unseen::default() };
    for document in &capture.documents {
        of_document(document, &capture.strings, bar, &mut out);
    }
    out
}

/// The most columns and rows that a cell covers (HTML, 4.9.11).
const MOST_COVERED: (usize, usize) = (1_000, 65_534);

/// The cells that cover more than one column or row.
fn spans<'a>(nodes: &'a Nodes, text: &impl Fn(i64) -> &'a str) -> Vec<(i64, (usize, usize))> {
    let cell = |(node, attributes): (usize, &Vec<i64>)| {
        let covered = |name: &str, most: usize| {
            let pair = attributes.chunks_exact(2).find(|pair| text(pair[0]) == name)?;
            text(pair[1]).trim().parse::<usize>().ok().map(|count| count.clamp(1, most))
        };
        let is_cell = || matches!(text(nodes.node_name.get(node).copied().unwrap_or(-1)), "TD" | "TH");
        if attributes.is_empty() || !is_cell() {
            return None;
        }
        let span = (covered("colspan", MOST_COVERED.0).unwrap_or(1), covered("rowspan", MOST_COVERED.1).unwrap_or(1));
        (span != (1, 1)).then(|| (nodes.backend_node_id.get(node).copied().unwrap_or_default(), span))
    };
    nodes.attributes.iter().enumerate().filter_map(cell).collect()
}

fn of_document(document: &Captured, strings: &[String], bar: Option<i64>, out: &mut Unseen) {
    let Captured { nodes, layout, .. } = document;
    let text = |index: i64| usize::try_from(index).ok().and_then(|index| strings.get(index)).map_or("", String::as_str);
    let boxes: HashMap<usize, usize> = layout.node_index.iter().enumerate().map(|(at, node)| (*node, at)).collect();
    let style =
        |at: usize, name: usize| layout.styles.get(at).and_then(|styles| styles.get(name)).map_or("", |index| text(*index));
    if out.with_panels {
        out.panels.extend(panels::fields(document, strings, bar, &|node| boxes.contains_key(&node)));
    }
    out.spans.extend(spans(nodes, &text));
    let mut looks: Vec<Look> = Vec::with_capacity(nodes.parent_index.len());
    let mut painted: Vec<Painted> = Vec::new();
    // Texts in the colour of what is around them: the node, its box and colour.
    let mut suspects: Vec<(usize, [f64; 4], Color)> = Vec::new();
    let mut in_bar: Vec<bool> = Vec::with_capacity(nodes.parent_index.len());
    for (node, parent) in nodes.parent_index.iter().enumerate() {
        let around = usize::try_from(*parent).ok().and_then(|parent| in_bar.get(parent)).is_some_and(|inside| *inside);
        let of_bar = around || bar.is_some() && nodes.backend_node_id.get(node).copied() == bar;
        in_bar.push(of_bar);
        // A parent comes before its children.
        let parent = usize::try_from(*parent).ok().and_then(|parent| looks.get(parent)).cloned().unwrap_or(Look {
            hidden: false,
            clipped: false,
            scrolls: false,
            positioned: false,
            background: WHITE,
            picture: false,
        });
        let backend = nodes.backend_node_id.get(node).copied().unwrap_or_default();
        let Some(&at) = boxes.get(&node).filter(|_| !of_bar) else {
            looks.push(parent);
            continue;
        };
        let bounds = layout.bounds.get(at).copied().unwrap_or_default();
        let [left, top, width, height] = bounds;
        if nodes.node_type.get(node) == Some(&3) {
            let size = pixels(style(at, 2));
            let color = color(style(at, 3));
            let outside = !parent.scrolls && (left + width <= 0.0 || top + height <= 0.0);
            let faint = !parent.picture && color.is_some_and(|color| color[3] < FAINT);
            let none = width < 0.5 || height < 0.5;
            let hidden = style(at, 0) != "visible" || size.is_some_and(|size| size < SMALLEST_FONT) || outside || faint || none;
            if parent.hidden || parent.clipped || hidden || draws_icons(style(at, 13)) {
                out.nodes.insert(backend);
            } else if let Some(color) = color.filter(|color| !parent.picture && alike(color, &parent.background)) {
                suspects.push((node, bounds, color));
            }
            looks.push(parent);
            continue;
        }
        if !matches!(style(at, 12), "" | "none") {
            out.dotted.insert(backend);
        }
        let position = style(at, 10);
        let positioned = position != "static" && !position.is_empty();
        // What is fixed, or positioned against something further out, is not clipped by what is in between.
        let clipped = parent.clipped && !(position == "fixed" || position == "absolute" && !parent.positioned);
        let hides_rest = style(at, 6) != "visible" && style(at, 7) != "visible";
        let own_color = color(style(at, 4)).filter(|color| color[3] > 0.5);
        let picture = style(at, 5) != "none" && !style(at, 5).is_empty();
        let is_image = matches!(
            text(nodes.node_name.get(node).copied().unwrap_or(-1)),
            "IMG" | "VIDEO" | "CANVAS" | "svg" | "IFRAME" | "OBJECT"
        );
        if (own_color.is_some() || picture || is_image) && width > 2.0 && height > 2.0 && painted.len() < MAX_BOXES {
            let color = if picture || is_image { None } else { own_color };
            painted.push(Painted { bounds, color, node });
        }
        let look = Look {
            hidden: parent.hidden
                || number(style(at, 1)).is_some_and(|opacity| opacity < FAINT)
                || style(at, 11).contains("opacity(0"),
            clipped: clipped || hides_rest && (width <= 1.0 || height <= 1.0) || clips_all(style(at, 8), style(at, 9)),
            scrolls: parent.scrolls || matches!(style(at, 6), "auto" | "scroll") || matches!(style(at, 7), "auto" | "scroll"),
            positioned,
            background: own_color.unwrap_or(parent.background),
            picture: picture || parent.picture && own_color.is_none(),
        };
        if look.hidden || look.clipped {
            out.nodes.insert(backend);
        }
        looks.push(look);
    }
    for (node, [left, top, width, height], color) in suspects {
        let (x, y) = (left + width / 2.0, top + height / 2.0);
        // Anything of another colour at the same place may be what is behind the text.
        let told_apart = painted.iter().any(|one| {
            let [left, top, width, height] = one.bounds;
            let there = x >= left && x <= left + width && y >= top && y <= top + height;
            there && !is_around(nodes, one.node, node) && one.color.is_none_or(|behind| !alike(&behind, &color))
        });
        if !told_apart {
            out.nodes.insert(nodes.backend_node_id.get(node).copied().unwrap_or_default());
        }
    }
    out.nodes.remove(&0);
    out.dotted.remove(&0);
}

/// Whether `outer` is an element around `node`. Its colour is known already.
fn is_around(nodes: &Nodes, outer: usize, node: usize) -> bool {
    let parent = |node: usize| nodes.parent_index.get(node).and_then(|parent| usize::try_from(*parent).ok());
    std::iter::successors(Some(node), |node| parent(*node)).any(|node| node == outer)
}

fn clips_all(clip: &str, path: &str) -> bool {
    // `rect(0px, 0px, 0px, 0px)`, `rect(1px, 1px, 1px, 1px)`.
    let sides =
        clip.strip_prefix("rect(").map(|sides| sides.trim_end_matches(')').split([',', ' ']).filter(|side| !side.is_empty()));
    let by_sides = sides.is_some_and(|mut sides| sides.all(|side| pixels(side).is_some_and(|side| side.abs() <= 1.0)));
    let percent = path.strip_prefix("inset(").and_then(|rest| rest.split(['%', ')', ' ']).next()).and_then(number);
    by_sides || percent.is_some_and(|percent| percent >= 50.0 && path.contains('%')) || path.starts_with("circle(0")
}

fn alike(one: &Color, other: &Color) -> bool {
    one[3] > FAINT && one.iter().zip(other).take(3).map(|(one, other)| (one - other).abs()).sum::<f64>() < SAME_COLOR
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

fn pixels(text: &str) -> Option<f64> {
    number(text.trim().trim_end_matches("px"))
}

/// `rgb(1, 2, 3)` and `rgba(1, 2, 3, 0.5)`. Other notations are not compared.
fn color(text: &str) -> Option<Color> {
    let inside = text.strip_prefix("rgba(").or_else(|| text.strip_prefix("rgb("))?.strip_suffix(')')?;
    let parts: Vec<f64> = inside.split(',').map(number).collect::<Option<_>>()?;
    match parts.as_slice() {
        [red, green, blue] => Some([*red, *green, *blue, 1.0]),
        [red, green, blue, alpha] => Some([*red, *green, *blue, *alpha]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_of_pictures() {
        for font in ["\"Material Icons\"", "Material Symbols Outlined, sans-serif", "\"Font Awesome 6 Free\"", "FontAwesome"] {
            assert!(draws_icons(font), "{font}");
        }
        for font in ["Rubicon", "Lexicon, serif", "Inter, \"Material Icons\"", "sans-serif", ""] {
            assert!(!draws_icons(font), "{font}");
        }
    }

    #[test]
    fn styles_are_read() {
        assert_eq!(color("rgba(1, 2, 3, 0.5)"), Some([1.0, 2.0, 3.0, 0.5]));
        assert_eq!(color("oklch(0.5 0.1 20)"), None);
        assert!(
            clips_all("rect(0px, 0px, 0px, 0px)", "none") && clips_all("auto", "inset(50%)") && clips_all("auto", "circle(0px)")
        );
        assert!(
            !clips_all("auto", "inset(10px)") && !clips_all("auto", "none") && !clips_all("rect(0px, 90px, 20px, 0px)", "none")
        );
        assert!(alike(&[255.0, 255.0, 255.0, 1.0], &[254.0, 250.0, 254.0, 1.0]) && !alike(&WHITE, &[200.0, 200.0, 200.0, 1.0]));
    }
}
