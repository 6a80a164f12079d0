// One task from end to end: a fresh engine, the demonstration, the draft, and each rehearsal.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Engine } from '../../window/support/engine.mjs'
import { freePort, Machine } from '../../window/support/machine.mjs'
import { until } from '../../window/support/webdriver.mjs'
import { recordPrompt, writeRecorded } from './author.mjs'
import { Person, rcFiles, Terminal } from './person.mjs'
import { literalsLeft, scoreEffects, scoreInputs, scoreLoops, untraced } from './score.mjs'
import { answersFor, draftOf, rehearsalRequest, traceOf, valueAnswers, verdictOf } from './wire.mjs'

const SESSIONS = '/api/learn/sessions'
const PROPOSALS = '/api/learn/proposals'

/**
 * Runs the task. Returns everything that was seen, and its scores. Throws only if the harness fails.
 * `author`: `recorded` lets the recorded answer improve the draft and scores that too, under
 * `author`, with rehearsals of its own (`authorOnly`: only those); `record-prompts` only writes the prompt to `prompts`.
 */
export async function runTask(
  id,
  task,
  { draftOnly = false, log = () => {}, only, author, authorOnly, prompts } = {},
) {
  const stage = await Stage.open(task)
  const began = Date.now()
  const lap = (what) => log(`${what} (${((Date.now() - began) / 1000).toFixed(0)} s)`)
  try {
    lap('the application is ready')
    const result = { task: id, app: task.app, goal: task.goal, kinds: task.kinds ?? [] }
    const shown = await stage.demonstrate()
    lap('demonstrated')
    Object.assign(result, shown.result)
    result.draft = shown.draft
    result.scores = scoresOf(task, shown.draft, shown.steps, shown.actions)
    if (author === 'record-prompts') {
      result.prompt = await recordPrompt(stage, id, prompts)
      result.rehearsals = []
      lap(`the prompt has ${result.prompt.characters} characters`)
      return result
    }
    result.answered = await stage.answerValues(shown.draft)
    const rehearse = async (draft, scores, who) => {
      const rehearsals = []
      for (const [kind, run] of [
        ...task.right.map((run) => ['right', run]),
        ...task.faults.map((run) => ['fault', run]),
      ]) {
        if (draftOnly || (only && !run.name.includes(only))) continue
        rehearsals.push(await stage.rehearse(kind, run, draft, scores))
        const { verdict, error } = rehearsals.at(-1)
        lap(`${who}: ${kind}: ${run.name}: ${error ?? verdict}`)
      }
      return rehearsals
    }
    result.rehearsals = authorOnly ? [] : await rehearse(result.draft, result.scores, 'rules')
    if (author === 'recorded') {
      await stage.app.reset()
      result.author = await writeRecorded(stage, id)
      lap(`author: ${result.author.missing ?? result.author.failure ?? 'written'}`)
      if (!result.author.missing) {
        const draft = draftOf(await stage.reviewed())
        const scores = scoresOf(task, draft, shown.steps, shown.actions)
        Object.assign(result.author, { draft, scores })
        result.author.rehearsals = await rehearse(draft, scores, 'author')
      }
    }
    result.seconds = Math.round((Date.now() - began) / 1000)
    return result
  } finally {
    await stage.close()
  }
}

function scoresOf(task, draft, steps, actions) {
  const inputs = scoreInputs(draft.inputs, task.truth.inputs)
  return {
    inputs,
    literals: literalsLeft(draft.text, task.truth),
    loops: scoreLoops(draft, task.truth, inputs),
    effects: scoreEffects(draft, task.truth, inputs),
    untraced: untraced(steps, actions).map(({ kind, name, value }) => ({ kind, name, value })),
    steps: steps.length,
    tokens: draft.tokens,
  }
}

/** The engine, the application and the person of one task. */
class Stage {
  static async open(task) {
    const stage = new Stage()
    stage.task = task
    stage.machine = await Machine.open()
    try {
      await rcFiles(stage.machine)
      const { default: Application } = await import(`../apps/${task.app}.mjs`)
      stage.app = new Application(stage.machine)
      await stage.app.open(task.prepare)
      stage.port = await freePort()
      stage.engine = await Engine.start(stage.machine, {
        environment: {
          APPRENTICE_BROWSER_DEBUG_PORT: String(stage.port),
          SHELL: `/usr/bin/${task.shell ?? 'bash'}`,
          ...(stage.app.environment ?? {}),
        },
      })
      await stage.engine.welcomed()
      stage.document = await stage.engine.get('/api/openapi.json')
      return stage
    } catch (error) {
      await stage.close()
      throw error
    }
  }

  async close() {
    await this.app?.stop()
    await this.machine.close()
  }

  get watch() {
    return this.task.watch ?? ['browser']
  }

  get startUrl() {
    if (!this.watch.includes('browser')) return undefined
    return this.task.start ? new URL(this.task.start, this.app.address).href : this.app.start_url
  }

