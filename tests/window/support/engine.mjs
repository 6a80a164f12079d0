// An engine for the home of a machine, from the outside: started, called over loopback HTTP,
// stopped or killed.

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import { binaries } from './machine.mjs'
import { until } from './webdriver.mjs'

export const program = path.join(binaries, 'apprentice')

export class Engine {
  /** Starts `apprentice serve` with the folder `home` of the machine. */
  static async start(machine, { home = 'home', environment = {} } = {}) {
    const engine = new Engine()
    engine.machine = machine
    engine.environment = machine.environment({
      APPRENTICE_HOME: machine.path(home),
      ...environment,
    })
    engine.home = engine.environment.APPRENTICE_HOME
    engine.process = machine.start(program, ['serve', '--json'], { env: engine.environment })
    const said = () => engine.process.log.split('\n').find((line) => line.startsWith('{"address"'))
    await until(
      () => said() ?? engine.process.exitCode !== null,
      30_000,
      async () => `serve said nothing: ${engine.process.log}`,
    )
    if (!said())
      throw new Error(`serve ended with ${engine.process.exitCode}: ${engine.process.log}`)
    Object.assign(engine, JSON.parse(said()))
    return engine
  }

  /** The engine that another program of the machine runs, such as its window. */
  static async beside(machine, { home = 'home' } = {}) {
    const engine = new Engine()
    engine.machine = machine
    engine.environment = machine.environment({ APPRENTICE_HOME: machine.path(home) })
    engine.home = engine.environment.APPRENTICE_HOME
    const told = () => readFile(path.join(engine.home, 'endpoint.json'), 'utf8').catch(() => '')
    Object.assign(
      engine,
      JSON.parse(await until(told, 20_000, async () => `nobody serves ${engine.home}`)),
    )
    return engine
  }

  /** As somebody who completed the first steps and installs to these targets. */
  async welcomed(...targets) {
    await this.granted('PUT', '/api/settings', { first_run_done: true, enabled_targets: targets })
  }

  /** Sends a request. Returns the status and the JSON body. */
  async ask(method, route, body, headers = {}) {
    const response = await fetch(this.address + route, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }

  get(route) {
    return this.granted('GET', route)
  }

  post(route, body = {}) {
    return this.granted('POST', route, body)
  }

  /** The body of a response that must be a success. */
  async granted(method, route, body) {
    const answer = await this.ask(method, route, body)
    if (answer.status !== 200)
      throw new Error(`${method} ${route}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** The detail of the session. */
  detail(session) {
    return this.get(`/api/learn/sessions/${session}/detail`)
  }

  async actions(session) {
    return (await this.get(`/api/learn/sessions/${session}/observed-actions`)).actions
  }

  /** Every stored event of the session. */
  async events(session) {
    const response = await fetch(
      `${this.address}/api/learn/sessions/${session}/events?follow=false`,
      { headers: { authorization: `Bearer ${this.token}` } },
    )
    const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data:'))
    return lines.map((line) => JSON.parse(line.slice(5)))
  }

  /** A session that captures. */
  async capture(request) {
    const { session } = await this.post('/api/learn/sessions', {
      entry_mode: 'demonstrating_skill',
      observation_mode: 'outside_agent',
      ...request,
    })
    await this.post(`/api/learn/sessions/${session.learn_session_id}/start`)
    return session.learn_session_id
  }

  /** The command line with the same home. */
  run(...args) {
    return run(args, this.environment)
  }

  /** Kills it, like a power failure. */
  async kill() {
    const gone = once(this.process, 'exit')
    process.kill(this.process.pid, 'SIGKILL')
    await gone
  }

  /** Stops it as its user would. Returns its exit code. */
  async end() {
    const gone = once(this.process, 'exit')
    process.kill(this.process.pid, 'SIGTERM')
    const [code] = await gone
    return code
  }
}

/** Runs `apprentice ARGS`. Returns its output; `answer` is its JSON document, if it printed one. */
export function run(args, env) {
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: 60_000 }, (error, stdout, stderr) => {
      let answer
      try {
        answer = JSON.parse(stdout)
      } catch {
        answer = undefined
      }
      resolve({ code: error ? error.code : 0, answer, stdout, stderr })
    })
  })
}

/**
 * The processes whose command line or environment names `folder`, without this one: everything that
 * a test machine runs.
 */
export async function processesOf(folder) {
  const found = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue
    const read = (name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
    // A process that has ended and waits for its parent has no program any more.
    const alive = await readlink(`/proc/${pid}/exe`).catch(() => undefined)
    if (!alive) continue
    const line = await read('cmdline')
    if (line.includes(folder) || (await read('environ')).includes(folder))
      found.push({ pid: Number(pid), line: line.replaceAll('\0', ' ').trim() })
  }
  return found
}

/** Every file below `folder` with its text; symbolic links and special files by their kind. */
export async function contents(folder) {
  const all = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    if (entry.isFile())
      all[path.relative(folder, file)] = await readFile(file, 'latin1').catch(() => 'gone')
    else if (!entry.isDirectory()) all[path.relative(folder, file)] = 'special'
  }
  return all
}
