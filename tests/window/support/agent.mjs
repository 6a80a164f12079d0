// An agent that starts the program it was given, and speaks the Model Context Protocol with it over
// its standard input and output.

import assert from 'node:assert/strict'
import { until } from './webdriver.mjs'

const REVISION = '2025-11-25'

export class Agent {
  #last = 0

  /**
   * Starts `command` as an agent of this name would, which knows nothing of where Apprentice keeps
   * its things, and shakes hands.
   */
  static async start(machine, [program, ...args], name) {
    const agent = new Agent()
    const { PATH, LANG, HOME, SHELL } = machine.environment()
    agent.process = machine.start(program, args, {
      cwd: machine.path('work'),
      env: { PATH, LANG, HOME, SHELL },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    agent.heard = ''
    agent.process.stdout.on('data', (data) => (agent.heard += data))
    agent.server = await agent.ask('initialize', {
      protocolVersion: REVISION,
      capabilities: {},
      clientInfo: { name, version: '1' },
    })
    agent.#send({ method: 'notifications/initialized' })
    return agent
  }

  #send(message) {
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  /** The result of a request. */
  async ask(method, params) {
    const id = (this.#last += 1)
    this.#send({ id, method, params })
    const answers = () =>
      this.heard
        .split('\n')
        .slice(0, -1)
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    const answer = await until(
      () => answers().find((said) => said.id === id),
      30_000,
      async () => `no answer to ${method}: ${this.process.log}`,
    )
    assert.equal(answer.error, undefined, `${method}: ${JSON.stringify(answer.error)}`)
    return answer.result
  }

  /** What a tool answers, or the error that it refuses with under `refused`. */
  async call(tool, given) {
    const {
      structuredContent,
      isError,
      _meta: meta,
    } = await this.ask('tools/call', { name: tool, arguments: given })
    return isError ? { refused: meta['apprentice/error'] } : structuredContent
  }

  /** Hangs up, as an agent does that ends. */
  end() {
    this.process.stdin.end()
  }
}
