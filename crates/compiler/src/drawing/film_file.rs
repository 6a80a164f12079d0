//! A filmstrip as one file: a sheet of all moments (SVG), or a page that plays them (HTML). Neither loads anything.

use super::text::{escaped, put, wrapped};
use apprentice_contracts::drawing::{FilmMoment, FilmPicture, FilmShape};
use apprentice_contracts::ids::EventId;
use apprentice_contracts::screen::BoxKind;
use base64::Engine as _;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Colours. Light ones are in attributes too, for programs that read no style.
const PICTURE_STYLE: &str = ".view{fill:#ffffff;stroke:#c9c9d2}.text{fill:#d9d9e0}.control{fill:#eef0ff;stroke:#c3c6f5}.field,.tick{fill:#ffffff;stroke:#8b8b97}\
.picture{fill:#ececf0;stroke:#c9c9d2}.panel{fill:#ffffff;stroke:#8b8b97}.acted{stroke:#6366f1;stroke-width:4}.ink{fill:#18181b}.soft{fill:#51515b}\
@media (prefers-color-scheme:dark){.view{fill:#1b1b20;stroke:#3d3d47}.text{fill:#3d3d47}.control{fill:#23244a;stroke:#4a4c9a}.field,.tick{fill:#131316;stroke:#7d7d8a}\
.picture{fill:#2a2a31;stroke:#3d3d47}.panel{fill:#1b1b20;stroke:#7d7d8a}.acted{stroke:#a5b4fc}.ink{fill:#f2f2f4}.soft{fill:#b4b4c0}.back{fill:#131316}}";

const HATCH: &str = "<pattern id=\"hatch\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
<rect width=\"8\" height=\"8\" fill=\"#c9c9d2\"/><rect width=\"4\" height=\"8\" fill=\"#8b8b97\"/></pattern>";

const PAGE_STYLE: &str = include_str!("film_page.css");
const SCRIPT: &str = include_str!("film_page.js");

/// What is written into a file.
#[derive(Clone, Copy, Debug)]
pub struct Film<'a> {
    /// Title of the task.
    pub title: &'a str,
    /// The moments, in order.
    pub moments: &'a [FilmMoment],
    /// Their pictures.
    pub pictures: &'a HashMap<EventId, FilmPicture>,
}

/// Class, fill and stroke of a shape.
const fn look(kind: BoxKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        BoxKind::Text => ("text", "#d9d9e0", "none"),
        BoxKind::Heading => ("heading", "none", "none"),
        BoxKind::Control => ("control", "#eef0ff", "#c3c6f5"),
        BoxKind::Tick => ("tick", "#ffffff", "#8b8b97"),
        BoxKind::Field => ("field", "#ffffff", "#8b8b97"),
        BoxKind::Picture => ("picture", "#ececf0", "#c9c9d2"),
        BoxKind::Panel => ("panel", "#ffffff", "#8b8b97"),
    }
}

/// A picture as the content of an `svg` element whose view box is the view of the page. It needs the pattern `hatch`.
fn put_picture(out: &mut String, picture: &FilmPicture) {
    let FilmPicture { width, height, shapes, .. } = picture;
    put(out, format_args!("<rect class=\"view\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\" stroke=\"#c9c9d2\"/>"));
    shapes.iter().for_each(|shape| put_shape(out, shape));
}

fn put_shape(out: &mut String, shape: &FilmShape) {
    let FilmShape { kind, x, y, width, height, text, font, acted, private } = shape;
    let (class, fill, stroke) = look(*kind);
    let fill = match kind {
        // It is drawn last and must not cover what the person acted on.
        BoxKind::Panel if *acted => "none",
        _ => fill,
    };
    let hidden = if *kind == BoxKind::Panel && *acted { " fill-opacity=\"0\"" } else { "" };
    let (mark, stroke, stroke_width) = if *acted { (" acted", "#6366f1", 4) } else { ("", stroke, 1) };
    put(
        out,
        format_args!(
            "<rect class=\"{class}{mark}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"{fill}\" \
             stroke=\"{stroke}\" stroke-width=\"{stroke_width}\"{hidden}/>"
        ),
    );
    if *private {
        put(out, format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"url(#hatch)\"/>"));
    }
    if text.is_empty() {
        return;
    }
    let left = if *kind == BoxKind::Tick { x + width + 4 } else { x + 6 };
    let weight = if *kind == BoxKind::Heading { " font-weight=\"600\"" } else { "" };
    let (base, text) = (y + height / 2 + font * 35 / 100, escaped(text));
    put(
        out,
        format_args!("<text class=\"ink\" x=\"{left}\" y=\"{base}\" font-size=\"{font}\"{weight} fill=\"#18181b\">{text}</text>"),
    );
}

/// Minutes and seconds.
fn clock(at_ms: u32) -> String {
    format!("{}:{:02}", at_ms / 60_000, at_ms / 1000 % 60)
}

/// What belongs to a moment, in lines.
fn notes(moment: &FilmMoment) -> Vec<String> {
    let inputs = moment.inputs.iter().map(|input| format!("Input: {}", input.label));
    let checkpoints = moment.checkpoints.iter().map(|one| format!("Checkpoint: {}", one.goal));
    inputs.chain(checkpoints).collect()
}

const COLUMNS: usize = 3;
const WIDTH: i32 = 320;
const PICTURE: i32 = 200;
const GAP: i32 = 24;
const FONT: i32 = 13;
const SMALL: i32 = 12;
const LINE: i32 = 17;
/// The most lines of what belongs to a moment.
const MOST_NOTES: usize = 6;

