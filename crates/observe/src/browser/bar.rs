//! The recording bar in watched pages. `bar.js` draws it in the recorder's world of the main frame, and only where this shows it: never in a
//! page that is read again, nor outside of the scope.

use super::message::Pressed;
use super::page::Page;
use super::watch::{Signal, Watcher};
use crate::bar::BarLink;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

/// The bar as the watcher knows it.
pub(super) struct BarView {
    link: BarLink,
    /// Its position that the person chose, in the form that the page reported.
    place: Value,
    small: bool,
}

impl BarView {
    /// Follows what is to be shown. The task ends with the watcher, or when nothing more will be shown.
    pub fn follow(link: BarLink, signals: UnboundedSender<Signal>) -> Self {
        let mut shown = link.shown.clone();
        tokio::spawn(async move {
            while shown.changed().await.is_ok() {
                if signals.send(Signal::Bar).is_err() {
                    return;
                }
            }
        });
        Self { link, place: Value::Null, small: false }
    }

    fn expression(&self) -> String {
        // A struct of strings and numbers always serializes.
        let bar = serde_json::to_value(&*self.link.shown.borrow()).unwrap_or_default();
        format!("apprenticeBar.show({bar}, {}, {})", self.place, self.small)
    }
}

impl Watcher {
    /// Shows the present state in every watched page.
    pub(super) fn show_bars(&mut self) {
        let targets: Vec<String> = self.pages.keys().cloned().collect();
        targets.iter().for_each(|target| self.show_bar(target));
    }

    /// Shows the bar in a page, if the page is watched.
    pub(super) fn show_bar(&mut self, target: &str) {
        let Some(bar) = &self.bar else { return };
        let Some(page) = self.pages.get(target).filter(|page| !page.hidden && !page.has_dialog()) else { return };
        if self.is_read(target) || !self.request.scope.allows_site(&page.host()) {
            return;
        }
        let Some(frame) = page.frames.iter().find(|frame| frame.frame == target) else { return };
        let (session, context) = (frame.session.clone(), frame.context);
        let expression = bar.expression();
        if page.bar.is_some_and(|(known, _)| known == context) {
            // Without a result the browser keeps no object.
            let call = json!({ "contextId": context, "expression": format!("void {expression}") });
            return self.connection.send(Some(&session), "Runtime.evaluate", call);
        }
        let call = json!({ "contextId": context, "expression": expression });
        // The first time in a document, ask which node it is.
        let (connection, signals, target) = (self.connection.clone(), self.signals.clone(), target.to_owned());
        let shown = connection.call(Some(&session), "Runtime.evaluate", call);
        tokio::spawn(async move {
            let Ok(answer) = shown.await else { return };
            let object = json!({ "objectId": answer["result"]["objectId"] });
            let described = connection.call(Some(&session), "DOM.describeNode", object.clone()).await;
            connection.send(Some(&session), "Runtime.releaseObject", object);
            let node = described.ok().and_then(|answer| answer["node"]["backendNodeId"].as_i64());
            if let Some(node) = node {
                // Fails only if the watcher has ended.
                let _ = signals.send(Signal::BarShown { target, context, node });
            }
        });
    }

    pub(super) fn bar_shown(&mut self, target: &str, context: i64, node: i64) {
        // The document may have gone while the browser answered.
        let is_there = |page: &Page| page.frames.iter().any(|frame| frame.frame == target && frame.context == context);
        if let Some(page) = self.pages.get_mut(target).filter(|page| is_there(page)) {
            page.bar = Some((context, node));
        }
    }

    /// Hands on what a person did with the bar of a page.
    pub(super) fn bar_pressed(&mut self, pressed: Pressed) {
        let Some(bar) = &mut self.bar else { return };
        if let Some(place) = pressed.place {
            (bar.place, bar.small) = (place, pressed.small);
        }
        if let Some(button) = pressed.button {
            // Fails only if nobody listens any more.
            let _ = bar.link.pressed.send(button);
        }
    }
}
