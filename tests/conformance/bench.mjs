// Measures round trips of tools/call, ours and those of the reference server, with one small
// client: `bench.mjs APPRENTICE HOME EVERYTHING [CALLS]`. The servers take turns in blocks, so that
// other load affects all of them.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { createInterface } from 'node:readline'

const [apprentice, home, everything, calls = '2000'] = process.argv.slice(2)
const BLOCKS = 10
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const running = []

/** Speaks MCP over the pipes of a program that it starts. */
function pipe(command, args) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  running.push(child)
  const waiting = new Map()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line)
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })
  return (message) =>
    new Promise((resolve) => {
      if (message.id === undefined) resolve(undefined)
      else waiting.set(message.id, resolve)
      child.stdin.write(`${JSON.stringify(message)}\n`)
    })
}

/** Speaks streamable HTTP over one persistent connection. */
function web(url, token) {
  let session
  return (message) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(message)
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json, text/event-stream',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
      }
      const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
        session ??= response.headers['mcp-session-id']
        let text = ''
        response.setEncoding('utf8').on('data', (piece) => (text += piece))
        response.on('end', () => {
          if (response.statusCode >= 300) return reject(new Error(`${response.statusCode} ${text}`))
          const data = text.startsWith('{')
            ? text
            : text
                .split('\n')
                .findLast((line) => line.startsWith('data: {'))
                ?.slice(6)
          resolve(data ? JSON.parse(data) : undefined)
        })
      })
      request.on('error', reject).end(body)
    })
}

async function meet(say) {
  const clientInfo = { name: 'bench', version: '0' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const answer = await say({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
  if (!answer?.result) throw new Error(JSON.stringify(answer))
  await say({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return say
}

let id = 0
async function once(say, name, args) {
  const begun = performance.now()
  const answer = await say({
    jsonrpc: '2.0',
    id: ++id,
    method: 'tools/call',
    params: { name, arguments: args(id) },
  })
  const took = performance.now() - begun
  if (!answer?.result || answer.result.isError)
    throw new Error(`${name}: ${JSON.stringify(answer)}`)
  return took
}

async function until(look) {
  for (let glance = 0; glance < 300; glance++) {
    try {
      return await look()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  return look()
}

const engine = spawn(apprentice, ['--home', home, 'serve', '--json'], { stdio: 'ignore' })
running.push(engine)
const { address, token } = await until(() => JSON.parse(readFileSync(`${home}/agent.json`, 'utf8')))
const port = 20000 + (process.pid % 20000)
running.push(
  spawn(process.execPath, [everything, 'streamableHttp'], {
    env: { ...process.env, PORT: port },
    stdio: 'ignore',
  }),
)

const ours = {
  pipe: await until(() => meet(pipe(apprentice, ['--home', home, 'mcp']))),
  http: await meet(web(`${address}/mcp`, token)),
}
const theirs = {
  pipe: await meet(pipe(process.execPath, [everything, 'stdio'])),
  http: await until(() => meet(web(`http://127.0.0.1:${port}/mcp`))),
}
const lookup = () => ({ user_query: 'please make tea' })
const echo = () => ({ message: 'please make tea' })
// Agents may report 1,000 times an hour each, and 4,000 times together.
const AGENTS = 4
const MOST_REPORTS = 1500
const report = (number) => ({
  ability_id: 'ability_make-tea',
  checkpoint_id: 'cp-01',
  status: 'reached',
  evidence: 'There is steam.',
  agent: `bench-${number % AGENTS}`,
})
const rows = [
  ['apprentice lookup_abilities', 'stdio', ours.pipe, 'lookup_abilities', lookup],
  ['server-everything echo', 'stdio', theirs.pipe, 'echo', echo],
  ['apprentice lookup_abilities', 'HTTP', ours.http, 'lookup_abilities', lookup],
  ['server-everything echo', 'HTTP', theirs.http, 'echo', echo],
  ['apprentice verify_checkpoint', 'stdio', ours.pipe, 'verify_checkpoint', report],
  ['apprentice verify_checkpoint', 'HTTP', ours.http, 'verify_checkpoint', report],
].map((row) => ({ row, times: [] }))

// The first calls are a warm-up and are not counted.
for (let block = 0; block <= BLOCKS; block++) {
  for (const { row, times } of rows) {
    const [, , say, tool, args] = row
    const most = tool === 'verify_checkpoint' ? MOST_REPORTS : Infinity
    for (let call = 0; call < Math.min(Number(calls), most) / BLOCKS; call++) {
      const took = await once(say, tool, args)
      if (block > 0) times.push(took)
    }
  }
}

const at = (times, share) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(2)
console.log(
  `| tools/call, ${calls} calls each (reports at most ${MOST_REPORTS}), one after the other | wire | p50 ms | p95 ms | p99 ms |\n|---|---|---|---|---|`,
)
for (const { row, times } of rows) {
  times.sort((a, b) => a - b)
  console.log(
    `| ${row[0]} | ${row[1]} | ${at(times, 0.5)} | ${at(times, 0.95)} | ${at(times, 0.99)} |`,
  )
}
for (const child of running) child.kill()
process.exit(0)
