// Runs in an isolated world of every frame: the page can neither see it nor forge its messages.
// It sends committed, trusted, meaningful input only. The value of a secret field is sent for the memory of the session alone (`t: "secret"`),
// never as a part of an action.
(function record(binding, wordsOfChips) {
  "use strict";
  if (globalThis.apprentice) return;

  // Twice what is kept: the receiver masks before it shortens, because half a secret does not look like one.
  const NAME_LIMIT = 320, VALUE_LIMIT = 4000, OFFERED_LIMIT = 50, WORDS_LIMIT = 300000;
  const CLICKED = new Set(["button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "option", "treeitem", "gridcell"]);
  const TOGGLED = new Set(["checkbox", "switch", "radio"]);
  const ROLES = new Set([...CLICKED, ...TOGGLED, "textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "dialog", "alertdialog",
    "form", "region", "group", "radiogroup", "row", "rowheader", "columnheader", "cell", "heading", "listitem", "menu", "tree", "img", "table",
    "grid", "toolbar", "tablist", "tabpanel", "navigation", "search", "main", "article", "presentation", "none"]);
  const BUTTONS = new Set(["button", "submit", "reset", "image", "color", "file"]);
  const NO_TEXT = new Set([...BUTTONS, "checkbox", "radio", "hidden"]);
  const INLINE = new Set(["A", "ABBR", "B", "BDI", "CITE", "CODE", "EM", "I", "KBD", "LABEL", "MARK", "Q", "S", "SMALL", "SPAN", "STRONG", "SUB", "SUP", "TIME", "U"]);
  const BOXES = new Set(["div", "header", "hgroup", "span"]);
  // What stands inside these is drawn only by browsers that do not know them.
  const UNDRAWN = new Set(["canvas", "video", "audio", "object"]);
  // These change with every key; their value counts when the user leaves them.
  const STEPPED = new Set(["date", "datetime-local", "month", "week", "time", "number", "range"]);
  // Their content is inside something with a name.
  const PLACES = new Set(["group", "radiogroup", "form", "region", "search", "tabpanel", "navigation", "toolbar", "article", "listbox", "menu",
    "tree", "tablist", "table", "grid"]);
  // The words that the name of a field may have in which each word that is entered becomes a chip (`is_token_field`).
  const CHIPS = new Set(wordsOfChips);
  const SECRET = /pass(word|wd|phrase|code)|\bpwd\b|kennwort|passwort|contraseñ|mot de passe|secret|\btoken\b|api[\s_-]?key|private[\s_-]?key|\botp\b|one[\s_-]?time|verification code|\b2fa\b|\bmfa\b|\bcvv\b|\bcvc\b|security code|card[\s_-]?num|\bpin\b/i;

  let paused = false, held = null;
  let shown = new WeakMap(), committed = new WeakMap();
  const edits = new Map();            // field -> how it was described when its editing began
  const wasPassword = new WeakSet();  // "show password" turns the type into text
  const hooked = new WeakSet();
  let toggles = [];
  let enterAt = -1;
  let unseen = true;                  // nobody has read this page yet

  // Forms and documents have properties named after their fields (`form.title` may be a field), so use the getters of the platform.
  const getter = (type, name) => { const { get } = Object.getOwnPropertyDescriptor(type.prototype, name); return (node) => get.call(node); };
  const method = (type, name) => { const own = type.prototype[name]; return (node, ...given) => own.apply(node, given); };
  const kindOf = getter(Node, "nodeType"), childrenOf = getter(Node, "childNodes"), above = getter(Node, "parentElement"), rootOf = method(Node, "getRootNode");
  const tagOf = getter(Element, "localName"), attribute = method(Element, "getAttribute"), has = method(Element, "hasAttribute");
  const find = method(Element, "querySelector"), findAll = method(Element, "querySelectorAll"), hasVisibleBox = method(Element, "checkVisibility");
  // What has no box of its own (`display: contents`) is seen where what is around it is.
  const isVisible = (el, how) => hasVisibleBox(el, how) || (getComputedStyle(el).display === "contents" && (!above(el) || isVisible(above(el), how)));
  const holds = method(Node, "contains"), upTo = method(Element, "closest"), findInShadow = method(DocumentFragment, "querySelectorAll");
  // In the tree of an element: the document, or a shadow tree.
  const findAround = (el, selector) => { const root = rootOf(el); return root === document ? findInPage(root, selector) : root instanceof ShadowRoot ? findInShadow(root, selector) : []; };
  const shadowOf = getter(Element, "shadowRoot"), previousOf = getter(Element, "previousElementSibling");
  const titleOf = getter(Document, "title"), bodyOf = getter(Document, "body"), topOf = getter(Document, "documentElement");
  const focusOf = getter(Document, "activeElement"), findInPage = method(Document, "querySelectorAll"), byId = method(Document, "getElementById"),
    walkerOf = method(Document, "createTreeWalker");

  // What a control was described by, for the picture of the step.
  const describedBy = new WeakMap(), STEPS = new Set(["click", "fill", "choose", "press", "drag", "upload"]);
  const describing = (el, control) => { describedBy.set(control, el); return control; };
  // Adds what the page shows. An action counts without it.
  function picture(message) {
    if (!globalThis.apprenticeBoxes || !STEPS.has(message.t)) return;
    try { message.screen = apprenticeBoxes.now(describedBy.get(message.control) || null, reading); } catch { /* a page may have anything in it */ }
  }
  const pictureLater = () => { if (globalThis.apprenticeBoxes && !paused) apprenticeBoxes.later(reading); };

  const tell = (message) => { picture(message); if (held) held.push(message); else binding(JSON.stringify(message)); };
  // The signs of a font of icons say nothing: they are in the areas of Unicode for private use.
  const squeeze = (text, limit = NAME_LIMIT) => (text || "").replace(/[\s\ue000-\uf8ff]+/g, " ").trim().slice(0, limit);

  // ---- role and name, after the accessible name computation ----

  function explicitRole(el) {
    const given = attribute(el, "role");
    if (!given) return "";
    const role = given.trim().toLowerCase().split(/\s+/).find((word) => ROLES.has(word)) || "";
    return role === "none" || role === "presentation" ? "" : role;
  }

  function roleOf(el) {
    const explicit = explicitRole(el);
    if (explicit) return explicit;
    switch (tagOf(el)) {
      case "a": case "area": return el.hasAttribute("href") ? "link" : "";
      case "button": case "summary": return "button";
      case "select": return el.multiple || el.size > 1 ? "listbox" : "combobox";
      case "textarea": return "textbox";
      case "option": return "option";
      case "dialog": return "dialog";
      case "form": return "form";
      case "fieldset": return "group";
      case "section": return "region";
      case "nav": return "navigation";
      case "table": return "table";
      case "tr": return "row";
      case "li": return "listitem";
      case "input": {
        const type = el.type;
        if (BUTTONS.has(type)) return "button";
        if (type === "checkbox" || type === "radio") return type;
        if (type === "range") return "slider";
        if (type === "number") return "spinbutton";
        if (el.list) return "combobox";
        return type === "search" ? "searchbox" : "textbox";
      }
      default: return /^h[1-6]$/.test(tagOf(el)) ? "heading" : el.isContentEditable ? "textbox" : "";
    }
  }

  // Elements that only show words of a line in another way.
  const MARKS = new Set(["abbr", "b", "cite", "code", "em", "i", "kbd", "mark", "q", "s", "small", "strong", "sub", "sup", "u"]);

  // Whether a person can see the text of an element: not transparent, not clipped to nothing, not out of the page, not in the colour of its
  // background. The words of a record are read only where they can be seen.
  function isSeen(el) {
    if (!isVisible(el, { opacityProperty: true, visibilityProperty: true })) return false;
    const style = getComputedStyle(el), box = el.getBoundingClientRect();
    if (parseFloat(style.fontSize) < 2) return false;
    const small = box.width <= 1 || box.height <= 1;
    if (small && style.overflowX !== "visible" && style.overflowY !== "visible") return false;
    if (style.position === "absolute" && (box.right + scrollX <= 0 || box.bottom + scrollY <= 0)) return false;
    const numbers = (color) => (/^rgba?\(/.test(color) ? (color.match(/[\d.]+/g) || []).map(Number) : null);
    const ink = numbers(style.color);
    if (!ink || style.backgroundImage !== "none") return true;
    if (ink[3] < 0.1) return false;
    for (let at = el, up = 0; at && up < 40; at = above(at), up++) {
      const around = getComputedStyle(at), behind = numbers(around.backgroundColor);
      if (around.backgroundImage !== "none" || around.position === "absolute" || around.position === "fixed") return true;
      if (!behind || behind[3] === undefined || behind[3] > 0.5) return !behind || [0, 1, 2].reduce((sum, part) => sum + Math.abs(ink[part] - behind[part]), 0) >= 24;
    }
    return ink[0] + ink[1] + ink[2] < 765 - 24;
  }

  // Whether an element is drawn where or so that nobody sees it, though it has a box.
  function isOutOfSight(el) {
    const box = el.getBoundingClientRect();
    return box.width <= 1 || box.height <= 1 || box.right + scrollX <= 0 || box.bottom + scrollY <= 0 || !isVisible(el, { opacityProperty: true, visibilityProperty: true });
  }

  const isField = (el) => tagOf(el) === "input" || tagOf(el) === "textarea" || tagOf(el) === "select";

  function textOf(node, budget = { left: 600, deep: 300 }) {
    if (budget.left <= 0 || budget.deep <= 0) return "";
    const kind = kindOf(node);
    if (kind === 3) { budget.left -= node.data.length; return node.data; }
    if (kind !== 1 && kind !== 11) return "";
    if (kind === 1) {
      const tag = tagOf(node);
      if (tag === "script" || tag === "style" || tag === "noscript" || tag === "template" || UNDRAWN.has(tag) || isField(node)) return "";
      if (attribute(node, "aria-hidden") === "true" || has(node, "hidden") || (node.isContentEditable && explicitRole(node) === "textbox")) return "";
      const label = attribute(node, "aria-label");
      if (label && label.trim()) return ` ${label} `;
      if (tag === "img") return ` ${node.alt || node.title || ""} `;
      if (tag === "svg") { const title = node.querySelector("title"); return title ? ` ${title.textContent} ` : ""; }
      if (tag === "br") return " ";
      if (!isVisible(node)) return "";
    }
    const shadow = kind === 1 && shadowOf(node);
    const children = shadow ? shadow.childNodes : kind === 1 && tagOf(node) === "slot" && node.assignedNodes().length ? node.assignedNodes() : childrenOf(node);
    let text = "";
    budget.deep--;
    for (const child of children) { text += textOf(child, budget); if (budget.left <= 0) break; }
    budget.deep++;
    return kind === 1 && !INLINE.has(node.tagName) ? ` ${text} ` : text;
  }

  function labelled(el) {
    const ids = attribute(el, "aria-labelledby");
    if (ids) {
      const root = rootOf(el);
      const named = (id) => (root === document ? byId(root, id) : root.getElementById && root.getElementById(id));
      const text = squeeze(ids.trim().split(/\s+/).map((id) => { const by = named(id); return by ? textOf(by) : ""; }).join(" "));
      if (text) return text;
    }
    return squeeze(attribute(el, "aria-label"));
  }

  const nameOf = (el, fromContent = true) => givenName(el, fromContent) || (isTyped(el) && !rowOf(el) ? placed(el) : "");

  // What the page calls an element.
  function givenName(el, fromContent = true) {
    const given = labelled(el);
    if (given) return given;
    const tag = tagOf(el);
    let name = "";
    if (tag === "input" && (el.type === "submit" || el.type === "reset" || el.type === "button")) {
      name = squeeze(el.value) || { submit: "Submit", reset: "Reset" }[el.type] || "";
    } else if (tag === "input" && el.type === "image") {
      name = squeeze(el.alt);
    } else if (tag === "area") {
      name = squeeze(el.alt);
    } else if (tag === "fieldset") {
      const legend = el.querySelector(":scope > legend");
      name = legend ? squeeze(textOf(legend)) : "";
    } else if (tag === "table") {
      name = el.caption ? squeeze(textOf(el.caption)) : "";
    } else if (tag !== "form" && el.labels && el.labels.length) {
      name = (el.type === "radio" && el.labels.length === 1 && titleOfChoice(el)) || squeeze([...el.labels].map((label) => textOf(label)).join(" "));
      if (isAdvice(name) && !isTick(el)) name = "";
      // The key that ticks it is no part of its name: `Delivery[3]`.
      if (isTick(el)) name = name.replace(/\s*\[[\p{L}\p{N}]\]$/u, "");
    } else if (fromContent && !isField(el) && !el.isContentEditable && !isEditor(el)) {
      name = (explicitRole(el) === "radio" && titleOfChoice(el)) || squeeze(textOf(el));
    }
    if (name || squeeze(attribute(el, "title"))) return name || squeeze(attribute(el, "title"));
    const placeholder = squeeze(attribute(el, "placeholder") || attribute(el, "aria-placeholder"));
    if (isEditor(el)) { const hidden = previousOf(el); if (hidden && tagOf(hidden) === "textarea") return nameOf(hidden); }
    if (!isField(el) && !el.isContentEditable && !isEditor(el) && !TOGGLED.has(explicitRole(el))) return placeholder;
    if (placeholder && !isShared(el, placeholder) && !isExample(placeholder)) return placeholder;
    // An editor has an id for its program.
    return labelNear(el) || placeholder || (isField(el) || isTick(el) ? slug(el) : "text");
  }

  // ---- labels that a person reads ----

  const FIELDS = "input:not([type=hidden]),textarea,select,[contenteditable=''],[contenteditable=true]";
  const LABEL_LIMIT = 80;

  const isShared = (el, placeholder) => [...findAll(el.closest("form") || bodyOf(document) || topOf(document), "[placeholder]")].some((other) => other !== el && squeeze(attribute(other, "placeholder")) === placeholder);
  // A placeholder that shows how a value looks is no name: `https://…`, `name@example.com`, `0.00`, `DD.MM.YYYY`, `e.g. Monday`.
  const isExample = (text) => /^\w+:\/\/|^\S+@\S+$|^[^\p{L}]*$|^(e\.g|for example|such as)\b|^[dmyhs]+( ?[-\/.:]+ ?[dmyhs]+)+$/iu.test(text);
  const label = (text) => { const short = squeeze(text, LABEL_LIMIT + 1).replace(/[\s:：*]+$/, ""); return short.length <= LABEL_LIMIT && /[\p{L}\p{N}]/u.test(short) ? short : ""; };
  const isTick = (el) => TOGGLED.has(roleOf(el));

  // Whether a tick box, a switch or a radio button is on; null if nothing says so. One that the page draws may say it in another way than
  // WAI-ARIA asks for.
  function isOn(el) {
    if (tagOf(el) === "input") return el.checked;
    for (const name of ["aria-checked", "aria-pressed", "aria-selected"]) if (has(el, name)) return attribute(el, name) === "true";
    const state = attribute(el, "data-state");
    if (state && /^(un)?checked$|^(on|off)$/.test(state)) return state === "checked" || state === "on";
    const inner = find(el, "input[type=checkbox],input[type=radio]");
    if (inner) return inner.checked;
    return /(^|[\s_-])(is-)?(checked|selected|active|on)(\s|$)/i.test(attribute(el, "class") || "") || null;
  }

  const isTyped = (el) => tagOf(el) === "textarea" || tagOf(el) === "select" || (tagOf(el) === "input" && !NO_TEXT.has(el.type));
  const KINDS = { date: "date", time: "time", "datetime-local": "date and time", month: "month", week: "week", number: "number", textarea: "text", select: "choice" };
  const kindOfField = (el) => KINDS[tagOf(el) === "input" ? el.type : tagOf(el)] || "field";

  // A field that the page does not name is told by its part of the form and its place there: “Time, second date”.
  function placed(el) {
    const box = upTo(el, "form,dialog,[role=dialog]") || bodyOf(document);
    const parts = [...findAll(box, `h1,h2,h3,h4,h5,h6,[role=heading],legend,${FIELDS}`)].slice(0, 400), at = parts.indexOf(el), isPart = (one) => !one.matches(FIELDS);
    if (at < 0) return "";
    const from = parts.slice(0, at).findLastIndex((one) => isPart(one) && isVisible(one)), rest = parts.slice(from + 1), end = rest.findIndex(isPart), kind = kindOfField(el);
    const like = (end < 0 ? rest : rest.slice(0, end)).filter((one) => one === el || (isTyped(one) && kindOfField(one) === kind && isVisible(one) && !givenName(one)));
    const part = from < 0 ? "" : label(textOf(parts[from])), place = like.indexOf(el);
    if (!part && like.length < 2) return "";
    return [part, like.length < 2 ? kind : `${ORDINALS[place] || `${place + 1}th`} ${kind}`].filter(Boolean).join(", ");
  }

  // `fields[first_name]` is "first name".
  function slug(el) {
    const given = attribute(el, "name") || attribute(el, "id") || "";
    const parts = given.replace(/\]/g, "").split(/[[.]/).filter((part) => part && !/^\d+$/.test(part));
    const word = (parts[parts.length - 1] || "").replace(/\d+$/, "").replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").trim().toLowerCase();
    return /\p{L}{2}/u.test(word) && word.length <= LABEL_LIMIT ? word : "";
  }

  const ROW = "tr,[role=row]", CELL = "td,th,[role=cell],[role=gridcell],[role=rowheader],[role=columnheader]";
  const cellsOf = (row) => [...(tagOf(row) === "tr" ? row.cells : findAll(row, CELL))];

  const ROWS_ABOVE = 60, ROWS_BELOW_HEAD = 8, LONGEST_HEAD = 40;

  // The columns that each cell of a row covers, as [first, end] (HTML, 4.9.12). Cells of at most 60 rows above reach into it.
  function columnsOf(row) {
    const cells = cellsOf(row), part = parentOf(row), table = row.closest("table");
    if (tagOf(row) !== "tr" || !table || !find(table, "[colspan],[rowspan]")) return cells.map((_, at) => [at, at + 1]);
    const rows = part && part.rows ? [...part.rows] : [row], index = rows.indexOf(row), left = [];
    let covered = [];
    for (const at of rows.slice(Math.max(0, index - ROWS_ABOVE), index + 1)) {
      let column = 0;
      covered = [...at.cells].map((cell) => {
        while (left[column] > 0) column++;
        const first = column;
        column += Math.min(cell.colSpan || 1, 1000);
        return [first, column];
      });
      for (let i = 0; i < left.length; i++) left[i] = Math.max(0, (left[i] || 0) - 1);
      [...at.cells].forEach((cell, i) => { for (let c = covered[i][0]; c < covered[i][1]; c++) left[c] = (cell.rowSpan || 1) - 1; });
    }
    return covered;
  }

  // Whether the first row of a table without marked headers is its head: short words, and below at least two of them (one, if there are three
  // rows) nothing but numbers, amounts or days.
  function isPlainHead(table, head) {
    if (!head || find(table, "th,[role=columnheader]") || find(head, FIELDS)) return false;
    const letters = (text) => /[\p{L}\p{N}]/u.test(text), texts = cellsOf(head).map((cell) => said(cell)), named = texts.filter(letters);
    const isWord = (text) => !/\p{N}/u.test(text) && text.length <= LONGEST_HEAD && !text.endsWith(":");
    if (texts.length < 3 || named.length * 4 < texts.length * 3 || new Set(named).size < named.length || !named.every(isWord)) return false;
    const widthOf = (columns) => (columns.length ? columns[columns.length - 1][1] : 0), over = columnsOf(head);
    const body = [...table.rows].slice(1, 1 + ROWS_BELOW_HEAD).map((row) => [columnsOf(row), cellsOf(row)]).filter(([columns]) => widthOf(columns) === widthOf(over));
    let counted = 0;
    for (const [at, text] of texts.entries()) {
      if (!letters(text)) continue;
      const under = body.flatMap(([columns, cells]) => cells.filter((_, i) => columns[i][0] < over[at][1] && over[at][0] < columns[i][1])).map((cell) => said(cell)).filter(letters);
      if (under.includes(text)) return false;
      if (under.length && under.every((one) => /\p{N}/u.test(one))) counted++;
    }
    return counted > 1 || (counted > 0 && body.length > 2);
  }

  // The header over each cell of a row; null if its table has none.
  function headersOf(row) {
    const table = row.closest("table,[role=grid],[role=table],[role=treegrid]");
    if (!table) return null;
    let head = null;
    if (tagOf(table) === "table") {
      // A table may have several heads, one of which only has its title.
      const first = [...table.rows].slice(0, 6), below = first.findIndex((at) => tagOf(parentOf(at)) !== "thead");
      const rows = table.tHead ? first.slice(0, below < 0 ? 6 : below) : first.slice(0, 1);
      const isHead = (cell) => tagOf(cell) === "th" || explicitRole(cell) === "columnheader";
      // Beside the headers of columns may stand what can be done with all rows.
      const most = (at) => table.tHead && at.cells.length > 2 && [...at.cells].filter(isHead).length * 2 > at.cells.length;
      head = rows.filter((at) => at.cells.length && (most(at) || [...at.cells].every((cell) => isHead(cell) || (table.tHead && !textOf(cell).trim()))));
      if (!head.length && isPlainHead(table, first[0])) head = [first[0]];
    }
    else { const first = find(table, "[role=columnheader]"); head = first ? [first.closest(ROW)] : []; }
    if (!head.length || head.includes(row)) return null;
    // A header covers columns, and one of a row below it tells them apart. A header over the whole table is its title.
    const headers = [];
    for (const at of head) {
      const cells = cellsOf(at), columns = columnsOf(at);
      if (cells.length === 1 && columns[0][1] > 1) continue;
      cells.forEach((cell, i) => { const text = label(said(cell)); for (let c = columns[i][0]; c < columns[i][1]; c++) headers[c] = text; });
    }
    return columnsOf(row).map(([column]) => headers[column] || "");
  }

  // Whether a link is a picture that the row beside it has too: it does something, as a button does.
  function isAction(link) {
    if (/[\p{L}\p{N}]/u.test(link.textContent)) return false;
    const icon = find(link, "img"), row = icon && link.closest(ROW), other = row && (row.nextElementSibling || row.previousElementSibling);
    return Boolean(other) && [...findAll(other, "a img")].some((one) => one.alt === icon.alt);
  }

  // The text of a place without its buttons, with the values of its controls, except those of one control.
  function said(place, without = null) {
    let text = "", left = 600, icons = "";
    const walk = (node, deep) => {
      if (left <= 0 || deep > 40 || node === without) return;
      if (kindOf(node) === 3) { text += node.data; left -= node.data.length; return; }
      if (kindOf(node) !== 1) return;
      const tag = tagOf(node), role = explicitRole(node);
      if (tag === "button" || role === "button" || tag === "script" || tag === "style" || tag === "template" || tag === "noscript" || tag === "option") { text += " "; return; }
      if (has(node, "hidden") || attribute(node, "aria-hidden") === "true") return;
      if (isTick(node)) { if (isOn(node)) text += " checked "; return; }
      if (tag === "input" || tag === "textarea") { if (!NO_TEXT.has(node.type)) text += ` ${node.value && secretOf(node, "") ? "▮▮▮▮▮▮" : squeeze(node.value)} `; return; }
      if (tag === "select") { text += ` ${[...node.selectedOptions].map((option) => option.label).join(", ")} `; return; }
      if (tag === "img") { text += ` ${node.alt || ""} `; return; }
      if (tag === "svg") return;
      if (!isSeen(node)) return;
      if (tag === "a" && isAction(node)) { icons += ` ${find(node, "img").alt || ""}`; text += " "; return; }
      const inline = INLINE.has(node.tagName);
      if (!inline) text += " ";
      for (const child of childrenOf(shadowOf(node) || node)) walk(child, deep + 1);
      if (!inline) text += " ";
    };
    for (const child of childrenOf(place)) walk(child, 0);
    return squeeze(/[\p{L}\p{N}]/u.test(text) ? text : text + icons, 800);
  }

  // The parts of an item as somebody sees them: texts in boxes of their own, or texts that no blank joins. Words of one line are one part.
  function partsOf(box, without) {
    const parts = [""];
    let left = 600, from = null;
    const end = () => { from = null; if (parts[parts.length - 1].trim()) parts.push(""); };
    const write = (text) => { parts[parts.length - 1] += text; left -= text.length; };
    const walk = (node, deep) => {
      if (left <= 0 || deep > 40 || parts.length > 12 || node === without) { if (node === without) end(); return; }
      if (kindOf(node) === 3) {
        const last = parts[parts.length - 1], by = parentOf(node);
        if (from && from !== by && /[\p{L}\p{N}]$/u.test(last) && /^[\p{L}\p{N}]/u.test(node.data) && !MARKS.has(tagOf(by)) && !MARKS.has(tagOf(from))) end();
        if (node.data.trim()) from = by;
        write(node.data);
        return;
      }
      if (kindOf(node) !== 1) return;
      const tag = tagOf(node), role = explicitRole(node);
      if (tag === "script" || tag === "style" || tag === "template" || tag === "noscript" || tag === "option" || tag === "svg" || tag === "select" || tag === "textarea") { end(); return; }
      if (has(node, "hidden") || attribute(node, "aria-hidden") === "true") return;
      if (isTick(node)) { if (isOn(node)) { end(); write("checked "); } return; }
      if (tag === "input" || !isSeen(node)) { end(); return; }
      if (tag === "img") { end(); write(node.alt || ""); end(); return; }
      // What a button of every item does is no part of it.
      const button = tag === "button" || role === "button";
      if (button && !isTitle(node, box)) { end(); return; }
      const block = button || !INLINE.has(node.tagName);
      if (block) end();
      for (const child of childrenOf(shadowOf(node) || node)) walk(child, deep + 1);
      if (block) end();
    };
    for (const child of childrenOf(box)) walk(child, 0);
    const out = [];
    for (const part of parts.map((text) => squeeze(text, 200))) {
      if (out.length && part && (out[out.length - 1] === "checked" || !/[\p{L}\p{N}]/u.test(part))) out[out.length - 1] += ` ${part}`;
      else if (/[\p{L}\p{N}]/u.test(part)) out.push(part);
    }
    return out;
  }

  const BUTTON = "button,[role=button]";

  // The first of several parts, which names a choice; the rest explains it. Empty where there is one part.
  function titleIn(radio) {
    const box = (radio.labels && radio.labels.length === 1 && radio.labels[0]) || radio, pictures = [...findAll(box, "img")].map((one) => squeeze(one.alt || ""));
    const parts = partsOf(box, radio).map((text) => text.replace(/^checked /, "")).filter((text) => !pictures.includes(text));
    return parts.length > 1 ? parts[0] : "";
  }

  // It must tell the choice from the others.
  function titleOfChoice(radio) {
    const title = titleIn(radio), all = title ? choicesOf(radio) : [];
    return title && all.length <= 20 && all.every((other) => other === radio || titleIn(other) !== title) ? title : "";
  }

  // Whether an item says something before this button of it.
  function hasTextBefore(el, box) {
    const walker = walkerOf(document, box, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && !el.contains(node); node = walker.nextNode()) {
      if (/[\p{L}\p{N}]/u.test(node.data) && !above(node).closest(BUTTON) && isVisible(above(node))) return true;
    }
    return false;
  }

  // Whether a control of an item is called as the item: no other item beside it says that, and a button stands first.
  function isTitle(el, box) {
    const words = squeeze(textOf(el)), parent = parentOf(box);
    if (!words || !parent || parent.childElementCount < 2 || (el.matches(BUTTON) && hasTextBefore(el, box))) return false;
    let others = 0;
    for (let at = parent.firstElementChild, seen = 0; at && seen < 60; at = at.nextElementSibling, seen++) {
      if (at === box || tagOf(at) !== tagOf(box)) continue;
      others++;
      if (squeeze(textOf(at)).includes(words)) return false;
    }
    return others > 0;
  }

  // Parts of a page that are more than the label of a field.
  const PARTS = "table,ul,ol,dl,form,section,article,nav,[role=table],[role=grid],[role=list],[role=toolbar],[role=menubar],[role=tablist]";

  // The text just before (or after) a node in its line: as far as the next field or block.
  function beside(el, before) {
    const next = (node) => (before ? node.previousSibling : node.nextSibling);
    let text = "";
    for (let node = next(el), seen = 0; node && seen < 12 && text.length < 400; node = next(node), seen++) {
      const kind = kindOf(node);
      if (kind === 3) { text = before ? node.data + text : text + node.data; continue; }
      if (kind !== 1) continue;
      if (tagOf(node) === "br" || tagOf(node) === "button" || isField(node) || find(node, FIELDS) || node.matches(PARTS) || find(node, PARTS)) break;
      // A picture beside a field does something with it, or says that it is needed.
      if (tagOf(node) === "img") continue;
      const block = !INLINE.has(node.tagName);
      if (block && text.trim()) break;
      text = before ? textOf(node) + text : text + textOf(node);
      if (block && text.trim()) break;
    }
    return label(before ? lastSentence(text) : text);
  }

  // The last sentence before a field is its label: “The guest has paid 80 of 340. Payment method”. One of fewer than four words may end in an
  // abbreviation.
  function lastSentence(text) {
    const ends = [...squeeze(text, 400).matchAll(/(?:[\p{L}\p{N}]{2}|[)\]"”’])[.!?]\s+(?=[\p{Lu}\p{Lo}])|[。！？]\s*(?=[\p{L}\p{N}])/gu)], last = ends.pop();
    const all = squeeze(text, 400), before = last && all.slice(0, last.index + last[0].length);
    return before && (/[。！？]/.test(last[0]) || before.trim().split(" ").length > 3) ? all.slice(before.length) : text;
  }

  // What the field held before the person changed it.
  const heldBefore = (el) => squeeze(shown.get(el) ?? (isField(el) ? el.defaultValue : ""), LABEL_LIMIT);
  // The text beside a field that renames an item is the item, not a label. A label may tell the value besides.
  const showsValue = (text, el) => { const held = heldBefore(el); return held.length > 2 && text.includes(held) && text.length < 2 * held.length; };
  // “You may use markup here.” tells how to fill in a field, not what it is called.
  const isAdvice = (text) => /[.!?。]$/.test(text) && text.split(" ").length > 3;
  const names = (text, el) => /\p{L}/u.test(text) && !showsValue(text, el) && (isTick(el) || !isAdvice(text));

  // ---- tables that a page draws with boxes ----

  const ROW_HEIGHT = 120, CELLS_LIMIT = 60, LEVELS = 8;
  const across = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const isUnder = (one, other) => across(one, other) >= 0.6 * Math.min(one.width, other.width);
  const middle = (box) => (box.top + box.bottom) / 2;

  // The boxes of a part of a page that hold one text or one field each.
  function drawnCells(part) {
    const leaves = [], walker = walkerOf(document, part, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(), seen = 0; node; seen++) {
      if (seen > 500 || leaves.length > CELLS_LIMIT) return null;
      const isLeaf = isTyped(node) || [...childrenOf(node)].some((child) => kindOf(child) === 3 && /[\p{L}\p{N}]/u.test(child.data));
      if (isLeaf && isVisible(node)) leaves.push(node);
      node = isLeaf ? walker.nextSibling() || nextOutside(walker) : walker.nextNode();
    }
    return leaves.map((leaf) => {
      let box = leaf;
      for (let around = parentOf(box); around && around !== part && leaves.every((other) => other === leaf || !holds(around, other)); around = parentOf(around)) box = around;
      return { leaf, box: box.getBoundingClientRect(), text: isTyped(leaf) ? "" : label(textOf(leaf)) };
    });
  }

  // What comes after an element and everything in it.
  function nextOutside(walker) {
    while (walker.parentNode()) { const next = walker.nextSibling(); if (next) return next; }
    return null;
  }

  // The line of at least three cells that a field is in.
  function drawnRow(el) {
    for (let at = parentOf(el), up = 0; at && up < LEVELS && at !== bodyOf(document) && tagOf(at) !== "form"; at = parentOf(at), up++) {
      if (at.getBoundingClientRect().height > ROW_HEIGHT) return null;
      const row = drawnLine(at, el);
      if (!row || row.cells.length > 2) return row;
    }
    return null;
  }

  // The cells of a box that are in one line with a field of it.
  function drawnLine(at, el) {
    const cells = drawnCells(at), own = cells && cells.find(({ leaf }) => leaf === el);
    const isBeside = (cell) => Math.abs(middle(cell.box) - middle(own.box)) < Math.max(8, own.box.height / 2) && across(cell.box, own.box) <= 2;
    return own ? { at, box: at.getBoundingClientRect(), cells: cells.filter((cell) => cell === own || isBeside(cell)), own } : null;
  }

  // The header of the column that a field is in, where neither elements nor roles tell of a table: a line of texts above its row of which most
  // stand over cells of the row. Rows of data between them do so too, and the header is above these.
  function drawnHeader(el) {
    const row = drawnRow(el), header = row && drawnHead(row);
    return header ? header.headers[row.cells.indexOf(row.own)] : "";
  }

  // The line of headers of a row of boxes: a header for each of its cells, empty where none stands over it.
  function drawnHead(row) {
    const scroller = scrollerOf(row.at), top = scroller ? scroller.getBoundingClientRect().top : -Infinity, found = [];
    for (let at = row.at, up = 0; at && up < LEVELS && at !== bodyOf(document); at = parentOf(at), up++) {
      for (let before = previousOf(at), seen = 0; before && seen < 40; before = previousOf(before), seen++) {
        const box = before.getBoundingClientRect();
        if (!box.height || box.bottom > row.box.top + 2 || before.textContent.length > 600) continue;
        // What is scrolled out of its list is drawn nowhere.
        if (scroller && holds(scroller, before) && middle(box) < top) continue;
        const header = headerIn(before, row);
        if (header) found.push({ ...header, like: tagOf(before) === tagOf(row.at) && attribute(before, "class") === attribute(row.at, "class") });
      }
    }
    found.sort((one, other) => other.bottom - one.bottom);
    let edge = row.box.top, header = null;
    for (const line of found) { if (edge - line.bottom > Math.max(60, row.box.height * 1.5)) break; edge = Math.min(edge, line.top); header = line; }
    return header && !header.like && /^\P{N}*\p{L}\P{N}*$/u.test(header.text) ? header : null;
  }

  function scrollerOf(el) {
    for (let at = parentOf(el), up = 0; at && up < 20 && at !== bodyOf(document); at = parentOf(at), up++) if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll|hidden/.test(getComputedStyle(at).overflowY)) return at;
    return null;
  }

  // The line of a part of a page that stands over a row, with its text over the own cell of the row.
  function headerIn(part, row) {
    const cells = [...findAll(part, FIELDS)].every(isTick) && drawnCells(part);
    for (const over of (cells || []).filter(({ text, box }) => text && isUnder(box, row.own.box))) {
      const line = cells.filter((cell) => cell.text && Math.abs(middle(cell.box) - middle(over.box)) < 8);
      const headers = row.cells.map((cell) => (line.find(({ box }) => isUnder(box, cell.box)) || { text: "" }).text), under = headers.filter(Boolean).length;
      if (under > 2 && under >= 0.6 * row.cells.length) return { text: over.text, headers, top: over.box.top, bottom: over.box.bottom };
    }
    return null;
  }

  // Whether a row of a list became a form when the person began to change it: the rows beside it hold no fields.
  function isChangedInPlace(box, el) {
    const { height } = box.getBoundingClientRect();
    if (!isTyped(el) || height > ROW_HEIGHT || !/\p{L}/u.test(said(box, el))) return false;
    const isLike = (other) => other !== box && tagOf(other) === tagOf(box) && Math.abs(other.getBoundingClientRect().height - height) < height / 2;
    const like = [...parentOf(box).children].slice(0, 60).filter((other) => isLike(other) && isVisible(other));
    return like.length > 1 && like.filter((other) => !holdsForm(other)).length * 3 >= like.length * 2;
  }

  // What the row above a row says that holds nothing but a field: the name of the field, and at times remarks after it.
  function titleAbove(row) {
    const table = upTo(row, "table"), around = table && table.rows.length === 1 && above(table), outer = around && upTo(around, "tr");
    // A table of one row only places things.
    if (outer) return titleAbove(outer);
    const over = previousOf(row), first = over && over.matches(ROW) && !find(over, FIELDS) && cellsOf(over)[0];
    if (!first || findAll(row, FIELDS).length !== 1 || !/\p{L}/u.test(said(first))) return "";
    const text = label(said(first));
    return isAdvice(text) ? "" : text;
  }

  function labelNear(el) {
    const cell = el.closest(CELL), row = cell && cell.closest(ROW);
    if (isTick(el)) {
      const after = beside(el, false);
      if (after) return after;
    }
    const own = beside(el, true);
    if (names(own, el) && !(row && isTick(el))) return own;
    if (row) {
      const cells = cellsOf(row), at = cells.indexOf(cell), headers = headersOf(row);
      if (headers && headers[at]) return headers[at];
      for (let i = at - 1; i >= 0; i--) if (tagOf(cells[i]) === "th" || explicitRole(cells[i]) === "rowheader") { const text = label(said(cells[i])); if (text) return text; }
      if (!headers) for (let i = at - 1; i >= 0 && !find(cells[i], FIELDS); i--) { const text = /[\p{L}\p{N}]/u.test(cells[i].textContent) ? label(said(cells[i])) : ""; if (text) return text; }
      const above = !headers && !isTick(el) && titleAbove(row);
      if (above) return above;
      if (headers) { const record = recordOf(el); if (record && record.name) return isTick(el) ? `Select ${record.name}` : record.name; }
    } else if (isTyped(el)) {
      const header = drawnHeader(el);
      if (header) return header;
    }
    // Boxes that hold nothing but this field: the text before them is its label.
    for (let at = el, up = 0; at && up < 4 && at !== bodyOf(document); up++) {
      const box = parentOf(at);
      // Before an item stands another item.
      if (!box || box === bodyOf(document) || tagOf(box) === "li" || ITEMS.has(roleOf(box))) break;
      if (tagOf(box) === "dd") { let term = previousOf(box); while (term && tagOf(term) !== "dt") term = previousOf(term); if (term) return label(textOf(term)); }
      if (tagOf(box) === "fieldset") { const legend = find(box, "legend"); if (legend && findAll(box, FIELDS).length === 1) return label(textOf(legend)); }
      if (findAll(box, FIELDS).length > 1) break;
      const text = beside(box, true);
      if (text) return names(text, el) ? text : "";
      at = box;
    }
    if (isTick(el)) { const record = recordOf(el); if (record && record.name) return `Select ${record.name}`; }
    return "";
  }

  // ---- the record of a control ----

  const ITEMS = new Set(["listitem", "article", "treeitem", "option"]), MENUS = new Set(["navigation", "menubar", "menu", "tablist", "toolbar"]);

  function recordBox(el) {
    for (let at = el, up = 0; at && up < 25; at = parentOf(at), up++) {
      if (at === bodyOf(document) || at === topOf(document)) return null;
      const tag = tagOf(at), role = (attribute(at, "role") || "").trim().toLowerCase();
      if (tag === "nav" || tag === "dialog" || MENUS.has(role) || role === "dialog" || role === "alertdialog") return null;
      if (tag === "tr" || role === "row") {
        // A row that lays out a form or a page is no record. One with a button that sends something by itself is.
        if (find(at, "table,h1,h2") || [...findAll(at, "form")].some(holdsForm)) continue;
        const cells = cellsOf(at), headers = headersOf(at);
        if (!headers && cells.length <= 4 && cells.some((cell) => find(cell, FIELDS)) && !find(at, "a[href]") && !cells.some((cell) => find(cell, "input[type=checkbox]"))) continue;
        if (cells.length && cells.every((cell) => tagOf(cell) === "th" || explicitRole(cell) === "columnheader")) continue;
        return at;
      }
      // An entry without words, such as one of a list of icons, is a part of a larger one.
      if (tag === "article" || (tag === "li" && (!role || ITEMS.has(role))) || ITEMS.has(role)) { if (!holdsForm(at) && (tag === "article" || /[\p{L}\p{N}]/u.test(at.textContent) || find(at, "img[alt]"))) return at; continue; }
      if ((tag === "div" || tag === "section" || tag === "a" || isEntry(at)) && isRepeated(at) && (!holdsForm(at) || isChangedInPlace(at, el)) && (at !== el || isCard(at) || isEntry(at)) && !(isTick(el) && isFormLine(at))) return at;
    }
    return null;
  }

  // Whether a box says several things: a card, or a row of a table that the page draws. One of several buttons says one.
  const isCard = (box) => partsOf(box, null).length > 2;

  const holdsForm = (box) => Boolean(find(box, "textarea,select,input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=submit]):not([type=button]):not([type=image]):not([type=reset])"));

  // A box with at least two siblings of the same class, or one where it is a link and a card, and text of its own.
  function isRepeated(box) {
    const name = attribute(box, "class"), parent = parentOf(box);
    if (parent && isEntry(box)) return [...parent.children].slice(0, 200).filter((one) => tagOf(one) === tagOf(box)).length > 1 && /\p{L}/u.test(said(box));
    if (!name || !parent) return false;
    let same = 0;
    const like = [];
    for (let at = parent.firstElementChild, seen = 0; at && seen < 200 && same < 3; at = at.nextElementSibling, seen++) if (tagOf(at) === tagOf(box) && (attribute(at, "class") || "").trim().split(/\s+/)[0] === name.trim().split(/\s+/)[0]) { same++; like.push(at); }
    // A window over the page is alone, though others like it wait hidden beside it.
    if (same > 1 && /^(fixed|absolute)$/.test(getComputedStyle(box).position) && !like.some((other) => other !== box && isVisible(other))) return false;
    return (same > 2 || (same > 1 && tagOf(box) === "a" && isCard(box))) && /\p{L}/u.test(said(box));
  }

  // Whether an element of a component is called as an entry of a list, and not one of a menu: `ha-list-item`, `user-card`.
  function isEntry(el) {
    if (!/-(item|card|entry|tile)$/.test(tagOf(el)) || /(menu|nav|tab|crumb|drawer|sidebar)-?(list-?)?item$/.test(tagOf(el))) return false;
    if (/^(menuitem|tab|button|radio|link)/.test((attribute(el, "role") || "").trim().toLowerCase())) return false;
    for (let at = parentOf(el), up = 0; at && up < 25; at = parentOf(at), up++) if (tagOf(at) === "nav" || MENUS.has((attribute(at, "role") || "").trim().toLowerCase())) return false;
    return true;
  }

  // Whether a box is one line of a form: boxes like it beside it hold fields.
  const isFormLine = (box) => [box.previousElementSibling, box.nextElementSibling].some((other) => other && tagOf(other) === tagOf(box) && attribute(other, "class") === attribute(box, "class") && holdsForm(other));

  // Whether a link leads to another place; others are buttons of a page.
  const leads = (link) => { const to = attribute(link, "href"); return to === null || (to.trim() !== "" && to.trim() !== "#" && !/^\s*javascript:/i.test(to)); };

  // The cells of the rows beside a row, the nearest first.
  function rowsBeside(row, columns) {
    const rows = [];
    for (const next of ["nextElementSibling", "previousElementSibling"]) for (let at = row[next], seen = 0; at && seen < 4; at = at[next], seen++) rows.push(cellsOf(at));
    const isHead = (cell) => tagOf(cell) === "th" || explicitRole(cell) === "columnheader";
    return rows.filter((cells) => cells.length === columns && !cells.every(isHead));
  }

  // What names a row without a link or header of its own: the first text that is not the same in all rows beside it, as icons, actions and
  // states are.
  function distinctName(parts, rows, without) {
    const texts = (cell) => {
      const icons = [...findAll(cell, "img")].map((icon) => squeeze(icon.alt || ""));
      return partsOf(cell, without).map((text) => text.replace(/^checked /, "")).filter((text) => text !== "checked" && !icons.includes(text));
    };
    // A day is a value of a record: `3 May 2026`, `Mon, May 3rd, 2026`.
    const isDay = (text) => /^(\p{L}+\.?,? )?(\d{1,2}(\.|st|nd|rd|th)? (of |de |di )?\p{L}{3,12}\.?|\p{L}{3,12}\.? \d{1,2}(st|nd|rd|th)?),? (de )?\d{4}$/u.test(text);
    const isTime = (text) => /\d:\d|\bago\b/.test(text) || isDay(text);
    for (let at = 0; rows.length && at < Math.min(parts.length, 20); at++) {
      const others = rows.map((cells) => texts(cells[at]));
      const name = texts(parts[at]).find((text) => /\p{L}/u.test(text) && !isTime(text) && !others.every((other) => other.includes(text)));
      if (name) return name;
    }
    return "";
  }

  // Whether a link shows another part of the page that it is on.
  function turnsPage(el) {
    const link = upTo(el, "a[href^='#']"), to = link && attribute(link, "href").slice(1);
    const part = to && /^[\w-]+$/.test(to) && byId(document, to);
    return Boolean(part) && !holds(part, link);
  }

  function recordOf(el) {
    if (turnsPage(el)) return null;
    const box = recordBox(el);
    if (!box || box.closest("nav,[role=navigation],[role=menubar],[role=menu],[role=tablist],[role=toolbar]")) return null;
    const letters = (text) => /[\p{L}\p{N}]/u.test(text);
    const isRow = tagOf(box) === "tr" || explicitRole(box) === "row";
    const parts = isRow ? cellsOf(box).slice(0, 40) : [box];
    const headers = (isRow && headersOf(box)) || [];
    // Its own link is the first one that says all of a cell, or all but a number after it; of a card, the first words.
    let own = null, ownText = "", named = null;
    let rows = null;
    const others = () => rows || (rows = isRow ? rowsBeside(box, cellsOf(box).length) : []);
    // What every row says names none: “View”, or an icon.
    const isSaidByAll = (at, text) => others().length > 0 && others().every((cells) => said(cells[at]) === text);
    for (const [at, part] of parts.entries()) {
      if (own) break;
      const text = said(part);
      const before = isRow ? nameBeforeActs(at, part, others()) : "";
      if (before) { own = find(part, "a[href]"); ownText = before; named = part; break; }
      for (const link of [...findAll(part, "a[href]"), ...(tagOf(part) === "a" ? [part] : [])].slice(0, 10)) {
        const words = squeeze(textOf(link));
        const isCounted = isRow && text.startsWith(words) && !/\p{L}/u.test(text.slice(words.length)) && !others().some((cells) => cells[at] && said(cells[at]).startsWith(words));
        if (letters(words) && leads(link) && (words === text || isCounted || (!isRow && text.startsWith(words))) && !isSaidByAll(at, text)) { own = link; ownText = words; break; }
      }
    }
    // Several cells may link to the record. It is called what the person clicked.
    const clicked = own && el.closest("a[href]"), around = clicked && clicked !== own && clicked.href === own.href && parts.find((part) => part.contains(clicked));
    if (around && squeeze(textOf(clicked)) === said(around)) { own = clicked; ownText = said(around); }
    // What stands beside the only words of a link is a value of the record: an amount, a count, a day.
    if (own && !isRow) {
      const named = partsOf(own, null).filter((text) => /\p{L}{2}/u.test(text)), beside = [...parentOf(box).children].slice(0, 60).filter((other) => other !== box);
      if (named.length === 1 && !beside.some((other) => squeeze(textOf(other)).startsWith(named[0]))) ownText = named[0];
    }
    const isOwn = Boolean(own && (own === el || own.contains(el)));
    // A text that no other row or item has there is a value of the record, and no control.
    const isValue = () => {
      const words = squeeze(textOf(el)), held = parts.findIndex((part) => part.contains(el)), list = parentOf(box);
      if (CLICKED.has(roleOf(el)) || !/\p{L}{2}/u.test(words)) return false;
      if (isRow) return held >= 0 && !others().some((cells) => cells[held] && said(cells[held]) === said(parts[held]));
      return !(list && [...list.children].slice(0, 60).some((other) => other !== box && squeeze(textOf(other)).includes(words)));
    };
    const without = isOwn || parts.includes(el) || (!isRow && isTitle(el, box)) || isValue() ? null : el;
    const drawn = !isRow && isTyped(el) && drawnLine(box, el), heads = drawn && drawnHead(drawn);
    const cells = (heads ? drawn.cells.map((cell, at) => [heads.headers[at], cell === drawn.own ? "" : cell.text]) : isRow ? parts.map((part, at) => [headers[at] || "", part === named ? ownText : said(part, without)]) : partsOf(box, without).map((text) => ["", text])).slice(0, 20);
    let name = ownText;
    if (!name && isRow) { const head = parts.find((part) => (tagOf(part) === "th" || explicitRole(part) === "rowheader") && letters(said(part))); if (head) name = said(head); }
    if (!name && !isRow) { const heading = find(box, HEADINGS); name = (heading && headingName(heading, box)) || ""; }
    if (!name && isRow) name = distinctName(parts, others(), without);
    if (!name) { const first = cells.find(([, text]) => /\p{L}/u.test(text) && text !== "checked") || cells.find(([, text]) => letters(text) && text !== "checked"); name = first ? first[1].replace(/^checked /, "") : ""; }
    // What a row offers to do is no name of it: “Remove” in an empty row of a form.
    if (name && isRow && cells.every(([, text]) => !text.includes(name)) && isOffered(box, name)) name = "";
    return cells.some(([, text]) => text) ? { cells, name, own_link: isOwn || isEntry(box) || (box === el && !isRow && isRepeated(box)) } : null;
  }

  const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";

  // The name in the heading of an item: without a state that the heading says twice, or that the headings of items beside it say too.
  function headingName(heading, box) {
    const all = squeeze(textOf(heading)), parts = partsOf(heading, null), list = parentOf(box);
    if (parts.length < 2 || !list) return all;
    const beside = [...list.children].slice(0, 60).filter((other) => other !== box).map((other) => find(other, HEADINGS)).filter(Boolean).flatMap((other) => partsOf(other, null));
    const own = parts.filter((text) => /\p{L}/u.test(text) && all.split(text).length < 3 && !beside.includes(text));
    return own.length && own.length < parts.length ? own[0] : all;
  }

  // The name of a row: the drawn words of the first link of a cell, if links follow that other rows have as well. They do something with the
  // record, and may be drawn under the pointer alone; a state may follow too. Links with commas between them are values.
  function nameBeforeActs(at, part, others) {
    const texts = (cell) => [...findAll(cell, "a[href]")].slice(0, 12).map((link) => squeeze(link.textContent)).filter((text) => /\p{L}/u.test(text));
    const text = said(part), [name, ...acts] = texts(part);
    if (!acts.length || !text.startsWith(name) || text.slice(name.length).includes(",")) return "";
    const beside = others.map((cells) => (cells[at] ? texts(cells[at]) : []));
    if (beside.some((other) => other[0] === name) || !acts.some((act) => beside.some((other) => other.slice(1).includes(act)))) return "";
    const rest = acts.reduce((left, act) => left.replace(act, " "), text.slice(name.length));
    return (rest.match(/[\p{L}\p{N}]+/gu) || []).length < 3 ? name : "";
  }

  // Whether a button of a row, or a link that leads nowhere, says this, and does so in another row too.
  function isOffered(row, words) {
    const says = (act) => (tagOf(act) !== "a" || !leads(act) || explicitRole(act) === "button") && squeeze(textOf(act)) === words;
    if (![...findAll(row, "button,[role=button],a")].some(says)) return false;
    const rows = rowsBeside(row, cellsOf(row).length);
    return !rows.length || rows.some((cells) => cells.some((cell) => squeeze(textOf(cell)) === words));
  }

  const parentOf = (el) => above(el) || (rootOf(el) instanceof ShadowRoot ? rootOf(el).host : null);

  function headingIn(el) {
    const heading = find(el, "h1,h2,h3,h4,h5,h6,[role=heading],legend,caption");
    return heading ? squeeze(textOf(heading)) : "";
  }

  function rowName(row, inside) {
    const cells = row.querySelectorAll("th,[role=rowheader]");
    for (const cell of cells.length ? cells : row.querySelectorAll("td,[role=cell],[role=gridcell]")) {
      if (cell.contains(inside)) continue;
      const text = squeeze(textOf(cell));
      if (text && !isOffered(row, text)) return text;
    }
    return "";
  }

  // The nearest named container of a control, as a person would name its place.
  function contextOf(el, own) {
    for (let at = el, up = 0; at && up < 40; up++) {
      let before = previousOf(at);
      at = parentOf(at);
      if (!at || at === bodyOf(document) || at === topOf(document)) at = null;
      if (at) {
        const role = roleOf(at);
        let name = "";
        if (role === "row") name = rowName(at, el);
        else if (role === "listitem") name = (isField(el) && !isTick(el) && heldBefore(el)) || partsOf(at, el)[0] || "";
        else if (role === "dialog" || role === "alertdialog") name = labelled(at) || headingIn(at);
        else if (PLACES.has(role)) name = nameOf(at, false) || (role === "form" || role === "region" || role === "article" || role === "tabpanel" ? headingIn(at) : "");
        if (name && name !== own) return name;
      }
      for (let seen = 0; before && seen < 20; before = previousOf(before), seen++) {
        // A heading, or a small box with a heading (and a button beside it).
        const headings = roleOf(before) === "heading" ? [before]
          : BOXES.has(tagOf(before)) && before.childElementCount <= 10 && before.textContent.length <= 300 ? before.querySelectorAll("h1,h2,h3,h4,h5,h6,[role=heading]") : [];
        if (headings.length) { const name = squeeze(textOf(headings[headings.length - 1])); if (name && name !== own) return name; }
      }
    }
    return "";
  }

  // Which row of a form a field is in: the group of fields around it has siblings with the same fields. 0 if it has none.
  function rowOf(el) {
    const own = givenName(el);
    for (let at = el, up = 0; at && up < 6; at = parentOf(at), up++) {
      const parent = parentOf(at), tag = tagOf(at);
      if (!parent || at === bodyOf(document) || tag === "form" || tag === "table" || tag === "tbody") return 0;
      const alike = [...parent.children].slice(0, 60).filter((other) => tagOf(other) === tag && isVisible(other));
      if (alike.length < 2) continue;
      const first = (box) => (isField(box) ? box : find(box, FIELDS)), lead = first(at);
      const name = lead && givenName(lead);
      const same = lead && alike.filter((other) => { const field = first(other); return field && roleOf(field) === roleOf(lead) && givenName(field) === name; });
      if (!same || same.length < 2 || (at === el && own !== name)) continue;
      // Fields without names make rows only where there are no other fields between them.
      if (name || own || [...findAll(parent, FIELDS)].every((field) => same.some((box) => holds(box, field)))) return same.indexOf(at) + 1;
    }
    return 0;
  }

  function describe(el, role = roleOf(el)) {
    const record = recordOf(el), isRecord = record && record.name && record.own_link && recordBox(el) === el;
    const name = (isRecord && !labelled(el) && record.name) || nameOf(el), place = contextOf(el, name);
    // A row that shows a name of its own is a record, and told by that name.
    const row = isField(el) && !isTick(el) && !(record && record.name) ? rowOf(el) : 0;
    return describing(el, { role: role || "generic", name, context: row ? `${place ? `${place}, ` : ""}row ${row}` : place, record });
  }

  // ---- the words of the page ----

  const SAID = ["aria-label", "title", "placeholder", "alt"];
  // Every visible word except the values of fields; null if there are too many.
  function words() {
    const found = [], roots = [document];
    let length = 0;
    const add = (text) => { if (text) { found.push(text); length += text.length; } };
    for (const root of roots) {
      const walker = walkerOf(document, root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node && length <= WORDS_LIMIT; node = walker.nextNode()) {
        if (kindOf(node) === 3) {
          const around = above(node), tag = around ? tagOf(around) : "";
          if (tag !== "textarea" && (!around || tag === "option" || isVisible(around))) add(node.data);
          continue;
        }
        if (shadowOf(node)) roots.push(shadowOf(node));
        for (const name of SAID) add(attribute(node, name));
        if (tagOf(node) === "input" && BUTTONS.has(node.type)) add(attribute(node, "value"));
      }
    }
    return length <= WORDS_LIMIT ? found.join("") : null;
  }

  // The user acts before the page was read: its words so far are not an effect of the action.
  function sendShownWords() {
    if (!unseen) return;
    unseen = false;
    if (window === window.top) tell({ t: "stood", words: words() });
  }

  // ---- fields ----

  // Code editors draw their text themselves and take keys in a hidden field.
  const EDITORS = ".CodeMirror,.ace_editor,.monaco-editor,.cm-editor", LINES = ".CodeMirror-line,.cm-line,.ace_line,.view-line";
  const isEditor = (el) => el.matches(EDITORS);
  function editorText(editor) {
    const lines = [...findAll(editor, LINES)];
    if (editor.matches(".monaco-editor")) lines.sort((one, other) => parseFloat(one.style.top) - parseFloat(other.style.top));
    return lines.map((line) => line.textContent.replace(/\u200b/g, "").replace(/\u00a0/g, " ")).join("\n");
  }

  function fieldOf(target) {
    if (!target || target.nodeType !== 1) return null;
    const editor = target.closest(EDITORS);
    if (editor) return editor;
    if (target.localName === "textarea") return target;
    if (target.localName === "input") return NO_TEXT.has(target.type) ? null : target;
    if (target.isContentEditable) {
      let host = target;
      while (host.parentElement && host.parentElement.isContentEditable) host = host.parentElement;
      return host;
    }
    return null;
  }

  const valueOf = (field) => (isEditor(field) ? editorText(field) : field.localName === "input" || field.localName === "textarea" ? field.value : field.innerText || "");

  function secretOf(field, name) {
    const autocomplete = (field.getAttribute("autocomplete") || "").toLowerCase();
    if (field.type === "password") wasPassword.add(field);
    const dotted = getComputedStyle(field).webkitTextSecurity;
    if (dotted && dotted !== "none") wasPassword.add(field);
    if (wasPassword.has(field) || /(current|new)-password/.test(autocomplete)) return "password";
    if (autocomplete.includes("one-time-code")) return "one_time_code";
    if (/\bcc-/.test(autocomplete)) return "card_number";
    const plain = (text) => text.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ");
    const own = plain(`${field.name || ""} ${field.id || ""}`).toLowerCase(), parts = own.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && !/^\d+$/.test(word));
    const isOfChips = /\p{L}/u.test(name) && /\btoken (input|field|box|list|editor)\b/.test(own) && parts.every((word) => CHIPS.has(word));
    const words = `${plain(name)} ${isOfChips ? "" : own} ${plain(field.getAttribute("placeholder") || "")}`;
    return SECRET.test(words) ? "secret_label" : null;
  }

  // How the picture of a step reads the page.
  const reading = { roleOf, labelled, textOf, secretOf };

  // A page may turn a password field into a plain one as soon as it is focused.
  const notePasswords = () => { for (const field of findInPage(document, "input[type=password i]")) wasPassword.add(field); };

  const SECRET_LIMIT = 512;
  function tellSecret(value) { if (value && value.length <= SECRET_LIMIT) tell({ t: "secret", value }); }

  function remember(field) {
    if (field.type === "password") wasPassword.add(field);
    if (!shown.has(field)) { const value = valueOf(field); shown.set(field, value); if (!committed.has(field)) committed.set(field, value); }
  }

  function edit(field) {
    if (edits.has(field)) return;
    // What the page did by itself so far is told before what it makes of this text.
    runWaiting();
    if (!shown.has(field)) { shown.set(field, field.defaultValue || ""); committed.set(field, field.defaultValue || ""); }
    touchField(field);
    edits.set(field, describe(field, roleOf(field) || "textbox"));
    tell({ t: "editing" });
  }

  function commit(field) {
    const described = edits.get(field);
    if (!described) return;
    edits.delete(field);
    const value = valueOf(field);
    const known = value === committed.get(field) || (value !== "" && value === picked.get(field));
    committed.set(field, value);
    if (!known) picked.delete(field);
    if (known) { tell({ t: "clean" }); return; }
    const control = field.isConnected ? describe(field, roleOf(field) || "textbox") : described;
    const mask = secretOf(field, `${control.name} ${described.name}`);
    const previous = shown.get(field) || "";
    if (mask) tellSecret(value);
    tell({
      t: "fill", control, mask, type: field.type && field.localName === "input" ? field.type : field.localName === "textarea" ? "textarea" : isEditor(field) ? "code" : "richtext",
      autocomplete: squeeze(attribute(field, "autocomplete")), field: squeeze(field.name || field.id),
      value: mask ? "" : value.slice(0, VALUE_LIMIT), emptied: value === "",
      previous: mask || !previous ? null : previous.slice(0, VALUE_LIMIT),
    });
  }

  function runWaiting() {
    while (toggles.length) { const waiting = toggles; toggles = []; for (const toggle of waiting) toggle(); }
  }

  function commitAll() {
    // An action that waits for the page happened before the current edit, or ends it.
    runWaiting();
    for (const field of [...edits.keys()]) commit(field);
  }

  // ---- the form at a submit ----

  const FORM_LIMIT = 100;
  const touched = new WeakSet();      // fields that the user changed
  let touchedAny = false;
  const touchField = (field) => { touched.add(field); touchedAny = true; };

  // The form that a control sends: its own, or the nearest box with fields of which the user changed one.
  function formOf(el) {
    if (el.form && (tagOf(el) === "button" || tagOf(el) === "input")) return el.form;
    const form = el.closest("form");
    if (form) return form;
    if (!touchedAny || el.closest("nav,[role=navigation],[role=toolbar],[role=tablist],[role=menu]")) return null;
    for (let at = parentOf(el), up = 0; at && up < 8 && at !== bodyOf(document); at = parentOf(at), up++) {
      // The rows of a long list are no form, and looking through them takes time.
      if (at.childElementCount > 60) return null;
      const fields = findAll(at, FIELDS);
      if (fields.length) return fields.length <= FORM_LIMIT && [...fields].some((field) => touched.has(field)) ? at : null;
    }
    return null;
  }

  function formFields(form) {
    const inside = new Set(findAll(form, FIELDS)), fields = [], groups = new Set();
    if (tagOf(form) === "form") for (const field of [...form.elements]) if (isField(field)) inside.add(field);
    for (const field of inside) {
      if (fields.length >= FORM_LIMIT) break;
      const type = tagOf(field) === "input" ? field.type : tagOf(field) === "select" || tagOf(field) === "textarea" ? tagOf(field) : "richtext";
      if (BUTTONS.has(type) && type !== "file") continue;
      if (type === "hidden" || (!isVisible(field) && type !== "file")) continue;
      // A page writes what it made of its own control into a field that nobody sees.
      if (isTyped(field) && tagOf(field) !== "select" && !touched.has(field) && isOutOfSight(field)) continue;
      if (type === "radio" && groups.has(field.name)) continue;
      let role = roleOf(field) || "textbox", name = nameOf(field), value = "", mask = null, changed = touched.has(field);
      if (type === "radio") {
        const key = field.name || name;
        if (groups.has(key)) continue;
        groups.add(key);
        const all = [...inside].filter((other) => other.type === "radio" && other.name === field.name), on = all.find((other) => other.checked), group = groupOf(field, all);
        [role, name, value, changed] = ["radiogroup", (group && group.name) || slug(field) || name, on ? nameOf(on) : "", all.some((other) => touched.has(other))];
      } else if (type === "checkbox") value = field.checked ? "on" : "off";
      else if (type === "select") value = [...field.selectedOptions].map((option) => squeeze(option.label || option.text)).join(", ");
      else if (type === "file") value = [...field.files].map((file) => file.name).join(", ");
      else {
        mask = secretOf(field, name);
        const text = valueOf(field);
        // The receiver only needs to know whether a secret is there.
        value = mask ? (text ? "▮" : "") : text.slice(0, VALUE_LIMIT);
      }
      fields.push({ label: name, role, type, autocomplete: squeeze(attribute(field, "autocomplete")), field: squeeze(attribute(field, "name") || attribute(field, "id")), mask, value, touched: changed });
    }
    return fields;
  }

  // The fields that a click on this button, or Enter in this field, sends.
  function sent(el) {
    const form = formOf(el);
    return form ? formFields(form) : [];
  }

  // ---- actions ----

  const isElement = (node) => node !== window && kindOf(node) === 1;
  const closestRole = (path, roles) => path.find((el) => isElement(el) && roles.has(roleOf(el)));
  const topTitle = () => (window === window.top ? titleOf(document).slice(0, 600) : null);
  const action = (message) => { message.title = topTitle(); tell(message); };

  function groupOf(radio, all) {
    for (let at = parentOf(radio), up = 0; at && up < 12; at = parentOf(at), up++) {
      const role = roleOf(at);
      if (role === "radiogroup" || role === "group") { const name = nameOf(at, false); if (name) return { role: "radiogroup", name, context: contextOf(at, name) }; }
    }
    return questionOf(radio, all);
  }

  // The radio buttons of which one is on.
  const choicesOf = (radio) => tagOf(radio) === "input" && radio.name
    ? [...radio.getRootNode().querySelectorAll("input[type=radio]")].filter((other) => other.name === radio.name && other.form === radio.form)
    : [...findAll(radio.closest("[role=radiogroup]") || parentOf(radio) || radio, "[role=radio]")];

  // Without markup, the text before the choices, or before the box that holds them all, asks for them.
  function questionOf(radio, all) {
    const isLast = (box) => !box || box === bodyOf(document) || tagOf(box) === "form";
    let box = parentOf(radio), first = all[0];
    while (!isLast(box) && !all.every((other) => box.contains(other))) box = parentOf(box);
    if (all.length < 2 || !box) return null;
    while (parentOf(first) && parentOf(first) !== box) first = parentOf(first);
    for (const at of [first, box, parentOf(box)]) {
      if (at !== first && isLast(at)) return null;
      const name = beside(at, true);
      if (name) return /\p{L}/u.test(name) ? { role: "radiogroup", name, context: contextOf(at, name) } : null;
    }
    return null;
  }

  function toggled(el, on = isOn(el)) {
    const role = roleOf(el), control = describe(el, role);
    if (role !== "radio") return { t: "choose", control, chosen: [on ? "on" : "off"], offered: [] };
    if (!on) return null;
    const others = choicesOf(el);
    const group = groupOf(el, others);
    return { t: "choose", control: group || control, chosen: [control.name], offered: others.length < 2 ? [] : others.slice(0, OFFERED_LIMIT).map((other) => nameOf(other)) };
  }

  // ---- clicks on what has no role or name ----

  const SVG = "http://www.w3.org/2000/svg";
  const POINTED = new Set(["pointer", "grab", "move", "cell"]);
  const QUIET_TAGS = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "main", "section", "article", "form", "fieldset", "body", "html", "label", "pre", "blockquote"]);
  const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
  const isSmall = (el) => el.childElementCount <= 30 && el.textContent.length <= 600;

  // The element that takes a click on `path`; null if it looks like plain text.
  function interactive(path) {
    for (const el of path) {
      if (!isElement(el) || el === bodyOf(document) || el === topOf(document)) break;
      const tab = attribute(el, "tabindex");
      if (tagOf(el) === "canvas") return el;
      if ((CLICKED.has(roleOf(el)) || has(el, "onclick") || (tab !== null && Number(tab) >= 0) || attribute(el, "draggable") === "true") && isSmall(el)) return el;
    }
    let el = path.find(isElement);
    if (!el || !POINTED.has(getComputedStyle(el).cursor)) return null;
    for (let up = 0; up < 8; up++) {
      const around = parentOf(el);
      if (!around || around === bodyOf(document) || !POINTED.has(getComputedStyle(around).cursor) || !isSmall(around)) break;
      el = around;
    }
    return el;
  }

  // The word of an icon: what draws it, its symbol, or its class.
  function iconWord(el) {
    const word = (text) => {
      const plain = squeeze(text).replace(/^.*[:/#]/, "").replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").replace(/\b(icon|ico|svg)\b/gi, " ").trim().toLowerCase();
      return /^[a-z][a-z ]{1,30}$/.test(plain) ? plain : "";
    };
    const sets = /^(?:fa[bdlrst]?|icon|icn|ico|bi|mdi|glyphicon|ti|ri|pi|octicon|lucide|feather|codicon|anticon|tabler|ph|la[bdrs]?|bx[ls]?|el-icon)$/i;
    for (const at of [el, ...[...findAll(el, "use,svg,i,span,img,[data-icon],[icon]")].slice(0, 6)]) {
      const tag = tagOf(at), href = tag === "use" ? attribute(at, "href") || attribute(at, "xlink:href") || "" : "";
      const told = [href.includes("#") ? href : "", ...["data-icon", "data-lucide", "data-feather", "icon"].map((name) => attribute(at, name)), /-icon$/.test(tag) && attribute(at, "name"), /Icon$/.test(attribute(at, "data-testid") || "") && attribute(at, "data-testid")];
      // A font that draws a word as a picture.
      const drawn = ["::before", "::after"].map((part) => /^"([a-z_]{3,30})"$/.exec(getComputedStyle(at, part).content)).find(Boolean);
      for (const text of [...told, drawn && drawn[1]]) if (text && word(text)) return word(text);
      const parts = (attribute(at, "class") || "").split(/\s+/).map((part) => /^([a-z]+(?:-icon)?)[-_]([a-z][a-z_-]{1,30})$/i.exec(part)).filter(Boolean);
      const found = parts.find(([, set]) => sets.test(set)) || parts.find(([, set]) => set.length > 1 && at.classList.contains(set) && (tag === "i" || tag === "svg"));
      if (found && word(found[2])) return word(found[2]);
    }
    return "";
  }

  // Where a person would say that it is.
  function placeName(el, record) {
    const box = record ? recordBox(el) : parentOf(el) || el, role = roleOf(el);
    const all = [...findAll(box, role === "button" || role === "link" ? "button,a[href],[role=button],[role=link]" : tagOf(el))].filter((other) => roleOf(other) === role);
    const at = Math.max(0, all.indexOf(el)), word = role === "button" || role === "link" ? role : tagOf(el) === "canvas" ? "drawing" : "icon";
    return `the ${ORDINALS[at] || `${at + 1}th`} ${word}${record && record.name ? ` of the row “${record.name}”` : ""}`;
  }

  // The shape of a drawing that takes a click on `el`, with its words: a box of a diagram, a bar of a chart.
  function shapeOf(el) {
    for (let at = el; at && at.namespaceURI === SVG && tagOf(at) !== "svg"; at = parentOf(at)) {
      const words = tagOf(at) === "g" || tagOf(at) === "text" || tagOf(at) === "a" ? squeeze(at.textContent) : "";
      if (words && words.length <= LABEL_LIMIT) {
        const around = parentOf(at), like = around && tagOf(at) === "g" ? [...around.children].slice(0, 200).filter((one) => tagOf(one) === "g" && /\p{L}/u.test(one.textContent)) : [];
        return { words, record: like.length > 1 ? { cells: [["", words]], name: words, own_link: false } : null };
      }
      if (words) return null;
    }
    return null;
  }

  function generic(el) {
    const shape = shapeOf(el);
    if (shape) return describing(el, { role: roleOf(el) || "generic", name: shape.words, context: contextOf(el, shape.words), record: shape.record, unnamed: false });
    const record = recordOf(el), box = recordBox(el);
    // The name of a record says more than a note that shows when the pointer rests on it.
    const given = labelled(el) || (box === el && record && record.name) || squeeze(attribute(el, "title"));
    const inner = !given && find(el, "[title],[alt],[aria-label]");
    const text = squeeze(textOf(el));
    let name = given || (text.length <= LABEL_LIMIT ? text : "");
    if (!name && inner) name = squeeze(attribute(inner, "title") || attribute(inner, "alt") || attribute(inner, "aria-label"));
    if (!name && text) name = headingIn(el) || text.slice(0, LABEL_LIMIT);
    // What opens a list is called as its field.
    if (!name && !record && findAll(el, FIELDS).length === 1) name = fieldName(el, find(el, FIELDS), null);
    const unnamed = !name;
    if (unnamed) name = iconWord(el) || placeName(el, record);
    return describing(el, { role: roleOf(el) || "generic", name, context: contextOf(el, name), record, unnamed });
  }

  let mutatedAt = -1e9;
  let pressed = null;                 // the record under the pointer when it went down, and its state then
  let told = null;                    // what the last click outside of any control was told of
  const stateOf = (el) => `${attribute(el, "class")} ${attribute(el, "aria-selected")} ${attribute(el, "aria-checked")}`;

  // Records that are added to a selection with Ctrl or Shift, or taken from it. The one that was clicked first belongs to it.
  const selected = new Set();
  let anchor = null;

  // A plain click on one of them takes the others out of the selection, as the page does.
  function unselect(box) {
    if (![...selected].some((one) => one.isConnected && parentOf(one) === parentOf(box))) return;
    for (const one of [...selected].filter((one) => one.isConnected)) {
      const control = generic(one);
      action({ t: "choose", control: control.role === "row" ? control : { ...control, role: "option" }, chosen: ["off"], offered: [] });
    }
    selected.clear();
  }

  function select(box, range) {
    const first = anchor && anchor.isConnected && anchor !== box && parentOf(anchor) === parentOf(box) && !selected.has(anchor) ? anchor : null;
    const all = first ? [first] : [];
    if (range && first) {
      const rows = [...parentOf(box).children], ends = [rows.indexOf(first), rows.indexOf(box)].sort((a, b) => a - b);
      for (const row of rows.slice(ends[0], ends[1]).slice(0, 200)) if (row !== first && recordBox(row) === row) all.push(row);
    }
    for (const one of [...all, box]) {
      const off = one === box && selected.has(box), control = generic(one);
      if (off) selected.delete(one); else selected.add(one);
      action({ t: "choose", control: control.role === "row" ? control : { ...control, role: "option" }, chosen: [off ? "off" : "on"], offered: [] });
    }
  }

  function clickUnnamed(event, path) {
    commitAll();
    const target = path.find(isElement);
    if (event.detail === 1) told = null;
    else if (event.detail === 2 && target && !interactive(path)) openByDoubleClick(target);
    if (!target || event.detail > 1 || fieldOf(target) || isField(target) || tagOf(target) === "option" || tagOf(target) === "label") { tell({ t: "touch" }); return; }
    const box = recordBox(target), selects = box && (event.ctrlKey || event.shiftKey || event.metaKey);
    const el = interactive(path) || (selects ? box : null);
    if (selects) { select(box, event.shiftKey); return; }
    if (box) unselect(box);
    anchor = box;
    if (el) { action({ t: "click", control: generic(el), form: [] }); return; }
    tell({ t: "touch" });
    // A page may listen without showing it. What looks like plain text counts if the page answers at once.
    const thing = box || target;
    if (QUIET_TAGS.has(tagOf(thing)) || thing === bodyOf(document) || thing === topOf(document) || !isSmall(thing) || (!box && squeeze(textOf(thing)).length > LABEL_LIMIT)) return;
    // Some pages select what the pointer goes down on, before there is a click.
    const before = box && (pressed && pressed.box === box ? pressed.state : stateOf(box)), at = performance.now(), quiet = at - mutatedAt > 400 && !box;
    const later = () => { if ((box && stateOf(box) !== before) || (quiet && mutatedAt >= at)) { told = thing; action({ t: "click", control: generic(thing), form: [] }); } };
    soon(later, 60);
  }

  // Two clicks on an item that is selected already change nothing on it, but they open it.
  function openByDoubleClick(target) {
    const box = recordBox(target);
    if (!box || told === box || fieldOf(target) || isField(target) || !isSmall(box)) return;
    action({ t: "click", control: generic(box), form: [] });
  }

  // Runs after a while, or before the next action.
  function soon(later, after) {
    toggles.push(later);
    setTimeout(() => { const at = toggles.indexOf(later); if (at >= 0) { toggles.splice(at, 1); later(); } }, after);
  }

  // A click may make the page fill a field: a day in a calendar, a suggestion.
  let lastField = null;
  function watchFields(target) {
    const box = target.closest("form,dialog,[role=dialog]"), near = new Map();
    if (lastField && lastField.isConnected && lastField !== fieldOf(target)) near.set(lastField, valueOf(lastField));
    // The day of a calendar goes into the field that opened it.
    for (const field of pressedBefore.map(fieldIn)) if (field && field.isConnected && field !== target && fieldOf(field) === field) near.set(field, valueOf(field));
    if (box) for (const field of [...findAll(box, "input,textarea")].slice(0, 30)) if (fieldOf(field) === field && field !== target) near.set(field, valueOf(field));
    if (!near.size) return;
    const typed = fieldOf(target);
    soon(() => {
      // What changes while somebody types is made from that.
      if (typed && edits.has(typed)) return;
      for (const [field, before] of near) {
        const value = valueOf(field);
        if (!field.isConnected || value === before || value === "" || edits.has(field) || value === committed.get(field)) continue;
        touchField(field);
        tellValue(field, describe(field, roleOf(field) || "textbox"), value);
      }
    }, 250);
  }

  // ---- choices from a list that the page draws itself ----

  const picked = new WeakMap();       // what was chosen in a field
  let opener = null;                  // the control that was pressed last: it may open a list
  let shownLists = [];                // the lists that were there before
  let aimed = null;                   // the option under the pointer when it went down, and what it is an option of
  let taken = null, takenAt = -1e9;   // the option that was chosen last, and the time of the event

  const isShownBy = (el, part) => el !== part && !holds(el, part);
  const isExpanded = (el) => attribute(el, "aria-expanded") === "true";
  // Not a tree item, an accordion or a menu, which unfold as well.
  const opensList = (el) => explicitRole(el) === "combobox" || attribute(el, "aria-haspopup") === "listbox"
    || (isExpanded(el) && !attribute(el, "aria-haspopup") && (tagOf(el) === "button" || tagOf(el) === "input" || explicitRole(el) === "button"));

  // The control whose list an option stands in: the one that says so, that has the focus with its list open, or that opened it just now.
  function ownerOf(option, list) {
    if (list && list.id) {
      const id = CSS.escape(list.id);
      for (const el of findAround(list, `[aria-controls~="${id}"],[aria-owns~="${id}"]`)) if (isShownBy(el, option) && !has(el, "aria-selected")) return el;
    }
    const focused = deepFocus();
    if (focused && isShownBy(focused, option) && opensList(focused) && isExpanded(focused)) return focused;
    if (!list || !opener || !opener.isConnected || !isShownBy(opener, option) || shownLists.includes(list)) return null;
    return attribute(opener, "aria-expanded") !== "false" ? opener : null;
  }

  function mayOpen(path) {
    const opens = path.find((el) => isElement(el) && opensList(el)) || null;
    if (opens !== opener) shownLists = opens ? [...findInPage(document, "[role=listbox]"), ...findAround(opens, "[role=listbox]")].filter((list) => isVisible(list)) : [];
    opener = opens;
  }

  // What a control with a list is called. Its own text is the value that it shows.
  function fieldName(owner, field, list) {
    const ids = (el) => (attribute(el, "aria-labelledby") || "").split(/\s+/).filter(Boolean);
    const named = (el) => squeeze(ids(el).map((id) => findAround(owner, `#${CSS.escape(id)}`)[0])
      .filter((by) => by && by !== owner && (!holds(owner, by) || tagOf(by) === "label")).map((by) => textOf(by)).join(" "));
    const given = named(owner) || squeeze(attribute(owner, "aria-label")) || (field && field !== owner && (named(field) || squeeze(attribute(field, "aria-label"))));
    if (given) return given;
    const inner = find(owner, "label"), labels = [...((field && field.labels) || []), ...(owner.labels || []), ...(inner ? [inner] : [])];
    if (labels.length) { const text = label(textOf(labels[0])); if (text) return text; }
    if (owner.id) { const by = findAround(owner, `label[for="${CSS.escape(owner.id)}"]`)[0], text = by ? label(textOf(by)) : ""; if (text) return text; }
    // The page may draw it in the place of a native list, which is hidden before it.
    for (let at = owner, up = 0; at && up < 4; at = parentOf(at), up++) { const before = previousOf(at); if (before && tagOf(before) === "select") return nameOf(before); }
    return labelNear(owner) || (field && nameOf(field)) || (list && named(list)) || nameOf(owner);
  }

  // What a press on `path` chooses: an option of the list of another control. `null` if it is none, such as an item of a list that is always
  // there, or a button inside an option.
  function optionOf(path) {
    const target = path.find(isElement);
    if (!target || target === bodyOf(document) || target === topOf(document) || tagOf(target) === "option" || fieldOf(target) || isTick(target)) return null;
    const at = path.findIndex((el) => isElement(el) && explicitRole(el) === "option");
    const list = at < 0 ? null : path.slice(at).find((el) => isElement(el) && explicitRole(el) === "listbox");
    const inside = at < 0 ? path.filter(isElement).slice(0, 12) : path.slice(0, at).filter(isElement);
    if (inside.some((el) => tagOf(el) === "button" || explicitRole(el) === "button" || (tagOf(el) === "a" && has(el, "href")))) return null;
    // Without a role, only an entry among others of its kind, under a control that says that its list is open.
    const option = at < 0 ? recordBox(target) || (isRepeated(target) ? target : null) : path[at];
    if (!option || !isSmall(option)) return null;
    const owner = ownerOf(option, list);
    return owner && choiceOf(option, list, owner);
  }

  function choiceOf(option, list, owner) {
    const text = labelled(option) || squeeze(said(option)), record = recordOf(option);
    const chosen = text.length <= LABEL_LIMIT ? text : (record && squeeze(record.name)) || text;
    if (!chosen) return null;
    const field = isField(owner) ? owner : find(owner, FIELDS), name = fieldName(owner, field, list), around = recordOf(owner);
    const place = contextOf(owner, name), row = around && around.name ? 0 : rowOf(field || owner);
    const control = { role: "combobox", name, context: row ? `${place ? `${place}, ` : ""}row ${row}` : place, record: around };
    return { option, list, several: Boolean(list) && attribute(list, "aria-multiselectable") === "true", field, control, chosen };
  }

  // The letters that were typed to find the option are no value.
  function choose({ option, list, several, field, control, chosen }, at) {
    [taken, takenAt] = [option, at];
    if (field) { if (edits.delete(field)) tell({ t: "clean" }); touchField(field); picked.set(field, chosen); }
    commitAll();
    const words = (one) => labelled(one) || squeeze(said(one));
    const offered = list ? [...findAll(list, "[role=option]")].slice(0, OFFERED_LIMIT).map(words).filter(Boolean) : [];
    if (several) {
      soon(() => action({ t: "choose", control, chosen: list.isConnected ? [...findAll(list, "[role=option][aria-selected=true]")].slice(0, OFFERED_LIMIT).map(words) : [chosen], offered }), 60);
    } else {
      opener = null;
      action({ t: "choose", control, chosen: [chosen], offered });
    }
    if (field) soon(() => { if (field.isConnected) { edits.delete(field); committed.set(field, valueOf(field)); } }, 250);
  }

  // Some lists are gone before there is a click.
  function chooseAimed(event) {
    const begun = aimed, path = event.composedPath();
    aimed = null;
    if (!begun || event.button !== 0 || (drag && drag.far)) return;
    // By now the focus is where the pointer went down. What is no option by its role may have gone for another reason.
    const stays = begun.option.isConnected && isVisible(begun.option);
    const at = stays ? path.includes(begun.option) && optionOf(path) : explicitRole(begun.option) === "option" && begun;
    if (at) choose(at, event.timeStamp);
  }

  // The option that Enter takes: the one that has the focus, or that the control with the focus says is the active one.
  function activeOption() {
    const focused = deepFocus();
    if (!focused) return null;
    const id = attribute(focused, "aria-activedescendant"), option = id ? findAround(focused, `#${CSS.escape(id)}`)[0] : focused;
    if (!option || explicitRole(option) !== "option" || !isVisible(option)) return null;
    const list = upTo(option, "[role=listbox]"), owner = id && isExpanded(focused) ? focused : ownerOf(option, list);
    return owner && choiceOf(option, list, owner);
  }

  // Some pages draw a list of choices without saying so. That an entry was a choice shows afterwards: what was pressed before says it now.
  let pressedBefore = [];             // what was pressed last, the last first

  // What a press was on: something with one field that nobody types into, or with a short text.
  function pressedOf(path) {
    const target = path.find(isElement);
    if (!target || target === bodyOf(document) || tagOf(target) === "option" || isTick(target)) return null;
    const typed = fieldOf(target);
    if (typed && !typed.readOnly) return null;
    let box = interactive(path) || target;
    for (let around = parentOf(box), up = 0; around && up < 3 && around !== bodyOf(document) && !find(box, FIELDS) && !isField(box); around = parentOf(around), up++) {
      if (findAll(around, FIELDS).length === 1 && isSmall(around)) box = around;
    }
    return isSmall(box) && !recordBox(box) ? box : null;
  }

  const fieldIn = (box) => (isField(box) ? box : find(box, FIELDS));
  const shownBy = (box) => { const field = fieldIn(box); return squeeze(`${isField(box) ? "" : textOf(box)} ${field && !NO_TEXT.has(field.type) ? field.value : ""}`); };

  // The layer above the page that an element is in, unless it is a dialog or a form.
  function layerOf(el) {
    for (let at = el, up = 0; at && up < 10 && at !== bodyOf(document); at = parentOf(at), up++) {
      const { position } = getComputedStyle(at);
      if (position === "absolute" || position === "fixed") return explicitRole(at) === "dialog" || tagOf(at) === "dialog" || find(at, "form") || findAll(at, FIELDS).length > 1 ? null : at;
    }
    return null;
  }

  // The choice that a press on `path` may be, and how to find out; null for everything else.
  function drawnChoice(path, clicked) {
    const target = path.find(isElement), entry = clicked || (target && (recordBox(target) || (isRepeated(target) ? target : null)));
    if (!entry || !pressedBefore.length || !isSmall(entry) || fieldOf(target) || tagOf(target) === "option" || roleOf(entry) === "link" || entry.form || !layerOf(entry)) return null;
    const chosen = labelled(entry) || squeeze(said(entry)) || squeeze(textOf(entry)), parent = parentOf(entry);
    const boxes = pressedBefore.filter((box) => box.isConnected && !holds(box, entry) && !holds(entry, box));
    if (!chosen || chosen.length > LABEL_LIMIT || !parent || !boxes.length) return null;
    const before = boxes.map(shownBy);
    const like = [...parent.children].filter((one) => tagOf(one) === tagOf(entry)).slice(0, OFFERED_LIMIT);
    const offered = like.length > 1 ? like.map((one) => squeeze(said(one)) || squeeze(textOf(one))).filter((text) => text && text.length <= LABEL_LIMIT) : [];
    const isTaken = (box, at) => {
      const now = box.isConnected ? shownBy(box) : "";
      return now !== before[at] && now.length <= before[at].length + chosen.length + LABEL_LIMIT && now.includes(chosen) && !before[at].includes(chosen);
    };
    return () => {
      const at = boxes.findIndex(isTaken);
      if (at < 0) return null;
      const box = boxes[at], field = fieldIn(box), now = shownBy(box), around = recordOf(box);
      let same = 0;
      while (same < now.length && now[same] === before[at][same]) same++;
      const own = fieldName(box, field, null), name = own && own !== now && !own.includes(chosen) ? own : label(now.slice(0, same).replace(/[\p{L}\p{N}]+$/u, ""));
      if (!name) return null;
      if (field) { touchField(field); picked.set(field, chosen); committed.set(field, valueOf(field)); }
      return { t: "choose", control: { role: "combobox", name, context: contextOf(box, name), record: around }, chosen: [chosen], offered };
    };
  }

  // ---- drag and drop ----

  let drag = null, droppedAt = -1e9;
  const DRAGGED = "[draggable=true],[aria-grabbed],[role=option],[role=row],[role=listitem],li,tr";

  // What a person drags, or drops onto: a record, something with a name, or a box with a heading.
  function thing(el) {
    const box = el.closest("[draggable=true]") || recordBox(el);
    if (box) return generic(box);
    for (let at = el, up = 0; at && up < 8 && at !== bodyOf(document); at = parentOf(at), up++) {
      const text = labelled(at) || squeeze(textOf(at));
      if (text && text.length <= LABEL_LIMIT) return generic(at);
      const heading = headingIn(at);
      if (heading) return { role: roleOf(at) || "generic", name: heading, context: contextOf(at, heading), record: null, unnamed: false };
    }
    return generic(el);
  }

  function drop(from, onto) {
    const source = from.closest(DRAGGED) || from;
    if (!onto || source.contains(onto) || onto === from) return;
    droppedAt = performance.now();
    commitAll();
    action({ t: "drag", control: thing(from), onto: thing(onto) });
  }

  function onDrag(event) {
    if (!event.isTrusted || paused) return;
    const target = event.composedPath().find(isElement);
    if (event.type === "dragstart") drag = target ? { el: target, native: true } : null;
    else if (event.type === "dragend") drag = null;
    else if (drag && drag.native) { const from = drag.el; drag = null; drop(from, target); }
    else if (event.dataTransfer && event.dataTransfer.files.length && target) {
      commitAll();
      action({ t: "upload", control: thing(target), files: [...event.dataTransfer.files].slice(0, OFFERED_LIMIT).map((file) => file.name.slice(0, 300)) });
    }
  }

  function onMove(event) {
    if (drag && !drag.native && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 8 && !drag.far) {
      drag.far = true;
      drag.held = getComputedStyle(drag.el).cursor === "grabbing";
    }
  }

  function onUp(event) {
    if (event.isTrusted && !paused) chooseAimed(event);
    const from = drag;
    if (!from || from.native) return;
    drag = null;
    if (!event.isTrusted || paused || !from.far) return;
    const chosen = getSelection();
    if ((chosen && !chosen.isCollapsed) || fieldOf(from.el) || isField(from.el)) return;
    if (!from.el.closest(DRAGGED) && !POINTED.has(getComputedStyle(from.el).cursor) && !from.held) return;
    const source = from.el.closest(DRAGGED) || from.el;
    drop(from.el, document.elementsFromPoint(event.clientX, event.clientY).find((el) => !source.contains(el)));
  }

  // A click on a tick box that the page draws. The page may answer at once, after a request, or with another element in its place.
  function toggleDrawn(toggle) {
    const before = isOn(toggle), looks = stateOf(toggle), control = describe(toggle);
    const turned = () => { const on = isOn(toggle); return toggle.isConnected && on !== null && (before === null ? stateOf(toggle) !== looks : on !== before); };
    const tellState = () => { const message = toggled(toggle); if (message) action(message); };
    soon(() => {
      if (turned()) tellState();
      else soon(() => {
        if (turned()) tellState();
        else if (toggle.isConnected && before !== null && (isOn(toggle) !== null || stateOf(toggle) === looks)) return;
        else action(before === null ? { t: "click", control, form: [] } : { t: "choose", control, chosen: [before ? "off" : "on"], offered: [] });
      }, 250);
    }, 0);
  }

  // A native tick box sends a change event, unless the page cancels the click or redraws the box during the click. Then its state is
  // compared with the state when the pointer went down.
  const isNativeTick = (el) => Boolean(el) && tagOf(el) === "input" && (el.type === "checkbox" || el.type === "radio") && isTick(el);
  let tickAimed = null;
  const tickToldAt = new WeakMap();
  function aimTick(event, path) {
    const label = path.find((el) => isElement(el) && tagOf(el) === "label") || null;
    const box = [path[0], label && label.control].find((el) => isElement(el || window) && isNativeTick(el));
    return box ? { box, label, before: box.checked, x: event.clientX, y: event.clientY } : null;
  }
  function watchTick({ box, label, before, x, y }) {
    const began = performance.now(), message = toggled(box, box.type === "radio" || !before);
    const now = () => {
      if (box.isConnected) return box;
      const at = label && label.isConnected ? label : document.elementFromPoint(x, y), around = at && at.closest("label");
      return [at, around && around.control].find(isNativeTick) || null;
    };
    const check = () => {
      const found = (tickToldAt.get(box) || -1) < began && now();
      if (found && found.checked !== before) action(message);
    };
    soon(check, 120);
  }

  function onClick(event) {
    if (!event.isTrusted || paused) return;
    sendShownWords();
    const path = event.composedPath();
    hook(path);
    const target = path[0];
    if (performance.now() - droppedAt < 50) return;
    const ticked = event.detail > 0 ? tickAimed : null;
    if (event.detail > 0 && event.timeStamp - takenAt < 100 && (!taken.isConnected || !isVisible(taken) || path.includes(taken))) return;
    if (event.type === "auxclick" && event.button !== 1) return;
    const toggle = closestRole(path, TOGGLED);
    const clicked = path.find((el) => isElement(el) && CLICKED.has(roleOf(el)) && el.type !== "file" && el.type !== "color");
    if (toggle && !(clicked && toggle.contains(clicked))) {
      // Native ones send a change event. The others have their new state when the page has handled the click.
      if (toggle.localName === "input") { if (ticked && ticked.box === toggle) { tickAimed = null; watchTick(ticked); } return; }
      commitAll();
      tell({ t: "about" });
      toggleDrawn(toggle);
      return;
    }
    // Enter in a field makes the browser click the form's button; the key was sent already.
    if (event.detail === 0 && event.timeStamp - enterAt < 50 && clicked && clicked !== deepFocus()) return;
    // The browser repeats a click on a label on its control.
    const label = path.find((el) => isElement(el) && tagOf(el) === "label");
    if (label && label.control && !(clicked && label.contains(clicked))) {
      commitAll();
      if (ticked && ticked.box === label.control) { tickAimed = null; watchTick(ticked); }
      return;
    }
    // A native select sends a change event.
    const choice = isElement(target) && event.detail === 1 && !event.ctrlKey && !event.shiftKey && !event.metaKey ? drawnChoice(path, clicked) : null;
    if (choice) {
      commitAll();
      const named = clicked && describe(clicked), control = named && named.name ? named : generic(clicked || recordBox(target) || target);
      soon(() => action(choice() || { t: "click", control, form: [] }), 120);
      return;
    }
    if (!clicked || (target.localName === "option" && target.closest("select"))) { clickUnnamed(event, path); if (isElement(target)) watchFields(target); return; }
    // A click on what an item is called may select the item.
    const box = roleOf(clicked) !== "link" && recordBox(clicked);
    if (box && isTitle(clicked, box)) {
      if (event.ctrlKey || event.shiftKey || event.metaKey) { clickUnnamed(event, path); return; }
      unselect(box);
      anchor = box;
    }
    let control = null;
    for (let at = path.indexOf(clicked); at < path.length && !control; at++) {
      const el = path[at];
      if (!isElement(el) || !CLICKED.has(roleOf(el))) continue;
      const described = describe(el);
      if (described.name) control = described;
    }
    commitAll();
    if (!control) { clickUnnamed(event, path); return; }
    // The second half of a double click is not a second choice; pressing a button twice is.
    if (event.detail > 1 && control.role !== "button") return;
    action({ t: "click", control, form: control.role === "button" ? sent(clicked) : [] });
    if (clicked.type !== "submit" || !clicked.form) watchFields(clicked);
  }

  // A menu that the page opens on an item is about that item.
  function onMenu(event) {
    const target = event.isTrusted && !paused && event.composedPath().find(isElement), box = target && recordBox(target);
    if (!box || fieldOf(target) || !isSmall(box)) return;
    sendShownWords();
    soon(() => { if (event.defaultPrevented) action({ t: "click", control: generic(box), form: [] }); }, 0);
  }

  function deepFocus() {
    let el = focusOf(document);
    while (el && shadowOf(el) && shadowOf(el).activeElement) el = shadowOf(el).activeElement;
    return el;
  }

  // What Escape would close: a dialog, a menu, or the open list of a field, in this order.
  function openLayer() {
    const focused = deepFocus();
    const listed = focused && attribute(focused, "aria-expanded") === "true" ? ",[role=listbox]" : "";
    for (const layers of ["dialog[open],[role=dialog],[role=alertdialog],:popover-open", "[role=menu]" + listed]) {
      const open = [...findInPage(document, layers)].filter((layer) => isVisible(layer));
      const layer = open[open.length - 1];
      if (layer) return { role: explicitRole(layer) || "dialog", name: labelled(layer) || headingIn(layer), context: "" };
    }
    return null;
  }

  // Keys that may be a command of the page: Ctrl and a letter or digit, and outside of fields Delete, Backspace and the function keys. What
  // moves the cursor or edits text is none.
  const EDITING_KEYS = new Set([..."abcivuxyz"]), FUNCTION_KEY = /^F(?:[2-46-9]|10)$/;
  function isShortcut(event) {
    if (event.ctrlKey || event.metaKey) return /^[\p{L}\p{N}]$/u.test(event.key) && !event.getModifierState("AltGraph") && !EDITING_KEYS.has(event.key.toLowerCase());
    return !event.altKey && (event.key === "Delete" || event.key === "Backspace" || FUNCTION_KEY.test(event.key)) && !fieldOf(event.composedPath()[0]);
  }

  // It counts if the page takes it, or answers at once.
  function shortcut(event) {
    tell({ t: "about" });
    const field = fieldOf(event.composedPath()[0]), at = performance.now(), quiet = at - mutatedAt > 400;
    const key = `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.shiftKey ? "Shift+" : ""}${event.key.length === 1 ? event.key.toUpperCase() : event.key}`;
    const handled = () => {
      if (!event.defaultPrevented && !(quiet && mutatedAt >= at)) return;
      for (const edited of [...edits.keys()]) commit(edited);
      action({ t: "press", key, control: field ? describe(field, roleOf(field) || "textbox") : null });
    };
    soon(handled, 60);
  }

  // Fields of chips in which Enter was pressed, until the page has taken what was typed.
  const entered = new Map();

  function onKey(event) {
    if (!event.isTrusted || paused || event.isComposing || event.repeat) return;
    if (isShortcut(event)) { sendShownWords(); hook(event.composedPath()); shortcut(event); return; }
    if (event.key !== "Enter" && event.key !== "Escape" && event.key !== " ") return;
    sendShownWords();
    const path = event.composedPath();
    hook(path);
    const field = fieldOf(path[0]);
    const option = event.key === "Escape" || (event.key === " " && field) ? null : activeOption();
    if (option) { enterAt = event.timeStamp; choose(option, event.timeStamp); return; }
    mayOpen(path);
    if (event.key === " " ) { if (!field) tell({ t: "about" }); return; }
    if (event.key === "Escape") {
      const layer = openLayer();
      if (layer) { commitAll(); action({ t: "press", key: "Escape", control: layer.name ? layer : null }); }
      return;
    }
    if (!field) { tell({ t: "about" }); return; }
    if (field.localName === "input") {
      enterAt = event.timeStamp;
      commit(field); commitAll();
      action({ t: "press", key: "Enter", control: describe(field, roleOf(field) || "textbox"), form: sent(field) });
    } else if (!event.shiftKey && !isEditor(field)) {
      // In longer text Enter is a new line, unless the page takes it (a chat that sends).
      const control = describe(field, roleOf(field) || "textbox"), before = valueOf(field);
      const handled = () => {
        if (!event.defaultPrevented) return;
        const now = valueOf(field);
        // A field of chips takes what was typed a moment later.
        if (now === before && now && field.localName !== "textarea" && !waited) { waited = true; entered.set(field, handled); soon(handled, 60); return; }
        entered.delete(field);
        // A rich editor makes a new line itself.
        if (field.localName !== "textarea" && now && now.length >= before.length) return;
        if (edits.has(field)) {
          if (now !== before && (field.localName === "textarea" || !now)) { edits.delete(field); tellValue(field, control, before); } else commit(field);
        }
        action({ t: "press", key: "Enter", control });
      };
      let waited = false;
      soon(handled, 0);
    }
  }

  // The value of a field before the page removed it.
  function tellValue(field, control, value) {
    const mask = secretOf(field, control.name);
    committed.set(field, valueOf(field));
    if (mask) tellSecret(value);
    tell({ t: "fill", control, mask, type: field.localName === "input" ? field.type : field.localName === "textarea" ? "textarea" : "richtext", autocomplete: squeeze(attribute(field, "autocomplete")),
      field: squeeze(field.name || field.id), value: mask ? "" : value.slice(0, VALUE_LIMIT), emptied: value === "", previous: null });
  }

  // A page may hand the files on itself: it gives them to its input and says so with an event of its own. Files that a page made up do not
  // count: the person must have asked for this input by a click, on it or on what opens it, and the same files count once.
  const handedOn = new WeakMap(), asked = new WeakSet();
  let clickedAt = -1e9;
  function onAsk(event) {
    if (event.isTrusted) clickedAt = performance.now();
    const target = event.composedPath()[0];
    if (!paused && target && target.localName === "input" && target.type === "file" && performance.now() - clickedAt < 1000) asked.add(target);
  }
  function isHandedOn(target) {
    if (!asked.has(target) || target.localName !== "input" || target.type !== "file" || !target.files.length) return false;
    return handedOn.get(target) !== filesIn(target);
  }
  const filesIn = (input) => [...input.files].map((file) => `${file.name} ${file.size} ${file.lastModified}`).join("\n");

  function onChange(event) {
    if (paused) return;
    const target = event.composedPath()[0];
    if (!target || target.nodeType !== 1 || !(event.isTrusted || isHandedOn(target))) return;
    sendShownWords();
    touchField(target);
    if (target.localName === "select") {
      commitAll();
      const label = (option) => squeeze(option.label || option.text);
      action({ t: "choose", control: describe(target), chosen: [...target.selectedOptions].slice(0, OFFERED_LIMIT).map(label), offered: [...target.options].slice(0, OFFERED_LIMIT).map(label) });
    } else if (target.localName === "input" && (target.type === "checkbox" || target.type === "radio")) {
      // What opens a menu is a button, however it is made: its click was told.
      if (!isTick(target)) return;
      tickToldAt.set(target, performance.now());
      commitAll();
      const message = toggled(target);
      if (message) action(message);
    } else if (target.localName === "input" && target.type === "file") {
      commitAll();
      handedOn.set(target, filesIn(target));
      asked.delete(target);
      action({ t: "upload", control: describe(target, "button"), files: [...target.files].slice(0, OFFERED_LIMIT).map((file) => file.name.slice(0, 300)) });
    } else {
      const field = fieldOf(target);
      if (!field) return;
      edit(field);
      if (!STEPPED.has(field.type) || field !== deepFocus()) commit(field);
    }
  }

  // ---- wiring ----

  function onInput(event) {
    if (!event.isTrusted || paused) return;
    const path = event.composedPath();
    hook(path);
    const field = fieldOf(path[0]);
    if (field) { if (field.type === "password") wasPassword.add(field); edit(field); }
  }
  function onFocus(event) {
    notePasswords();
    if (paused) return;
    const path = event.composedPath();
    hook(path);
    const field = fieldOf(path[0]);
    if (field) { remember(field); if (!isEditor(field)) lastField = field; }
  }
  function onLeave(event) {
    const field = paused ? null : fieldOf(event.composedPath()[0]);
    if (!field || (aimed && aimed.field === field)) return;
    const handled = entered.get(field);
    if (handled) { toggles = toggles.filter((waiting) => waiting !== handled); handled(); }
    commit(field);
  }
  function onDown(event) {
    if (!event.isTrusted || paused) return;
    sendShownWords();
    const path = event.composedPath(), target = path.find(isElement);
    hook(path);
    const box = event.button === 0 && target ? recordBox(target) : null;
    pressed = box && { box, state: stateOf(box) };
    drag = event.button === 0 && target ? { el: target, x: event.clientX, y: event.clientY, far: false, native: false } : null;
    if (event.button === 0) { const at = pressedOf(path); if (at) pressedBefore = [at, ...pressedBefore.filter((box) => box !== at)].slice(0, 3); }
    aimed = event.button === 0 ? optionOf(path) : null;
    tickAimed = event.button === 0 ? aimTick(event, path) : null;
    if (!aimed) mayOpen(path);
    tell({ t: "about" });
  }

  // `change` events and mutations do not leave a shadow tree, so listen in each tree that the user enters.
  function hook(path) {
    for (const root of path) if (root instanceof ShadowRoot && !hooked.has(root)) listen(root);
  }
  function listen(root) {
    hooked.add(root);
    root.addEventListener("change", onChange, true);
    mutations.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  }

  let noted = false, again = false;
  function onMutation() {
    if (paused) return;
    mutatedAt = performance.now();
    if (noted) { again = true; return; }
    noted = true;
    // `document.open` removes all listeners; adding one twice has no effect.
    wire();
    notePasswords();
    pictureLater();
    tell({ t: "mutated" });
    setTimeout(() => { noted = false; if (again) { again = false; onMutation(); } }, 100);
  }
  const mutations = new MutationObserver((records) => { if (!globalThis.apprenticeBar || !records.every(apprenticeBar.owns)) onMutation(); });

  const options = { capture: true, passive: true };
  const onBeforeInput = (event) => { if (event.isTrusted && !paused) { sendShownWords(); const field = fieldOf(event.composedPath()[0]); if (field) remember(field); } };
  const onEnd = () => { if (!paused) commitAll(); };
  const HEARD = [["click", onAsk], ["click", onClick], ["auxclick", onClick], ["contextmenu", onMenu], ["keydown", onKey], ["input", onInput], ["beforeinput", onBeforeInput], ["focus", notePasswords], ["focusin", onFocus],
    ["focusout", onLeave], ["pointerdown", onDown], ["pointermove", onMove], ["pointerup", onUp], ["dragstart", onDrag], ["dragend", onDrag], ["drop", onDrag],
    ["beforeunload", onEnd], ["pagehide", onEnd], ["submit", onEnd], ["scroll", pictureLater], ["resize", pictureLater]];
  const wire = () => { if (globalThis.apprenticeBar) apprenticeBar.wire(); for (const [type, heard] of HEARD) window.addEventListener(type, heard, options); document.addEventListener("change", onChange, true); };
  wire();
  listen(document);
  notePasswords();
  // The platform knows whether the user or a script asked for a navigation.
  if (window === window.top && globalThis.navigation) {
    navigation.addEventListener("navigate", (event) => { if (event.isTrusted) tell({ t: "leaving", by_user: event.userInitiated, back: event.navigationType === "traverse" }); });
  }

  globalThis.apprentice = {
    seen() { unseen = false; },
    flush() { held = []; try { if (!paused) commitAll(); return held; } finally { held = null; } },
    pause() { const rest = this.flush(); paused = true; if (globalThis.apprenticeBoxes) apprenticeBoxes.forget(); return rest; },
    resume() { paused = false; unseen = true; edits.clear(); entered.clear(); toggles = []; shown = new WeakMap(); committed = new WeakMap(); const field = fieldOf(deepFocus()); if (field) remember(field); },
  };
  tell({ t: "hello", url: location.href, origin: self.origin });
})
