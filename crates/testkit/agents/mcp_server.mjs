#!/usr/bin/env node
// An MCP server that does what its script says, over standard input and output, or over HTTP: for tests of connectors.
//
// The script is JSON: the first argument that begins with `{`, and over it the file that the argument `@FILE` names, which is read again
// for every request, so that a test can change a server while it runs. Fields:
//   tools            definitions of tools in place of those below
//   results          whole results of tools, by name, in place of what they would answer
//   on               what goes wrong, by method, such as {"initialize": "hang"}: hang, crash, garbage, error, or a number of milliseconds
//   flood            how many lines of notifications follow each answer
//   child            starts a process in a session of its own, which outlives the server unless somebody ends it
//   deaf             does not end when its input ends
//   modern           answers server/discover (2026-07-28)
//   complaint        what an error says
//   asks             has the tools ask(params), which asks the person what they say (elicitation), and sample, which wants a model
//                    to write; each answers what it was given, or the error. Besides gated(data), which fails with -32042 and this data
//                    until finish(ids) has said that the person is done at one of its addresses
//   insists          with `modern`, asks again whatever was answered
//   uninvited        asks the person before any tool is called, and again with every list
//   heavy            {count, bytes, depth}: so many tools, with a description of so many bytes, and a schema of so many levels
//   pages            one tool on each page of the list, for ever
//   ttl              with `modern`, for how many milliseconds a list may be kept
//   session          with `http`, the name of the session that it begins; it knows no other one
//   statuses         with `http`, the HTTP status of a method, such as {"tools/call": 500}
//   http             serves POST at / on 127.0.0.1 and prints its port; `token`: the bearer that it wants; `status`: answers with it
// Tools, which all say that they only read, but write: echo(text), variable(name), write(text), fail, sleep(milliseconds), crash, hang, big(bytes), change (says that the tools changed).

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

const words = process.argv.slice(2)
const given = words.find((word) => word.startsWith('{'))
const file = words.find((word) => word.startsWith('@'))?.slice(1)
const script = () => ({
  ...(given ? JSON.parse(given) : {}),
  ...(file ? JSON.parse(readFileSync(file, 'utf8')) : {}),
})

