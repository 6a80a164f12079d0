// The recording bar: says in a watched page that it is watched. It runs in the recorder's isolated world, before the recorder, and is drawn in
// a closed shadow root: the page can neither read it nor press its buttons (only trusted events count), and its changes are no changes of
// the page. It never takes the focus. All words are drawn by the style, so that a search in the page does not find them.
(function bar(binding) {
  "use strict";
  if (globalThis.apprenticeBar) return;

  const STYLE = `
    :host { all: initial !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; pointer-events: none !important;
      contain: strict !important; display: block !important; visibility: visible !important; opacity: 1 !important; transform: none !important; }
    @media print { :host { display: none !important; } }
    * { box-sizing: border-box; margin: 0; }
    [data-text]::before { content: attr(data-text); }
    .edge { position: fixed; inset: 0; border: 3px solid #ef4444; }
    .pill { --ink: #18181b; --soft: #5b5b66; --back: #fffffff7; --line: #0000001f; --press: #00000012; --ok: #15803d; --accent: #4f46e5;
      position: fixed; display: flex; align-items: center; gap: 10px; width: max-content; max-width: min(840px, calc(100vw - 24px)); padding: 6px 8px 6px 12px;
      font: 500 13px/1.4 system-ui, sans-serif; letter-spacing: 0; color: var(--ink); background: var(--back); border: 1px solid var(--line); border-radius: 12px;
      box-shadow: 0 1px 2px #0000001f, 0 10px 30px #00000038; pointer-events: auto; cursor: grab; user-select: none; -webkit-user-select: none; touch-action: none; white-space: nowrap; }
    .dot { flex: none; width: 9px; height: 9px; border-radius: 50%; background: #ef4444; box-shadow: 0 0 0 3px #ef44442e; }
    .paused .dot { background: #d99a06; box-shadow: 0 0 0 3px #d99a062e; }
    .edge.paused { border-color: #d99a06; border-style: dashed; }
    .word { font-weight: 650; }
    .time { color: var(--soft); font-variant-numeric: tabular-nums; }
    .watched { flex: none; color: var(--soft); }
    .last { flex: 0 1000 auto; min-width: 0; max-width: 360px; overflow: hidden; text-overflow: ellipsis; color: var(--soft); unicode-bidi: plaintext; }
    .points { display: flex; flex: 0 1 auto; min-width: 10px; overflow: hidden; gap: 4px; }
    .point { flex: none; width: 10px; height: 10px; border-radius: 50%; box-shadow: inset 0 0 0 2px var(--line), inset 0 0 0 2px #8b8b9690; }
    .point.reached { background: var(--ok); box-shadow: none; }
    .point.reached::before { content: "✓"; display: block; font: 800 8px/10px system-ui, sans-serif; text-align: center; color: var(--back); }
    .button { flex: none; padding: 4px 10px; border-radius: 8px; background: var(--press); cursor: default; font-weight: 560; }
    .button:hover { filter: brightness(.94); }
    .button.stop { color: #fff; background: #c81e1e; }
    .button.finish { color: #fff; background: var(--accent); }
    .button.turn { min-width: 88px; text-align: center; }
    .button.small { padding: 4px 8px; color: var(--soft); background: none; }
    .list { position: absolute; inset: auto 0 calc(100% + 6px) auto; display: grid; gap: 6px; width: max-content; max-width: min(460px, calc(100vw - 24px)); max-height: 50vh; overflow: auto; overscroll-behavior: contain; padding: 10px 14px;
      background: var(--back); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 10px 30px #00000038; white-space: normal; }
    .list.below { inset: calc(100% + 6px) 0 auto auto; }
    .row { display: flex; gap: 8px; align-items: baseline; }
    .row .point { flex: none; align-self: center; }
    .row.reached { color: var(--soft); }
    .row.next { font-weight: 650; }
    [hidden] { display: none !important; }
    @media (prefers-color-scheme: dark) {
      .pill { --ink: #f4f4f5; --soft: #a9a9b4; --back: #1c1c20f5; --line: #ffffff26; --press: #ffffff1a; --ok: #22c55e; --accent: #6366f1; }
      .button:hover { filter: brightness(1.15); }
    }`;

  const POINTER = ["pointerdown", "pointerup", "pointermove", "pointercancel", "mousedown", "mouseup", "mousemove", "click", "dblclick", "auxclick", "contextmenu",
    "dragstart", "selectstart", "touchstart", "touchend", "touchmove", "wheel"];
  // A page may name a form after a property of its document.
  const { createElement } = Document.prototype;
  const own = (name) => { const { get } = Object.getOwnPropertyDescriptor(Document.prototype, name); return () => get.call(document); };
  const top = own("documentElement"), stage = own("readyState");
  const tell = (message) => binding(JSON.stringify({ t: "bar", ...message }));

  let host = null, root = null, parts = null, state = null, timer = 0;
  const observer = new MutationObserver(stay);
  // `armed`: the name of the button that is held down. `pressed`, `moved`, `acted`: when something was pressed on the bar, when the pill last
  // moved by itself, and when the person last used the page. `stands`: where the pill is.
  let armed = null, pressed = 0, moved = -Infinity, acted = -Infinity, stands = "";
  let grip = null, open = false, small = false, place = { x: 0.5, bottom: true };

  const element = (name, text, data) => {
    const made = createElement.call(document, "div");
    made.className = name;
    if (text !== undefined) made.setAttribute("data-text", text);
    if (data) made.setAttribute("data-button", data);
    return made;
  };

  function build() {
    host = createElement.call(document, "div");
    host.setAttribute("aria-hidden", "true");
    root = host.attachShadow({ mode: "closed" });
    // A policy of the page forbids style elements, but not this.
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    parts = { edge: element("edge"), pill: element("pill") };
    root.append(parts.edge, parts.pill);
    observer.observe(document, { childList: true });
  }

  // The page may replace its whole document.
  let returning = false;
  function stay() {
    if (!state || host.isConnected || returning) return;
    returning = true;
    setTimeout(() => { returning = false; attach(); }, 300);
  }
  function attach() {
    const page = top();
    if (!state || !page) return;
    if (stage() === "loading") { window.addEventListener("DOMContentLoaded", attach, { once: true }); return; }
    if (host.parentNode !== page) {
      page.append(host);
      observer.observe(page, { childList: true });
      settle();
    }
    wire();
  }

  function time() {
    const seconds = Math.max(0, Math.floor((Date.now() - state.started_ms) / 1000)), two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(seconds / 3600), minutes = two(Math.floor(seconds / 60) % 60);
    return `${hours ? `${hours}:` : ""}${minutes}:${two(seconds % 60)}`;
  }
  const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

  function draw() {
    const rehearses = state.purpose === "rehearsal", paused = state.paused;
    const word = paused ? "Paused" : rehearses ? "Rehearsing" : "Watching";
    const next = state.checkpoints.find((point) => point.state === "open" && point.decides) || state.checkpoints.find((point) => point.state === "open");
    const pill = [element("dot"), element("word", word)];
    if (!small) pill.push(element("watched", state.watched));
    parts.time = element("time", time());
    pill.push(parts.time);
    if (rehearses) {
      const points = element("points", undefined, "list");
      points.append(...state.checkpoints.map((point) => element(`point ${point.state}`)));
      pill.push(points);
      if (!small) pill.push(element("last", next ? `Next: ${next.goal}` : "Every checkpoint is reached"));
      pill.push(element("button finish", "Finish rehearsal", "finish"));
    } else {
      if (!small) pill.push(element("last", state.last ? `${count(state.actions, "action")} · ${state.last}` : count(state.actions, "action")));
      if (state.purpose === "demonstration") {
        if (!small) pill.push(element("button", "Mark step", "mark"));
        pill.push(element("button turn", paused ? "Resume" : "Pause", paused ? "resume" : "pause"), element("button stop", "Stop", "stop"));
      }
    }
    pill.push(element("button small", small ? "+" : "–", "small"));
    const scrolled = parts.list ? parts.list.scrollTop : 0;
    parts.list = null;
    if (open && rehearses) {
      const list = parts.list = element(place.bottom ? "list" : "list below");
      list.append(...state.checkpoints.map((point) => {
        const row = element(`row ${point.state}${point === next ? " next" : ""}`);
        row.append(element(`point ${point.state}`), element("", point.goal));
        return row;
      }));
      pill.push(list);
    }
    parts.pill.replaceChildren(...pill);
    if (parts.list) parts.list.scrollTop = scrolled;
    for (const part of [parts.edge, parts.pill]) part.classList.toggle("paused", paused);
    // It grows to the left, where the window may end.
    if (host.isConnected && parts.pill.getBoundingClientRect().left < 11) settle();
  }

  const room = () => parts.edge.getBoundingClientRect().width || innerWidth;
  const middle = () => { const { left, width } = parts.pill.getBoundingClientRect(); return (left + width / 2) / room(); };

  // Puts the pill in its place: the middle as a part of the width, at the lower or the upper edge. Afterwards its right edge stays when its
  // words change, so that no button moves under the pointer.
  function settle(byPerson = false) {
    const { width } = parts.pill.getBoundingClientRect(), all = room();
    const left = Math.min(Math.max(12, place.x * all - width / 2), Math.max(12, all - width - 12));
    const right = Math.round(all - left - width), now = `${right} ${place.bottom}`;
    if (!byPerson && stands && stands !== now) moved = performance.now();
    stands = now;
    Object.assign(parts.pill.style, { right: `${right}px`, top: place.bottom ? "auto" : "14px", bottom: place.bottom ? "14px" : "auto" });
  }
  const remember = () => tell({ place: { x: place.x, bottom: place.bottom }, small });

  function tick() { if (parts.time && state) parts.time.setAttribute("data-text", time()); }

  function press(button) {
    if (button === "small") { small = !small; draw(); place = { ...place, x: middle() }; remember(); }
    else if (button === "list") { open = !open; draw(); }
    else tell({ button });
  }

  const ownsPoint = (event) => event.target === host || grip !== null || armed !== null;
  function onPointer(event) {
    if (!state || !host.isConnected) return;
    // A press beside the bar ends what was held in it, also where timers are late.
    if (event.type === "pointerdown" && event.target !== host) armed = grip = null;
    if (!ownsPoint(event)) {
      if (event.isTrusted && event.type === "pointerdown") acted = performance.now();
      return;
    }
    event.stopImmediatePropagation();
    const closest = (selector) => { const hit = root.elementFromPoint(event.clientX, event.clientY); return hit && hit.closest(selector); };
    // A long list of checkpoints is scrolled with the wheel.
    const scrolls = event.type === "wheel" && closest(".list") && parts.list.scrollHeight > parts.list.clientHeight;
    if (event.cancelable && !scrolls) event.preventDefault();
    if (!event.isTrusted) return;
    // Every redraw makes other elements, so a button is known by its name.
    const under = () => { const button = closest("[data-button]"); return button && button.getAttribute("data-button"); };
    if (event.type === "pointerdown" && event.button === 0) {
      pressed = performance.now();
      armed = under();
      grip = armed ? null : { x: event.clientX, y: event.clientY, from: middle() };
    } else if (event.type === "pointermove" && grip) {
      if (!event.buttons) { grip = null; return; }
      place = { x: Math.min(1, Math.max(0, grip.from + (event.clientX - grip.x) / innerWidth)), bottom: event.clientY > innerHeight / 2 };
      settle(true);
    } else if (event.type === "pointermove" && armed && !event.buttons) {
      armed = null;
    } else if (event.type === "pointerup") {
      // What the person saw there a moment ago was something else, if the pill has moved.
      const isMeant = pressed - moved >= 500;
      if (armed && under() === armed && isMeant) press(armed);
      else if (grip) remember();
      // The click that follows belongs to the bar too, also at the end of a drag.
      const ended = pressed;
      setTimeout(() => { if (ended === pressed) armed = grip = null; }, 0);
    } else if (event.type === "pointercancel") { armed = grip = null; }
  }

  // What the person types into is not under the bar. A script that moves the focus does not move the bar.
  const onKey = (event) => { if (event.isTrusted) acted = performance.now(); };
  function onFocus(event) {
    if (!state || !host.isConnected || !event.isTrusted || performance.now() - acted > 1000 || !(event.target instanceof Element)) return;
    const field = event.target.getBoundingClientRect(), pill = parts.pill.getBoundingClientRect();
    const covers = field.height < innerHeight / 2 && field.left < pill.right && field.right > pill.left && field.top < pill.bottom && field.bottom > pill.top;
    if (covers) { acted = -Infinity; place = { x: middle(), bottom: !place.bottom }; draw(); settle(); remember(); }
  }

  // Adding a listener twice has no effect; `document.open` removes all of them.
  function wire() {
    for (const type of POINTER) window.addEventListener(type, onPointer, { capture: true, passive: false });
    window.addEventListener("keydown", onKey, { capture: true, passive: true });
    window.addEventListener("focusin", onFocus, { capture: true, passive: true });
    window.addEventListener("resize", onResize, { passive: true });
  }
  const onResize = () => { if (state && host.isConnected) settle(); };
  wire();

  globalThis.apprenticeBar = {
    wire,
    // Whether a record of a MutationObserver is about the bar alone.
    owns: ({ addedNodes, removedNodes, type }) => host !== null && type === "childList" && addedNodes.length + removedNodes.length > 0 && [...addedNodes, ...removedNodes].every((node) => node === host),
    // Shows the bar and returns its element; `null` hides it.
    show(next, where, isSmall) {
      if (!host) build();
      const first = !state;
      state = next;
      clearInterval(timer);
      if (!state) { host.remove(); stands = ""; return host; }
      if (first) { if (where) place = where; small = isSmall === true; }
      timer = setInterval(tick, 1000);
      draw();
      attach();
      return host;
    },
  };
})