  read() {
    return (this.task.read ?? ((app) => app.read()))(this.app)
  }

  /** The person in front of what is watched now. */
  async person() {
    const person = new Person({ engine: this.engine })
    if (this.watch.includes('browser')) {
      person.browser = await this.machine.watchedBrowser(this.port)
      const pages = () => person.browser.contexts()[0].pages()
      const ours = () => pages().find((page) => page.url().startsWith(this.app.address))
      await until(
        async () => ours(),
        30_000,
        async () => `the watched browser shows ${pages().map((page) => page.url())}`,
      )
      person.page = ours()
      person.page.setDefaultTimeout(15_000)
      await person.page.waitForLoadState('domcontentloaded')
    }
    if (this.watch.includes('terminal')) {
      this.terminal ??= await Terminal.open(
        this.engine,
        this.app.folder ?? this.machine.path('work'),
      )
      person.terminal = this.terminal
      // The folder was made again by the reset. A leading space keeps the line out of the record.
      await this.terminal.command(` cd ${this.app.folder ?? this.machine.path('work')}`)
    }
    return person
  }

  /** The watched browser of a session has gone, so that the next one cannot be mistaken for it. */
  async gone(person) {
    if (!person?.browser) return
    await until(
      async () => !person.browser.isConnected(),
      // The last look at slow pages takes up to forty seconds.
      60_000,
      async () => 'the watched browser stays open after its session',
    )
  }

  async demonstrate() {
    const { task, engine } = this
    const before = await this.read()
    const session = await engine.capture({
      watch: this.watch,
      goal: task.goal,
      ...(this.startUrl ? { start_url: this.startUrl } : {}),
    })
    const person = await this.person()
    await person.aside(() => this.app.signIn(person))
    await task.perform(person, this.app, task.values)
    const counted = async () => (await engine.detail(session)).captured_event_count
    await settled(counted)
    const after = await this.read()
    assert.deepEqual(
      after,
      await task.truth.expected(before, task.values, after),
      'the demonstration does not reach what the task says',
    )
    const actions = await engine.actions(session)
    await engine.post(`${SESSIONS}/${session}/stop`)
    await this.gone(person)
    const { proposal_id: proposal } = await engine.post(`${SESSIONS}/${session}/generate-proposal`)
    this.session = session
    this.proposal = proposal
    const detail = await this.reviewed()
    // What pages sent is no part of the wire.
    const graph = path.join(this.engine.home, detail.proposal.draft_graph_ref)
    return {
      draft: { ...draftOf(detail), sent: JSON.parse(await readFile(graph, 'utf8')).sent ?? [] },
      steps: person.steps,
      actions: actions.map(traceOf),
      result: {
        trace: actions.map(({ action_label, details, change }) => ({
          action_label,
          details,
          change,
        })),
      },
    }
  }

  detail() {
    return this.engine.get(`${PROPOSALS}/${this.proposal}/detail`)
  }

  /** Answers the questions, and waits until the draft can be reviewed, or stays a draft. */
  async reviewed() {
    const asked = new Set()
    const state = async () => (await this.detail()).proposal.proposal_state
    await until(
      async () => {
        const detail = await this.detail()
        const answers = answersFor(detail, this.task).filter(
          ({ question_id: id }) => !asked.has(id),
        )
        if (detail.proposal.proposal_state === 'awaiting_questions' && answers.length) {
          for (const { question_id: id } of answers) asked.add(id)
          await this.engine.post(`${SESSIONS}/${this.session}/answer-questions`, { answers })
          return false
        }
        return ['ready_for_review', 'draft'].includes(detail.proposal.proposal_state)
      },
      30_000,
      async () => `the proposal is ${await state()}`,
    )
    return this.detail()
  }

  /**
   * Says of every value what the truth says, scores the inputs again, and takes it back: rehearsals
   * judge the draft as it was before.
   */
  async answerValues(draft) {
    const { values, unlisted } = valueAnswers(draft, this.task.truth)
    const at = `${PROPOSALS}/${this.proposal}/values`
    const began = performance.now()
    const asked = await this.engine.ask('PUT', at, { values })
    const milliseconds = Math.round(performance.now() - began)
    if (asked.status !== 200) return { error: asked.body.error?.message ?? asked.status, unlisted }
    const after = draftOf(asked.body)
    await this.engine.ask('PUT', at, { values: [] })
    return {
      inputs: scoreInputs(after.inputs, this.task.truth.inputs),
      literals: literalsLeft(after.text, this.task.truth),
      lint: after.lint.filter((finding) => finding.severity === 'error').map(({ code }) => code),
      unlisted,
      milliseconds,
    }
  }