const text = {
  type: 'object',
  properties: { text: { type: 'string', description: 'Any text.' } },
  required: ['text'],
}
const none = { type: 'object', properties: {} }
const reads = { readOnlyHint: true }
const TOOLS = [
  {
    name: 'echo',
    title: 'Echo',
    description: 'Answers what it was given.',
    inputSchema: text,
    annotations: reads,
  },
  {
    name: 'variable',
    description: 'Answers a variable of its environment.',
    annotations: reads,
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
  { name: 'write', description: 'Pretends to write.', inputSchema: text },
  { name: 'fail', description: 'Says that it failed.', annotations: reads, inputSchema: none },
  {
    name: 'sleep',
    description: 'Takes its time.',
    annotations: reads,
    inputSchema: { type: 'object', properties: { milliseconds: { type: 'integer', minimum: 0 } } },
  },
  { name: 'crash', description: 'Ends the server.', annotations: reads, inputSchema: none },
  { name: 'hang', description: 'Never answers.', annotations: reads, inputSchema: none },
  {
    name: 'big',
    description: 'Answers much.',
    annotations: reads,
    inputSchema: { type: 'object', properties: { bytes: { type: 'integer' } } },
  },
  {
    name: 'change',
    description: 'Says that the tools changed.',
    annotations: reads,
    inputSchema: none,
  },
]

const ASKS = [
  { name: 'ask', description: 'Asks you.', annotations: reads, inputSchema: { type: 'object' } },
  { name: 'sample', description: 'Samples.', annotations: reads, inputSchema: { type: 'object' } },
  { name: 'gated', description: 'Is gated.', annotations: reads, inputSchema: { type: 'object' } },
  { name: 'finish', description: 'Opens.', annotations: reads, inputSchema: { type: 'object' } },
]
/** The addresses where the person is done. */
const finished = new Set()
const SAMPLING = {
  messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
  maxTokens: 9,
}

/** Requests of this server that wait for an answer. */
const waiting = new Map()
let asked = 0
/** Asks the client something, and answers its whole message. */
const request = (method, params) =>
  new Promise((done) => {
    const id = `ask-${++asked}`
    waiting.set(id, done)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  })
/** The same within a call, in the way of its revision. */
async function asks(method, params, { inputResponses }) {
  if (script().modern && (!inputResponses || script().insists))
    return {
      resultType: 'input_required',
      inputRequests: { q: { method, params } },
      requestState: 's',
    }
  const { result, error } = inputResponses
    ? { result: inputResponses.q }
    : await request(method, params)
  return say(JSON.stringify(error ?? result))
}

const say = (words, isError = false) => ({ content: [{ type: 'text', text: words }], isError })

async function call({ name, arguments: given = {}, ...rest }, notify) {
  const fixed = script().results?.[name]
  if (fixed) return fixed
  switch (name) {
    case 'ask':
      return asks('elicitation/create', given, rest)
    case 'sample':
      return asks('sampling/createMessage', SAMPLING, rest)
    case 'gated':
      if (given.data?.elicitations?.some?.(({ elicitationId: id }) => finished.has(id)))
        return say('through the gate')
      throw { code: -32042, message: 'Open something first.', data: given.data }
    case 'finish':
      for (const elicitationId of given.ids) {
        finished.add(elicitationId)
        notify('notifications/elicitation/complete', { elicitationId })
      }
      return say('finished')
    case 'echo':
      return say(given.text ?? '')
    case 'variable':
      return say(process.env[given.name] ?? '(not set)')
    case 'write':
      return say(`wrote ${given.text}`)
    case 'fail':
      return say('it failed on purpose', true)
    case 'sleep':
      await new Promise((done) => setTimeout(done, given.milliseconds ?? 0))
      return say('slept')
    case 'crash':
      process.stderr.write(`crashed on purpose, with ${process.env.API_KEY ?? 'no key'}\n`)
      return process.exit(3)
    case 'hang':
      process.stderr.write('it hangs\n')
      return new Promise(() => {})
    case 'big':
      return say('x'.repeat(given.bytes ?? 0))
    case 'change':
      notify('notifications/tools/list_changed')
      return say('changed')
    default:
      throw { code: -32602, message: `there is no tool ${name}` }
  }
}

const info = { name: 'scripted', version: '1.0.0' }
const capabilities = { tools: { listChanged: true }, resources: {}, prompts: {} }

const heavyTools = ({ count = 1, bytes = 0, depth = 0 }) =>
  Array.from({ length: count }, (_, at) => {
    let inputSchema = { type: 'object' }
    for (let level = 0; level < depth; level++) inputSchema = { type: 'object', not: inputSchema }
    return { name: `heavy${at}`, description: 'x'.repeat(bytes), inputSchema }
  })

async function result(method, params, notify) {
  const { asks: askers, modern, pages, heavy, uninvited } = script()
  const { tools = askers ? [...TOOLS, ...ASKS] : TOOLS } = script()
  const more = modern ? { resultType: 'complete', ttlMs: script().ttl ?? 0, cacheScope: 'private' } : {}
  switch (method) {
    case 'initialize':
      return { protocolVersion: '2025-11-25', capabilities, serverInfo: info }
    case 'server/discover':
      if (!modern) throw { code: -32601, message: 'Method not found' }
      return {
        ...more,
        supportedVersions: ['2026-07-28'],
        capabilities,
        _meta: { 'io.modelcontextprotocol/serverInfo': info },
      }
    case 'tools/list':
      if (uninvited)
        void request('elicitation/create', uninvited).then((message) =>
          process.stderr.write(`uninvited ${JSON.stringify(message)}\n`),
        )
      if (pages) {
        const page = Number(params?.cursor ?? 0)
        return { tools: [{ ...TOOLS[0], name: `tool${page}` }], nextCursor: String(page + 1) }
      }
      return { ...more, tools: heavy ? heavyTools(heavy) : tools }
    case 'resources/list':
      return { ...more, resources: [{ uri: 'note://one', name: 'One', mimeType: 'text/plain' }] }
    case 'prompts/list':
      return {
        ...more,
        prompts: [
          { name: 'greet', description: 'Greets.', arguments: [{ name: 'who', required: true }] },
        ],
      }
    case 'tools/call':
      return { ...(modern ? { resultType: 'complete' } : {}), ...(await call(params, notify)) }
    case 'ping':
      return {}
    default:
      throw { code: -32601, message: 'Method not found' }
  }
}

/** The answer to a message. `undefined`: there is none. */
async function answer({ id, method, params, ...rest }, notify) {
  if (method === undefined && waiting.has(id)) {
    waiting.get(id)({ id, ...rest })
    waiting.delete(id)
    return undefined
  }
  if (method === 'notifications/cancelled')
    process.stderr.write(`cancelled request ${params.requestId}\n`)
  const wrong = script().on?.[method]
  if (wrong === 'hang') return new Promise(() => {})
  if (wrong === 'crash') {
    process.stderr.write('crashed on purpose\n')
    process.exit(3)
  }
  if (wrong === 'garbage') return 'this is no JSON'
  if (typeof wrong === 'number') await new Promise((done) => setTimeout(done, wrong))
  if (id === undefined) return undefined
  try {
    if (wrong === 'error')
      throw { code: -32000, message: script().complaint ?? 'refused on purpose' }
    return { jsonrpc: '2.0', id, result: await result(method, params, notify) }
  } catch (error) {
    if (error.code === undefined) throw error
    const { code, message, data } = error
    return { jsonrpc: '2.0', id, error: { code, message, data } }
  }
}

const started = script()
if (started.child) {
  const child = spawn('/bin/sleep', ['600'], {
    detached: true,
    stdio: ['ignore', 'inherit', 'ignore'],
  })
  process.stderr.write(`child ${child.pid}\n`)
}

if (started.http) {
  const server = createServer((request, response) => {
    const { token, status, session, headers = {} } = script()
    const reply = (code, body, more = {}) => {
      response.writeHead(code, { 'content-type': 'application/json', ...headers, ...more })
      response.end(body)
    }
    if (status) return reply(status, '{}')
    if (token && request.headers.authorization !== `Bearer ${token}`)
      return reply(401, '{}', { 'www-authenticate': 'Bearer realm="scripted"' })
    if (request.method !== 'POST') return reply(405, '{}')
    const known = request.headers['mcp-session-id']
    if (known && known !== session) return reply(404, '{}')
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', async () => {
      const asked = JSON.parse(body)
      const refusal = script().statuses?.[asked.method]
      if (refusal) return reply(refusal, '{}')
      const message = await answer(asked, () => {})
      if (message === undefined) return reply(202, '')
      const begins = session && asked.method === 'initialize' ? { 'mcp-session-id': session } : {}
      return reply(200, typeof message === 'string' ? message : JSON.stringify(message), begins)
    })
  })
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
} else {
  const write = (message) =>
    process.stdout.write((typeof message === 'string' ? message : JSON.stringify(message)) + '\n')
  const notify = (method, params) => write({ jsonrpc: '2.0', method, params })
  const lines = createInterface({ input: process.stdin })
  lines.on('line', async (line) => {
    const message = await answer(JSON.parse(line), notify)
    if (message === undefined) return
    write(message)
    for (let count = 0; count < (script().flood ?? 0); count++)
      notify('notifications/message', { level: 'info', data: 'x'.repeat(100) })
  })
  lines.on('close', () => {
    if (!script().deaf) process.exit(0)
    setInterval(() => {}, 1000)
  })
}
