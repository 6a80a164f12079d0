//! The flow as an SVG file. Light colours are in attributes, for programs that read no style; a browser that prefers dark ones finds them in
//! the one style element.

use super::text::{escaped, put};
use apprentice_contracts::drawing::{FlowDrawing, FlowEdge, FlowEdgeKind, FlowKind, FlowLine, FlowLineKind, FlowNode};

const STYLE: &str = "@media (prefers-color-scheme:dark){.back{fill:#131316}.node{fill:#1b1b20;stroke:#3d3d47}.accent{fill:#23244a;stroke:#4a4c9a}\
.warn{fill:#3a2d0c;stroke:#7a5f1a}.ok{fill:#12301d;stroke:#2b6b42}.ink{fill:#f2f2f4}.soft{fill:#b4b4c0}.way{stroke:#7d7d8a}.tip{fill:#7d7d8a}}";

/// Class, fill and stroke of a node, and its mark.
const fn look(kind: FlowKind) -> (&'static str, &'static str, &'static str, &'static str) {
    match kind {
        FlowKind::Start => ("accent", "#eef0ff", "#c3c6f5", "▶"),
        FlowKind::Loop => ("accent", "#eef0ff", "#c3c6f5", "↻"),
        FlowKind::Step => ("node", "#ffffff", "#c9c9d2", "•"),
        FlowKind::Decision => ("warn", "#fdf4dc", "#e6cf93", "◆"),
        FlowKind::Verification => ("ok", "#e8f7ed", "#a9d9ba", "◎"),
        FlowKind::End => ("ok", "#e8f7ed", "#a9d9ba", "■"),
    }
}

/// The drawing as an SVG file that needs nothing else.
pub fn flow_svg(drawing: &FlowDrawing) -> String {
    let FlowDrawing { width, height, .. } = drawing;
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put(
        &mut out,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"Inter, system-ui, sans-serif\" font-size=\"13\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
             <defs><marker id=\"to\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
             orient=\"auto-start-reverse\"><path class=\"tip\" d=\"M0 0L8 4L0 8Z\" fill=\"#8b8b97\"/></marker></defs>\n\
             <rect class=\"back\" width=\"{width}\" height=\"{height}\" fill=\"#fbfbfc\"/>\n",
            escaped(&drawing.title)
        ),
    );
    drawing.edges.iter().for_each(|edge| put_edge(&mut out, edge));
    drawing.nodes.iter().for_each(|node| put_node(&mut out, node));
    out.push_str("</svg>\n");
    out
}

fn put_edge(out: &mut String, edge: &FlowEdge) {
    let dash = if edge.kind == FlowEdgeKind::Next { "" } else { " stroke-dasharray=\"4 3\"" };
    put(
        out,
        format_args!(
            "<path class=\"way\" d=\"{}\" fill=\"none\" stroke=\"#8b8b97\" stroke-width=\"1.4\" marker-end=\"url(#to)\"{dash}/>",
            escaped(&edge.path)
        ),
    );
    if let Some(times) = edge.times {
        let (x, y) = (edge.label_x, edge.label_y);
        put(out, format_args!("<text class=\"soft\" x=\"{x}\" y=\"{y}\" fill=\"#51515b\" font-size=\"11\">{times}×</text>"));
    }
    out.push('\n');
}

fn put_node(out: &mut String, node: &FlowNode) {
    let FlowNode { x, y, width, height, kind, .. } = node;
    let (class, fill, stroke, mark) = look(*kind);
    let round = matches!(kind, FlowKind::Start | FlowKind::Loop | FlowKind::End);
    let radius = if round { (height / 2).min(18) } else { 8 };
    let dash = if node.optional { " stroke-dasharray=\"5 4\"" } else { "" };
    let inputs = node.inputs.iter().map(|input| format!("Input: {}", input.label));
    let checkpoints = node.checkpoints.iter().map(|one| format!("Checkpoint: {}. {}", one.goal, one.condition));
    let questions = node.questions.iter().map(|one| format!("Question: {}", one.text));
    let name: Vec<String> = std::iter::once(node.label.clone()).chain(inputs).chain(checkpoints).chain(questions).collect();
    put(
        out,
        format_args!(
            "<g><title>{}</title><rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" \
             fill=\"{fill}\" stroke=\"{stroke}\"{dash}/><text class=\"soft\" x=\"{}\" y=\"{}\" fill=\"#51515b\">{mark}</text>",
            escaped(&name.join("\n")),
            x + 12,
            y + 23
        ),
    );
    node.lines.iter().for_each(|line| put_line(out, line));
    if !node.questions.is_empty() {
        let (cx, cy) = (x + width - 18, y + height / 2);
        put(
            out,
            format_args!(
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"9\" fill=\"#8f5405\"/><text x=\"{cx}\" y=\"{}\" text-anchor=\"middle\" \
                 fill=\"#ffffff\" font-weight=\"700\" font-size=\"11\">?</text>",
                cy + 4
            ),
        );
    }
    out.push_str("</g>\n");
}

fn put_line(out: &mut String, line: &FlowLine) {
    let FlowLine { x, y, .. } = line;
    let (class, fill, size, mark) = match line.kind {
        FlowLineKind::Label => ("ink", "#18181b", 13, None),
        FlowLineKind::Input => ("soft", "#51515b", 12, Some("▹")),
        FlowLineKind::Checkpoint => ("soft", "#51515b", 12, Some("✓")),
    };
    if let Some(mark) = mark.filter(|_| line.first) {
        put(out, format_args!("<text class=\"soft\" x=\"{}\" y=\"{y}\" fill=\"#51515b\" font-size=\"12\">{mark}</text>", x - 16));
    }
    let text = escaped(&line.text);
    put(out, format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" fill=\"{fill}\" font-size=\"{size}\">{text}</text>"));
}
