// The boxes of what a page shows at a step, for the filmstrip of a demonstration. Runs in the isolated world of the recorder, which asks for
// them when the person acts. It answers names of controls and headings, never the value of a field or another text of the page. They are
// gathered while the page is idle after it changed, so that an action does not wait for them.
(function boxes() {
  "use strict";
  if (globalThis.apprenticeBoxes) return;

  // `MOST` boxes are kept of at most `VISITED` elements. A name is twice as long as what is kept, because the receiver masks before it shortens.
  const MOST = 150, VISITED = 2000, NAME = 160, NAMES = 9000, DEEP = 200, LONG_LIST = 60, UNSEEN_IN_A_ROW = 8;
  // Milliseconds from a change of the page until its boxes are gathered, and how long it may be busy meanwhile.
  const LATER = 200, BUSY = 1000;
  const SKIPPED = new Set(["script", "style", "template", "noscript", "head", "option", "optgroup", "datalist"]);
  const PICTURES = new Set(["img", "svg", "canvas", "video", "iframe", "frame", "object", "embed"]);
  const CONTROLS = new Set(["button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "option", "columnheader"]);
  const TICKS = new Set(["checkbox", "switch", "radio"]);
  const FIELDS = new Set(["textbox", "searchbox", "combobox", "spinbutton", "slider"]);
  const PANELS = new Set(["dialog", "alertdialog", "menu", "listbox"]);
  const ACTED = 1, FILLED = 2, PRIVATE = 4;

  // A form has properties named after its fields, so use the getters of the platform.
  const getter = (type, name) => { const { get } = Object.getOwnPropertyDescriptor(type.prototype, name); return (node) => get.call(node); };
  const method = (type, name) => { const own = type.prototype[name]; return (node, ...given) => own.apply(node, given); };
  const tagOf = getter(Element, "localName"), childrenOf = getter(Element, "children"), shadowOf = getter(Element, "shadowRoot"), nodesOf = getter(Node, "childNodes");
  const attribute = method(Element, "getAttribute"), rectOf = method(Element, "getBoundingClientRect"), isShown = method(Element, "checkVisibility"), isConnected = getter(Node, "isConnected");
  const inFragment = getter(DocumentFragment, "children"), above = getter(Node, "parentNode");
  const scrollHeight = getter(Element, "scrollHeight"), clientHeight = getter(Element, "clientHeight"), scrollWidth = getter(Element, "scrollWidth"), clientWidth = getter(Element, "clientWidth");
  const SEEN = { opacityProperty: true, visibilityProperty: true };

  let drawn = null, place = "";       // the boxes that were gathered last, and how far the page was scrolled then
  let stale = true, waiting = false;

  function gather(recorder) {
    const found = [], range = new Range(), screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    let left = VISITED;
    const cut = (box, clip) => ({ left: Math.max(box.left, clip.left), top: Math.max(box.top, clip.top), right: Math.min(box.right, clip.right), bottom: Math.min(box.bottom, clip.bottom) });
    const isEmpty = (box) => box.right - box.left < 2 || box.bottom - box.top < 2;

    function add(el, kind, role, box, clip, layer) {
      const seen = cut(box, clip);
      if (!isEmpty(seen) && isShown(el, SEEN)) found.push({ el, kind, role, box: seen, layer, at: found.length });
    }

    function kindOf(el, tag, role) {
      if (TICKS.has(role)) return "tick";
      if (tag === "input" || tag === "textarea" || tag === "select") return role === "button" ? "control" : "field";
      if (FIELDS.has(role)) return "field";
      if (CONTROLS.has(role) || (tag === "th" && above(el) && above(above(el)) && tagOf(above(above(el))) === "thead")) return "control";
      if (role === "heading") return "heading";
      if (PICTURES.has(tag) || role === "img") return "picture";
      return PANELS.has(role) ? "panel" : "";
    }

    // Answers whether the element is out of sight.
    function walk(el, clip, layer, deep, inText) {
      const tag = tagOf(el);
      if (left <= 0 || deep > DEEP || SKIPPED.has(tag)) return false;
      left--;
      const box = rectOf(el), hasBox = box.width > 0 && box.height > 0;
      if (hasBox && isEmpty(cut(box, clip))) return true;
      const role = recorder.roleOf(el), kind = kindOf(el, tag, role);
      if (kind === "panel") layer++;
      if (kind && hasBox) add(el, kind, role, box, clip, layer);
      if (kind && kind !== "panel") return false;
      if (hasBox && !inText) {
        for (const node of nodesOf(el)) {
          if (node.nodeType !== 3 || !/\S/.test(node.data)) continue;
          // A label may hold its field.
          range.selectNodeContents(tag === "label" ? node : el);
          add(el, "text", "text", range.getBoundingClientRect(), clip, layer);
          inText = true;
          break;
        }
      }
      let inner = clip;
      if (hasBox && (scrollHeight(el) > clientHeight(el) + 1 || scrollWidth(el) > clientWidth(el) + 1)) {
        const style = getComputedStyle(el);
        // What the page itself scrolls is seen as far as the window goes.
        if ((style.overflowX !== "visible" || style.overflowY !== "visible") && el !== document.body && el !== document.documentElement) inner = cut(box, clip);
      }
      const shadow = shadowOf(el), all = shadow ? inFragment(shadow) : tag === "slot" && el.assignedElements().length ? el.assignedElements() : childrenOf(el);
      const isList = all.length > LONG_LIST && el !== document.body;
      let unseen = 0;
      for (let at = isList ? firstBelow(all, inner.top) : 0; at < all.length && left > 0; at++) {
        unseen = walk(all[at], inner, layer, deep + 1, inText) ? unseen + 1 : 0;
        if (isList && unseen > UNSEEN_IN_A_ROW) break;
      }
      return false;
    }

    // The first entry of a long list that ends below this line.
    function firstBelow(all, line) {
      let from = 0, to = all.length;
      while (from < to) { const middle = (from + to) >> 1; if (rectOf(all[middle]).bottom > line) to = middle; else from = middle + 1; }
      return Math.max(0, from - 1);
    }

    if (document.documentElement) walk(document.documentElement, screen, 0, 0, false);
    return found;
  }

  const RANK = { panel: 0, field: 1, tick: 1, control: 1, heading: 2, picture: 3, text: 4 };
  const sizeOf = ({ box }) => (box.right - box.left) * (box.bottom - box.top);

  function nameOf(el, kind, recorder) {
    const squeeze = (text) => (text || "").replace(/[\s\ue000-\uf8ff]+/g, " ").trim().slice(0, NAME);
    const within = (node) => squeeze(recorder.textOf(node, { left: NAME, deep: 20 }));
    if (kind === "text") return "";
    const given = recorder.labelled(el);
    if (given) return given.slice(0, NAME);
    const tag = tagOf(el);
    if (kind === "panel") return "";
    if (tag === "input" && kind === "control") return squeeze(el.type === "image" ? el.alt : el.value);
    if (kind === "control" || kind === "heading") return within(el) || squeeze(attribute(el, "title"));
    if (kind === "picture") return squeeze(tag === "img" ? el.alt : attribute(el, "title"));
    const labels = tag === "input" || tag === "textarea" || tag === "select" ? el.labels : null;
    return (labels && labels.length && within(labels[0])) || squeeze(attribute(el, "placeholder") || attribute(el, "title")) || (kind === "tick" && tag !== "input" ? within(el) : "");
  }

  function isFilled(el) {
    const tag = tagOf(el);
    return tag === "input" || tag === "textarea" || tag === "select" ? el.value !== "" : /\S/.test(el.textContent);
  }

  // The boxes that fit, in the order in which they are drawn.
  function chosen(found) {
    const best = found.length <= MOST ? found : [...found].sort((one, other) => RANK[one.kind] - RANK[other.kind] || sizeOf(other) - sizeOf(one)).slice(0, MOST);
    return best.sort((one, other) => one.layer - other.layer || one.at - other.at);
  }

  const placeNow = () => `${scrollX} ${scrollY} ${innerWidth} ${innerHeight}`;

  function draw(recorder) {
    drawn = chosen(gather(recorder));
    [place, stale] = [placeNow(), false];
    let names = NAMES;
    for (const one of drawn) {
      one.name = names > 0 ? nameOf(one.el, one.kind, recorder) : "";
      names -= one.name.length;
      one.isPrivate = one.kind === "field" && Boolean(recorder.secretOf(one.el, one.name));
    }
  }

  const line = ({ kind, role, name, box }, flags) => [kind, role, name, ...[box.left, box.top, box.right - box.left, box.bottom - box.top].map(Math.round), flags];

  globalThis.apprenticeBoxes = {
    /** The page has changed. `recorder`: how the recorder reads roles, names and secrets. */
    later(recorder) {
      stale = true;
      if (waiting || document.hidden) return;
      waiting = true;
      const idle = () => { waiting = false; if (stale) try { draw(recorder); } catch { drawn = null; } };
      setTimeout(() => requestIdleCallback(idle, { timeout: BUSY }), LATER);
    },
    /** Forgets what was gathered. */
    forget() { drawn = null; stale = false; },
    /** What the page shows. `acted`: the element that the person acts on. */
    now(acted, recorder) {
      const isNew = stale && acted && drawn && !drawn.some((one) => one.el === acted);
      if (!drawn || isNew || place !== placeNow()) draw(recorder);
      const flags = (one) => (one.el === acted ? ACTED : 0) | (one.kind !== "field" ? 0 : one.isPrivate ? PRIVATE : isFilled(one.el) ? FILLED : 0);
      const all = drawn.map((one) => line(one, flags(one)));
      if (acted && isConnected(acted) && !drawn.some((one) => one.el === acted)) {
        const box = rectOf(acted);
        if (box.width > 0 && box.height > 0) all.push(line({ kind: "panel", role: "", name: "", box }, ACTED));
      }
      return { width: innerWidth, height: innerHeight, boxes: all };
    },
  };
})
