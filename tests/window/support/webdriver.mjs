// A WebDriver client for the real window: only the calls that the tests need (W3C WebDriver, by
// role and name).

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

export const KEYS = {
  shift: '\uE008',
  control: '\uE009',
  tab: '\uE004',
  enter: '\uE007',
  escape: '\uE00C',
  space: ' ',
  delete: '\uE017',
  backspace: '\uE003',
  left: '\uE012',
  up: '\uE013',
  right: '\uE014',
  down: '\uE015',
  home: '\uE011',
  f10: '\uE03A',
}

export class WindowDriver {
  constructor(base, session) {
    this.base = `${base}/session/${session}`
  }

  /** Starts the application `binary` through the driver at `base`. */
  static async open(base, binary, args = []) {
    const { sessionId } = await send(`${base}/session`, 'POST', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } },
    })
    const driver = new WindowDriver(base, sessionId)
    await driver.call('/timeouts', 'POST', { script: 20_000, implicit: 0, pageLoad: 30_000 })
    return driver
  }

  call(path, method = 'GET', body) {
    return send(this.base + path, method, body)
  }

  close() {
    return this.call('', 'DELETE').catch(() => undefined)
  }

  run(script, ...args) {
    return this.call('/execute/sync', 'POST', { script, args })
  }

  /** Like `run`; the result is what the script gives its last argument, a function. */
  runAsync(script, ...args) {
    return this.call('/execute/async', 'POST', { script, args })
  }

  async screenshot() {
    return Buffer.from(await this.call('/screenshot'), 'base64')
  }

  setSize(width, height) {
    return this.call('/window/rect', 'POST', { width, height })
  }

  /**
   * All visible elements with this role and accessible name (a string: exact; a RegExp: matching;
   * none: any).
   */
  async all(role, name) {
    const look = () => this.run(ROLE_QUERY, ...asked(role, name))
    // An element may be removed before the driver has given it an id; then search again.
    const found = await look().catch((error) =>
      /stale element/.test(error.message) ? look() : Promise.reject(error),
    )
    return found.map((element) => new WindowElement(this, element[ELEMENT]))
  }

  /** The first of `all`, once it exists. */
  async get(role, name, timeout = 20_000) {
    return until(
      async () => (await this.all(role, name))[0],
      timeout,
      async () => {
        const text = await this.run('return document.body.innerText')
        return `no ${role} named ${name}; the window shows:\n${text.slice(0, 3000)}`
      },
    )
  }

  async click(role, name, timeout) {
    await until(
      async () => {
        const element = await this.get(role, name, timeout)
        if (!(await element.enabled())) return false
        return element.clickWhenStill().catch(() => false)
      },
      timeout ?? 20_000,
      async () => `could not click ${role} ${name}`,
    )
  }

  /** Waits until the text of the window matches. */
  waitForText(pattern, timeout = 20_000) {
    return until(
      async () => {
        const text = await this.run('return document.body.innerText')
        return pattern instanceof RegExp ? text.match(pattern) : text.includes(pattern)
      },
      timeout,
      async () =>
        `the window never showed ${pattern}; it shows:\n${(await this.run('return document.body.innerText')).slice(0, 4000)}`,
    )
  }

  async css(selector, timeout = 20_000) {
    const element = await until(
      async () => {
        const found = await this.call('/elements', 'POST', {
          using: 'css selector',
          value: selector,
        })
        return found[0]
      },
      timeout,
      async () => `nothing matches ${selector}`,
    )
    return new WindowElement(this, element[ELEMENT])
  }

  /** One key while others are held, such as `chord(KEYS.shift, KEYS.f10)`. */
  async chord(...values) {
    const actions = [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values
        .slice()
        .reverse()
        .map((value) => ({ type: 'keyUp', value })),
    ]
    await this.call('/actions', 'POST', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Whether the element with this role and name has the focus. */
  async focusIsOn(role, name) {
    return this.run(
      ROLE_QUERY.replace('return out;', 'return out.includes(document.activeElement);'),
      ...asked(role, name),
    )
  }

  /** Presses Tab until the element has the focus. Each element on the way must show its focus. */
  async tabTo(role, name) {
    await this.get(role, name)
    const passed = []
    for (let stop = 0; stop < 150; stop += 1) {
      if (await this.focusIsOn(role, name)) return
      await this.keys(KEYS.tab)
      const { label, shown } = await this.run(`
        const at = document.activeElement;
        const box = at.getBoundingClientRect();
        const inside = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
        const label = (at.getAttribute('aria-label') || at.innerText || at.tagName).slice(0, 40);
        return { label, shown: at === document.body || (inside && at.matches(':focus-visible')) };
      `)
      if (!shown) throw new Error(`${label} has the focus, and nobody sees it`)
      passed.push(label)
    }
    throw new Error(`Tab never comes to ${role} ${name}; it passes ${passed.join(' | ')}`)
  }

  /** Sends keys to the focused element. */
  async keys(text) {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.call('/actions', 'POST', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
}

/**
 * Drops files on the page, as a file manager would: `[name, bytes]` each, or `[folder/name, bytes]`
 * for files of a folder. A number instead of bytes means that many zeros, created in the page.
 */
export function drop(window, ...files) {
  const given = files.map(([name, data]) => [
    name,
    typeof data === 'number' ? data : Buffer.from(data).toString('base64'),
  ])
  return window.run(
    // Scripts in this web view cannot fill a DataTransfer, so they use an object like it.
    `const files = arguments[0].map(([place, data]) => {
       const name = place.split('/').at(-1);
       const bytes = typeof data === 'number' ? new Uint8Array(data) : Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
       const file = new File([bytes], name, { type: name.endsWith('.zip') ? 'application/zip' : '' });
       return place === name ? file : Object.defineProperty(file, 'webkitRelativePath', { value: place });
     });
     const data = { types: ['Files'], items: [], files, dropEffect: 'none' };
     for (const kind of ['dragenter', 'dragover', 'drop']) {
       window.dispatchEvent(Object.defineProperty(new Event(kind, { cancelable: true }), 'dataTransfer', { value: data }));
     }`,
    given,
  )
}

class WindowElement {
  constructor(driver, id) {
    this.driver = driver
    this.id = id
    this.path = `/element/${id}`
    /** In the form that scripts accept. */
    this.reference = { [ELEMENT]: id }
  }

  click() {
    return this.driver.call(`${this.path}/click`, 'POST', {})
  }

  /**
   * Clicks once the element keeps its place from one frame to the next. Whether the click arrived:
   * what loads above the element may move it after the driver has found its place, and a list may
   * render it again.
   */
  async clickWhenStill() {
    if (!(await this.driver.runAsync(STAYS, this.reference))) return false
    await this.driver.run(NOTICE_CLICK, this.reference)
    // A toast may cover the lower edge, where the driver scrolls to, and stays while the mouse is
    // over it; a person would scroll further.
    const clicked = await this.click().then(
      () => true,
      () => this.toTheMiddle().then(() => false),
    )
    // A page that was loaded by the click knows nothing of it.
    return clicked && (await this.driver.run('return window.clickArrived')) !== false
  }

  toTheMiddle() {
    return this.driver.run("arguments[0].scrollIntoView({ block: 'center' })", this.reference)
  }

  /**
   * Presses the right button at the centre of the element. This driver reports the release as one
   * of the left button, so the button is released over an empty place.
   */
  async rightClick() {
    const move = { type: 'pointerMove', origin: this.reference, x: 0, y: 0 }
    const actions = [
      move,
      { type: 'pointerDown', button: 2 },
      { type: 'pointerMove', origin: 'viewport', x: 0, y: 0 },
      { type: 'pointerUp', button: 2 },
    ]
    await this.driver.call('/actions', 'POST', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    })
  }

  async focus() {
    await this.driver.run('arguments[0].focus()', this.reference)
  }

  enabled() {
    return this.driver.call(`${this.path}/enabled`).catch(() => false)
  }

  text() {
    return this.driver.call(`${this.path}/text`)
  }

  attribute(name) {
    return this.driver.call(`${this.path}/attribute/${name}`)
  }

  async type(text) {
    await this.driver.call(`${this.path}/value`, 'POST', { text })
  }

  async fill(text) {
    await this.driver.call(`${this.path}/clear`, 'POST', {})
    // The driver refuses to type nothing, and clearing alone sends no keyboard event, which the
    // page listens for.
    await this.type(text || `x${KEYS.backspace}`)
  }
}

async function send(url, method, body) {
  const response = await fetch(url, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`WebDriver: ${value?.error}: ${value?.message}`)
  return value
}

/** Polls `look` until it returns something truthy. `explain` is the message of the failure. */
export async function until(look, timeout, explain) {
  const end = Date.now() + timeout
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`after ${timeout} ms: ${await explain()}`)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}

const asked = (role, name) => [
  role,
  typeof name === 'string' ? name : null,
  name instanceof RegExp ? name.source : null,
]

// Runs in the window. Whether an element is at the same place in two frames.
const STAYS = `
const [element, done] = arguments;
const place = () => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, width, height].join(); };
requestAnimationFrame(() => {
  const before = place();
  requestAnimationFrame(() => done(element.isConnected && place() === before));
});`

// Runs in the window. The button is pressed on the element, or on its label, which then clicks it.
const NOTICE_CLICK = `
window.clickArrived = false;
for (const kind of ['mousedown', 'click'])
  arguments[0].addEventListener(kind, () => { window.clickArrived = true }, { capture: true, once: true });`

// Runs in the window. Implicit roles of the elements that the interface uses, and accessible names
// as ARIA computes them in the simple cases.
const ROLE_QUERY = `
  const [role, exact, pattern] = arguments;
  const roleOf = (node) => {
    const explicit = node.getAttribute('role');
    if (explicit) return explicit;
    const tag = node.tagName;
    if (tag === 'BUTTON') return 'button';
    if (tag === 'A' && node.hasAttribute('href')) return 'link';
    if (tag === 'TEXTAREA') return 'textbox';
    if (tag === 'SELECT') return 'combobox';
    if (/^H[1-6]$/.test(tag)) return 'heading';
    if (tag === 'TR') return 'row';
    if (tag === 'LI') return 'listitem';
    if (tag === 'IMG') return 'img';
    if (tag === 'INPUT') {
      const type = (node.getAttribute('type') || 'text').toLowerCase();
      return { checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', search: 'searchbox' }[type] || 'textbox';
    }
    return '';
  };
  const squash = (text) => (text || '').replace(/\\s+/g, ' ').trim();
  const nameOf = (node) => {
    const by = node.getAttribute('aria-labelledby');
    if (by) return squash(by.split(/\\s+/).map((id) => document.getElementById(id)?.textContent || '').join(' '));
    if (node.getAttribute('aria-label')) return squash(node.getAttribute('aria-label'));
    if (node.labels && node.labels.length) return squash([...node.labels].map((label) => label.textContent).join(' '));
    if (node.placeholder && !squash(node.textContent)) return squash(node.placeholder);
    return squash(node.innerText ?? node.textContent) || squash(node.getAttribute('title'));
  };
  const visible = (node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(node).visibility !== 'hidden';
  };
  const matches = (text) => exact !== null ? text === exact : pattern === null || new RegExp(pattern, 'i').test(text);
  const out = [];
  for (const node of document.querySelectorAll('*')) {
    if (roleOf(node) === role && visible(node) && matches(nameOf(node))) out.push(node);
  }
  return out;
`
