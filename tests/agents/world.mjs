// A throw-away machine: a home, a project that is a repository, a home of ours, and nothing of the
// person's environment.

import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const programs = process.env.AGENT_PROGRAMS
const ours = process.env.APPRENTICE_BIN
const node = process.execPath

export class World {
  /** Codex keeps nothing below the system's temporary folder, so the world stands in the cache. */
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

  /** What `program` says on standard output. Throws with all it said when it fails. */
  run(program, given, { cwd = 'project', environment = {} } = {}) {
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
        { cwd: this.path(cwd), env, timeout: 120_000, maxBuffer: 64 << 20 },
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

  close() {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