  /** Performs one run as a rehearsal, and notes what the engine thought of it. */
  async rehearse(kind, run, draft, scores) {
    const { task, engine, app } = this
    const asked = { ...task.values, ...run.values }
    const done = { ...asked, ...run.does }
    const noted = { kind, name: run.name, fault: run.kind, needs: run.needs }
    let person
    let running = false
    try {
      await app.reset()
      if (run.prepare) await run.prepare(app, asked)
      const before = await this.read()
      const { request, told } = rehearsalRequest(
        this.document,
        askedByDraft(scores.inputs.right, asked, task),
        this.startUrl,
      )
      noted.told = told
      const started = await this.startRehearsal(request)
      if (started !== true) return { ...noted, verdict: 'impossible', why: started }
      running = true
      person = await this.person()
      await person.aside(() => app.signIn(person))
      await (run.perform ?? task.perform)(person, app, done, asked)
      await settled(async () => (await this.rehearsal()).observed_action_count)
      if (run.behind) await run.behind(app, asked)
      const expected = run.expected ?? task.truth.expected
      const reached = async () => {
        const after = await this.read()
        return isEqual(after, await expected(before, asked, after))
      }
      if (kind === 'right')
        await until(reached, 5_000, async () => {
          const after = await this.read()
          return `the right run does not reach what the task says: ${difference(after, await expected(before, asked, after))}`
        })
      else if (await reached()) throw new Error('the fault cannot be told from a right run')
      // What the product leaves to the person's word, the person says, as somebody who trusts the screen.
      const open = draft.checkpoints.filter((checkpoint) => !checkpoint.evidence)
      for (const checkpoint of open)
        await engine.post(`${PROPOSALS}/${this.proposal}/rehearsal/mark`, {
          checkpoint_id: checkpoint.checkpoint_id,
          status: 'reached',
          evidence: 'The person says so.',
        })
      const status = await engine.post(`${PROPOSALS}/${this.proposal}/rehearsal/finish`)
      running = false
      return {
        ...noted,
        verdict: verdictOf(status),
        result: status.overall_result,
        on_word: open.length,
        bindings: status.bindings,
        receipts: status.receipts.map(
          ({ checkpoint_id, status: state, evidence, reason, source }) => ({
            checkpoint_id,
            status: state,
            evidence,
            reason,
            source,
          }),
        ),
      }
    } catch (error) {
      return { ...noted, verdict: 'error', error: String(error?.message ?? error).slice(0, 1500) }
    } finally {
      if (running)
        await engine
          .ask('POST', `${PROPOSALS}/${this.proposal}/rehearsal/finish`, { cancel: true })
          .catch(() => undefined)
      await this.gone(person)
    }
  }

  rehearsal() {
    return this.engine.get(`${PROPOSALS}/${this.proposal}/rehearsal`)
  }

  /** `true`, or why the product does not begin it. */
  async startRehearsal(request) {
    const begin = () => this.engine.ask('POST', `${PROPOSALS}/${this.proposal}/validate`, request)
    let answer = await begin()
    if (answer.status === 400) {
      await this.engine.ask('POST', `${PROPOSALS}/${this.proposal}/validate`, {
        selected_tests: [],
      })
      answer = await begin()
    }
    if (answer.status === 200) return true
    const { code, message } = answer.body.error
    return `${code}: ${message}`
  }
}

/**
 * The values of the request by the names of the draft's inputs, without what was not asked for. A task may call a value
 * otherwise than its truth does; then both have the value of the demonstration.
 */
export function askedByDraft(matches, asked, { values, truth }) {
  const text = (value) => [value].flat().join(', ')
  const keyOf = (name) => {
    if (asked[name] !== undefined) return name
    const input = truth.inputs.find((one) => one.name === name)
    const same = Object.keys(values ?? {}).filter((key) => text(values[key]) === text(input?.value))
    return same.length === 1 ? same[0] : undefined
  }
  const given = matches.map(({ name, as }) => [as, asked[keyOf(name)]])
  return Object.fromEntries(
    given.filter(([, value]) => value !== undefined).map(([as, value]) => [as, text(value)]),
  )
}

const isEqual = (one, other) => {
  try {
    assert.deepEqual(one, other)
    return true
  } catch {
    return false
  }
}

function difference(actual, expected) {
  try {
    assert.deepEqual(actual, expected)
    return 'none'
  } catch (error) {
    return error.message.slice(0, 1200)
  }
}

/** Waits until the number has been the same for ten looks in a row: what was done has been observed. */
async function settled(count) {
  let last
  let same = 0
  await until(
    async () => {
      const now = await count()
      same = now === last ? same + 1 : 0
      last = now
      return same >= 10
    },
    20_000,
    async () => `the number of observed actions keeps changing (${last})`,
  )
}

/** Reads a task from its file. */
export async function loadTask(file) {
  const id = `${path.basename(path.dirname(file))}/${path.basename(file, '.mjs')}`
  await readFile(file)
  const { default: task } = await import(file)
  return { id, task }
}
