// The person in front of the watched browser and the watched terminal: clicks, typed text, choices
// and keys, as real input events. Each step is written down, so that a step without a trace is found.

import { until } from '../../window/support/webdriver.mjs'

const PATIENCE = 15_000

export class Person {
  /** What was done: `{ kind, name, value, from, to }`, times in milliseconds. */
  steps = []

  constructor({ page, terminal, engine }) {
    this.page = page
    this.terminal = terminal
    this.engine = engine
  }

  /** Does `act` as one step of the person. */
  async #step(kind, name, value, act) {
    const step = { kind, name, value, from: Date.now() }
    const result = await act()
    step.to = Date.now()
    if (!this.unrecorded) this.steps.push(step)
    return result
  }

  /** Steps that are not part of the task, such as signing in: nobody asks for their trace. */
  async aside(act) {
    this.unrecorded = true
    try {
      return await act()
    } finally {
      this.unrecorded = false
    }
  }

  /** Clicks an element: a Playwright locator, or a CSS selector. */
  async click(target, options) {
    const element = this.#find(target)
    await element.waitFor({ timeout: PATIENCE })
    const name = await element.evaluate(nameOf)
    await this.#step('click', name, undefined, () =>
      element.click({ timeout: PATIENCE, ...options }),
    )
  }

  doubleClick(target) {
    return this.click(target, { clickCount: 2 })
  }

  /** Replaces the text of a field by typing, key by key. */
  async type(target, text, { keep = false } = {}) {
    const element = this.#find(target)
    await element.waitFor({ timeout: PATIENCE })
    await this.#step('type', await element.evaluate(nameOf), text, async () => {
      await element.click({ timeout: PATIENCE })
      if (!keep) {
        await this.page.keyboard.press('Control+A')
        await this.page.keyboard.press('Delete')
      }
      await this.page.keyboard.type(text, { delay: 3 })
    })
  }

  /** Replaces the whole text of an editor that is no field: a code editor, a rich text. */
  async edit(target, text) {
    const element = this.#find(target)
    await element.waitFor({ timeout: PATIENCE })
    await this.#step('type', await element.evaluate(nameOf), text, async () => {
      await element.click({ timeout: PATIENCE })
      await this.page.keyboard.press('Control+A')
      await this.page.keyboard.type(text, { delay: 3 })
    })
  }

  /** Types where the cursor is: editors, canvases, grids. */
  write(text) {
    return this.#step('type', '', text, () => this.page.keyboard.type(text, { delay: 3 }))
  }

  /** Presses a key, such as `Enter` or `Control+S`. */
  press(key) {
    return this.#step('press', key, key, () => this.page.keyboard.press(key))
  }

  /** Chooses an option of a list box by its label, with the keyboard. */
  async choose(target, label) {
    const element = this.#find(target)
    await element.waitFor({ timeout: PATIENCE })
    await this.#step('choose', await element.evaluate(nameOf), label, async () => {
      await element.focus()
      await this.page.keyboard.type(label, { delay: 3 })
      const shown = () =>
        element.evaluate((list) => list.selectedOptions[0]?.label.replace(/\s+/g, ' ').trim())
      if ((await shown()) !== label.trim())
        throw new Error(`typing “${label}” chose “${await shown()}”`)
    })
  }

  /** Types a day (`2031-05-09`) into a date field, part by part in the order that the browser shows. */
  async date(target, day) {
    const element = this.#find(target)
    await element.waitFor({ timeout: PATIENCE })
    await this.#step('type', await element.evaluate(nameOf), day, async () => {
      const order = await element.evaluate(() =>
        new Intl.DateTimeFormat()
          .formatToParts()
          .map(({ type }) => type)
          .filter((type) => type !== 'literal'),
      )
      const [year, month, date] = day.split('-')
      const parts = { year, month, day: date }
      // A click at the edge puts the cursor into the first part.
      await element.click({ timeout: PATIENCE, position: { x: 10, y: 12 } })
      await this.page.keyboard.type(order.map((part) => parts[part]).join(''), { delay: 3 })
      // On a busy machine the last digits arrive a moment after they were sent.
      const shown = () => element.inputValue()
      await until(
        async () => (await shown()) === day,
        PATIENCE,
        async () => `typing “${day}” gave “${await shown()}”`,
      )
    })
  }

  /** Ticks or unticks a check box. */
  async tick(target) {
    const element = this.#find(target)
    await element.waitFor({ timeout: PATIENCE })
    await this.#step('choose', await element.evaluate(nameOf), undefined, () =>
      element.click({ timeout: PATIENCE }),
    )
  }

  /** Drags one element onto another (or to a position in it), with steps in between. */
  async drag(from, to, { fromPosition, toPosition } = {}) {
    const [source, target] = [this.#find(from), this.#find(to)]
    await this.#step('drag', await source.evaluate(nameOf), undefined, async () => {
      const at = async (element, position) => {
        const box = await element.boundingBox()
        if (!box) throw new Error('an element of the drag is not visible')
        return position
          ? [box.x + position.x, box.y + position.y]
          : [box.x + box.width / 2, box.y + box.height / 2]
      }
      await this.page.mouse.move(...(await at(source, fromPosition)))
      await this.page.mouse.down()
      const end = await at(target, toPosition)
      await this.page.mouse.move(end[0] - 8, end[1] - 8, { steps: 6 })
      await this.page.mouse.move(...end, { steps: 4 })
      await this.page.mouse.up()
    })
  }

  /** Chooses files of this machine in a file field. `opener` is clicked where a button opens the dialog. */
  async upload(target, ...files) {
    const element = this.#find(target)
    await this.#step('upload', await element.evaluate(nameOf), files.join(', '), async () => {
      const choosing = this.page.waitForEvent('filechooser', { timeout: PATIENCE })
      await element.click({ timeout: PATIENCE })
      await (await choosing).setFiles(files)
    })
  }

  /** Types an address. */
  open(url) {
    return this.#step('open', url, url, () => this.page.goto(url))
  }

  /** Answers the next question of the page (`alert`, `confirm`, `prompt`) during `act`. */
  async answering(answer, act) {
    const answered = new Promise((resolve, reject) => {
      this.page.once('dialog', (dialog) => {
        const name = dialog.message()
        this.#step('dialog', name, answer === true ? undefined : answer, () =>
          answer === false ? dialog.dismiss() : dialog.accept(answer === true ? undefined : answer),
        ).then(resolve, reject)
      })
    })
    await act()
    await answered
  }

  /** Waits until the page shows a text: a string that it contains, or a pattern. */
  async sees(text) {
    await this.page.getByText(text).first().waitFor({ timeout: PATIENCE })
  }

  /** Runs a command in the watched terminal. */
  command(line) {
    return this.#step('command', line, line, () => this.terminal.command(line))
  }

  #find(target) {
    return typeof target === 'string' ? this.page.locator(target).first() : target
  }
}