/// All moments on one sheet. Empty when there is none.
pub fn film_svg(film: &Film<'_>) -> String {
    if film.moments.is_empty() {
        return String::new();
    }
    let columns = film.moments.len().min(COLUMNS);
    let width = GAP + columns as i32 * (WIDTH + GAP);
    let mut body = String::new();
    let mut top = GAP;
    for (row, moments) in film.moments.chunks(COLUMNS).enumerate() {
        let mut lowest = top;
        for (column, moment) in moments.iter().enumerate() {
            let left = GAP + column as i32 * (WIDTH + GAP);
            lowest = lowest.max(put_moment(&mut body, film, row * COLUMNS + column, moment, left, top));
        }
        top = lowest + GAP;
    }
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put(
        &mut out,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{top}\" viewBox=\"0 0 {width} {top}\" \
             font-family=\"Inter, system-ui, sans-serif\" role=\"img\">\n<title>{}</title>\n<style>{PICTURE_STYLE}</style>\n\
             <defs>{HATCH}</defs>\n<rect class=\"back\" width=\"{width}\" height=\"{top}\" fill=\"#fbfbfc\"/>\n",
            escaped(film.title)
        ),
    );
    out.push_str(&body);
    out.push_str("</svg>\n");
    out
}

/// A moment of a sheet. Answers where it ends.
fn put_moment(out: &mut String, film: &Film<'_>, number: usize, moment: &FilmMoment, left: i32, top: i32) -> i32 {
    match film.pictures.get(&moment.event_id) {
        Some(picture) => {
            put(
                out,
                format_args!(
                    "<svg x=\"{left}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{PICTURE}\" viewBox=\"0 0 {} {}\" \
                     preserveAspectRatio=\"xMidYMin meet\">",
                    picture.width, picture.height
                ),
            );
            put_picture(out, picture);
            out.push_str("</svg>\n");
        }
        None => {
            put(
                out,
                format_args!(
                    "<rect class=\"picture\" x=\"{left}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{PICTURE}\" rx=\"8\" fill=\"#ececf0\" \
                     stroke=\"#c9c9d2\"/>"
                ),
            );
            let words = moment.place.as_deref().unwrap_or_default();
            put_lines(out, &wrapped(words, WIDTH - 2 * GAP, FONT, 3), left + GAP, top + PICTURE / 2, ("soft", "#51515b", FONT));
        }
    }
    let caption = format!("{}. {} · {}", number + 1, clock(moment.at_ms), moment.caption);
    let caption = wrapped(&caption, WIDTH, FONT, 3);
    let mut at = put_lines(out, &caption, left, top + PICTURE + LINE, ("ink", "#18181b", FONT));
    let mut left_over = MOST_NOTES;
    for note in notes(moment) {
        let lines = wrapped(&note, WIDTH, SMALL, left_over.min(2));
        left_over -= lines.len().min(left_over);
        at = put_lines(out, &lines, left, at, ("soft", "#51515b", SMALL));
    }
    at
}

/// Lines of text from a base line on. Answers the next base line. `(class, colour, font)`.
fn put_lines(out: &mut String, lines: &[String], x: i32, y: i32, (class, colour, font): (&str, &str, i32)) -> i32 {
    let mut at = y;
    for line in lines {
        put(
            out,
            format_args!(
                "<text class=\"{class}\" x=\"{x}\" y=\"{at}\" font-size=\"{font}\" fill=\"{colour}\">{}</text>\n",
                escaped(line)
            ),
        );
        at += LINE;
    }
    at
}

/// A page that plays the moments. Without its script it shows all of them, one below the other. Empty when there is none.
pub fn film_html(film: &Film<'_>) -> String {
    if film.moments.is_empty() {
        return String::new();
    }
    let title = escaped(film.title);
    let digest = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(SCRIPT.as_bytes()));
    let last = film.moments.len() - 1;
    let mut out = String::from("<!doctype html>\n");
    put(
        &mut out,
        format_args!(
            "<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             style-src 'unsafe-inline'; script-src 'sha256-{digest}'\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>{title}</title><style>{PICTURE_STYLE}{PAGE_STYLE}</style></head>\n<body><svg width=\"0\" height=\"0\" aria-hidden=\"true\">\
             <defs>{HATCH}</defs></svg>\n<h1 dir=\"auto\">{title}</h1>\n<div id=\"controls\" hidden><button id=\"play\" type=\"button\">Play</button>\
             <input id=\"scrubber\" type=\"range\" min=\"0\" max=\"{last}\" value=\"0\" aria-label=\"Moment\"></div>\n<ol>\n"
        ),
    );
    for (number, moment) in film.moments.iter().enumerate() {
        put(&mut out, format_args!("<li data-at=\"{}\" id=\"moment-{}\"><figure>", moment.at_ms, number + 1));
        let caption = escaped(&moment.caption);
        match film.pictures.get(&moment.event_id) {
            Some(picture) => {
                put(
                    &mut out,
                    format_args!(
                        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{caption}\" font-family=\"Inter, system-ui, sans-serif\">",
                        picture.width, picture.height
                    ),
                );
                put_picture(&mut out, picture);
                out.push_str("</svg>");
            }
            None => put(
                &mut out,
                format_args!("<div class=\"card\" dir=\"auto\">{}</div>", escaped(moment.place.as_deref().unwrap_or_default())),
            ),
        }
        put(
            &mut out,
            format_args!("<figcaption dir=\"auto\"><b>{}. {caption}</b> <time>{}</time>", number + 1, clock(moment.at_ms)),
        );
        for note in notes(moment) {
            put(&mut out, format_args!("<p>{}</p>", escaped(&note)));
        }
        out.push_str("</figcaption></figure></li>\n");
    }
    put(&mut out, format_args!("</ol>\n<script>{SCRIPT}</script></body></html>\n"));
    out
}
