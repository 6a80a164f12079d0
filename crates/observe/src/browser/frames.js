// A tab that nobody sees draws no frames: what a page does in the next frame, when a box comes into view or when it has a size, would never
// happen, and an application that draws itself in this way would stay empty. In such a tab timers take the place of frames.
(() => {
  const EVERY = 16, LOOKS = [0, 100, 300, 800, 1500, 2500];
  const frames = new Map();
  let last = 0;
  window.requestAnimationFrame = (draw) => {
    const id = ++last;
    frames.set(id, setTimeout(() => { frames.delete(id); draw(performance.now()); }, EVERY));
    return id;
  };
  window.cancelAnimationFrame = (id) => { clearTimeout(frames.get(id)); frames.delete(id); };

  // Idle time never comes either, and applications stop asking their servers while nobody sees them.
  window.requestIdleCallback = (work) => setTimeout(() => work({ didTimeout: false, timeRemaining: () => 10 }), EVERY);
  window.cancelIdleCallback = (id) => clearTimeout(id);
  Object.defineProperty(Document.prototype, "visibilityState", { configurable: true, get: () => "visible" });
  Object.defineProperty(Document.prototype, "hidden", { configurable: true, get: () => false });
  document.addEventListener("visibilitychange", (event) => event.stopImmediatePropagation(), true);

  // Looks at each observed box a few times, and tells what changed. `seen` says what there is to tell of a box.
  class Observer {
    #tell; #seen; #last = new Map();
    constructor(tell, seen) { this.#tell = tell; this.#seen = seen; }
    observe(el) {
      this.#last.set(el, undefined);
      for (const after of LOOKS) setTimeout(() => this.#look(el), after);
    }
    unobserve(el) { this.#last.delete(el); }
    disconnect() { this.#last.clear(); }
    takeRecords() { return []; }
    #look(el) {
      if (!this.#last.has(el)) return;
      const [entry, state] = this.#seen(el);
      if (this.#last.get(el) === state) return;
      this.#last.set(el, state);
      this.#tell([entry], this);
    }
  }
  window.IntersectionObserver = class IntersectionObserver extends Observer {
    constructor(tell, options = {}) {
      super(tell, (el) => {
        const box = el.getBoundingClientRect(), view = new DOMRect(0, 0, innerWidth, innerHeight);
        const isIntersecting = el.isConnected && box.bottom >= 0 && box.right >= 0 && box.top <= view.height && box.left <= view.width;
        const shown = { boundingClientRect: box, intersectionRect: box, rootBounds: view, intersectionRatio: isIntersecting ? 1 : 0, isIntersecting, target: el, time: performance.now() };
        return [shown, isIntersecting];
      });
      this.root = options.root ?? null;
      this.rootMargin = options.rootMargin ?? "0px 0px 0px 0px";
      this.thresholds = [options.threshold ?? 0].flat();
    }
  };
  window.ResizeObserver = class ResizeObserver extends Observer {
    constructor(tell) {
      super(tell, (el) => {
        const { width, height } = el.getBoundingClientRect();
        const size = [{ inlineSize: width, blockSize: height }];
        const shown = { target: el, contentRect: new DOMRectReadOnly(0, 0, width, height), borderBoxSize: size, contentBoxSize: size, devicePixelContentBoxSize: size };
        return [shown, `${width} ${height}`];
      });
    }
  };
})();