/** What a person would call the element. Runs in the page. */
function nameOf(element) {
  const label =
    element.getAttribute('aria-label') ||
    element.labels?.[0]?.innerText ||
    (element.matches('input[type=submit], input[type=button]') && element.value) ||
    element.innerText ||
    element.getAttribute('placeholder') ||
    element.getAttribute('title') ||
    element.getAttribute('alt') ||
    ''
  return label.replace(/\s+/g, ' ').trim().slice(0, 120)
}

/** How long somebody needs for a command, in milliseconds. */
const TYPING_TIME = 400

/** A shell of the terminal panel, with the hook of Apprentice. */
export class Terminal {
  #text = ''

  /** The prompt that `rcFiles` sets in each shell. */
  static PROMPT = 'person@desk> '

  static async open(engine, directory) {
    const terminal = new Terminal()
    terminal.engine = engine
    const { terminal_id: id, shell } = await engine.post('/api/terminals', {
      columns: 200,
      rows: 50,
      directory,
    })
    Object.assign(terminal, { id, shell })
    await terminal.#follow()
    await terminal.#prompt(0)
    return terminal
  }

  async #follow() {
    const response = await fetch(`${this.engine.address}/api/terminals/${this.id}/output`, {
      headers: { authorization: `Bearer ${this.engine.token}` },
    })
    const read = async () => {
      let rest = ''
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + chunk).split('\n')
        rest = lines.pop()
        for (const line of lines)
          if (line.startsWith('data:'))
            this.#text += Buffer.from(line.slice(5).trim(), 'base64').toString('utf8')
      }
    }
    read().catch(() => undefined)
  }

  /** Waits until the shell shows a new prompt behind `offset`. */
  #prompt(offset, line) {
    const shown = () => plain(this.#text.slice(offset))
    return until(
      async () => {
        const text = shown()
        return (
          text.trimEnd().endsWith(Terminal.PROMPT.trimEnd()) &&
          (line === undefined || text.includes('\n'))
        )
      },
      60_000,
      async () =>
        `the shell shows no prompt${line ? ` after “${line}”` : ''}: ${shown().slice(-600)}`,
    )
  }

  /** Types the line, and waits until the command has ended. Returns what it printed. */
  async command(line) {
    const offset = this.#text.length
    // Nobody types a command in no time.
    await new Promise((resolve) => setTimeout(resolve, TYPING_TIME))
    await this.engine.post(`/api/terminals/${this.id}/input`, { data: `${line}\r` })
    await this.#prompt(offset, line)
    return plain(this.#text.slice(offset))
  }

  close() {
    return this.engine.ask('DELETE', `/api/terminals/${this.id}`).catch(() => undefined)
  }
}

/** Without escape sequences. */
function plain(text) {
  return text
    .replace(/\x1b\][^\x07\x1b]*(\x07|\x1b\\)/g, '')
    .replace(/\x1b[P^_][^\x1b]*\x1b\\/g, '')
    .replace(/\x1b\[[0-9;:<=>?]*[ -/]*[@-~]/g, '')
    .replace(/\x1b[()][A-Z0-9]/g, '')
    .replace(/\x1b[=>78cDEHM]/g, '')
}

/** Start-up files of the three shells that set a prompt which a test can wait for. */
export async function rcFiles(machine) {
  const { mkdir, writeFile } = await import('node:fs/promises')
  const home = (...parts) => machine.path('user', ...parts)
  await mkdir(home('.config/fish'), { recursive: true })
  await writeFile(home('.bashrc'), `PS1='${Terminal.PROMPT}'\n`)
  await writeFile(home('.zshrc'), `PROMPT='${Terminal.PROMPT}'\nRPROMPT=\n`)
  await writeFile(
    home('.config/fish/config.fish'),
    `set -g fish_greeting\nfunction fish_prompt\n  printf '${Terminal.PROMPT}'\nend\n`,
  )
  await writeFile(
    home('.gitconfig'),
    '[user]\n\tname = Pat\n\temail = pat@desk.example\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n',
  )
}
