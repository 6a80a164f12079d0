// A temporary machine: a home, a project that is a repository, an Apprentice home, and a clean
// environment.

import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const programs = process.env.AGENT_PROGRAMS
const ours = process.env.APPRENTICE_BIN
const node = process.execPath

export class World {
  /** The engine that `serve` started. */
  #engine

  /**
   * Codex stores nothing below the system's temporary folder, so the machine is below the cache
   * folder.
   */
  constructor() {
    const cache = path.join(programs, '..', 'worlds')
    mkdirSync(cache, { recursive: true })
    this.root = mkdtempSync(path.join(cache, 'world-'))
    for (const folder of ['.claude', '.codex', '.gemini', '.openclaw'])
      mkdirSync(this.path('home', folder), { recursive: true })
    mkdirSync(this.path('project/sub'), { recursive: true })
    execFileSync('git', ['init', '--quiet', this.path('project')])
  }

  path(...below) {
    return path.join(this.root, ...below)
  }

  write(file, text) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  /** The standard output of `program`. Throws with all of its output when it fails. */
  run(program, given, { cwd = 'project', environment = {}, patience = 120_000 } = {}) {
    const PATH = [
      path.dirname(node),
      path.dirname(ours),
      '/usr/local/bin',
      '/usr/bin',
      '/bin',
    ].join(':')
    const env = {
      PATH,
      HOME: this.path('home'),
      APPRENTICE_HOME: this.path('ours'),
      TERM: 'xterm-256color',
      CI: '1',
      DISABLE_TELEMETRY: '1',
      DO_NOT_TRACK: '1',
      ...environment,
    }
    return new Promise((resolve, reject) => {
      const child = execFile(
        program,
        given,
        { cwd: this.path(cwd), env, timeout: patience, maxBuffer: 64 << 20 },
        (error, out, err) => {
          if (error)
            reject(
              new Error(
                `${path.basename(program)} ${given.join(' ')}: ${error.message}\n${out}\n${err}`,
              ),
            )
          else resolve(out)
        },
      )
      child.stdin.end()
    })
  }

  ours(given, where) {
    return this.run(ours, given, where)
  }

  /** A JavaScript program of a package. */
  script(file, given, where) {
    return this.run(node, [path.join(programs, file), ...given], where)
  }

  program(name, given, where) {
    return this.run(path.join(programs, '.bin', name), given, where)
  }

  /** Starts the engine, whose environment is that of the agents that it runs. Ends with `close`. */
  async serve(environment) {
    const env = { HOME: this.path('home'), APPRENTICE_HOME: this.path('ours'), ...environment }
    this.#engine = spawn(ours, ['serve'], {
      cwd: this.path('project'),
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(this.#engine.stdout, 'data')
  }

  async close() {
    if (this.#engine?.exitCode === null) {
      this.#engine.kill()
      await once(this.#engine, 'exit')
    }
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
