#!/usr/bin/env node
// An agent that speaks ACP over standard input and output and does what its script says: for tests of everything that runs agents.
//
// The script is JSON: the second argument (text, or @FILE), else the file `script.json` in the folder that AGENT_SCRIPT_FOLDER names, else
// in `~/.gemini`. Its `steps` are done in order for each prompt:
//   {"say": T} {"think": T} {"plan": [[T, STATUS]]} {"usage": [USED, SIZE, COST]}   what it reports
//   {"run": COMMAND, "kind"?, "name"?, "ask"?}     runs a command in the folder of the session, with leave or without; not without leave
//   {"title": TEXT, "tool"?: NAME, "kind"?, "files"?: [PATH], "input"?, "ask"?}    reports a call of another tool, which does nothing; with
//                                         `"ask": "id"` the question says no more than the id and the kind
//   {"claim": [CHECKPOINT, STATUS, EVIDENCE, REASON?]}    reports a checkpoint over MCP
//   {"call": [TOOL, ARGUMENTS]}           calls another tool of that server, and says what came of it
//   {"fork": COMMAND}                     starts a command in a session of its own, and does not wait for it
//   {"read": PATH}                        says what a file contains, or why it cannot be read
//   {"get": URL} {"tunnel": "HOST:PORT"} {"direct": "HOST:PORT"}    says what came from there: through the proxy of HTTP_PROXY, through a
//                                         tunnel of it, and past it
//   {"hang": true} {"crash": CODE} {"flood": "lines"|"line"} {"noise": LINE}
// `{{folder}}`, `{{prompt}}`, `{{dispatch}}`, `{{mcp}}` (the address of the MCP server without its path) and `{{value:NAME}}` in texts are filled in; a value is what the prompt gives as `NAME: VALUE` in a list.
// `on` (a list of {has, steps}): the first whose text `has` is in the prompt gives the steps in place of those of the script.
// `models` (ids, the first is the current one) are reported as an option of the session; with `deaf` a choice changes nothing. `{{model}}` in texts is the current one.
// Others: `http` (takes MCP over HTTP; true), `protocol` (1), `signIn` (it asks for it), `slow` (never initializes), `ignoreCancel`,
// `afterCancel` (steps), `stop` (its reason to end).

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { createInterface } from 'node:readline'

const given = process.argv.slice(2).find((word) => word.startsWith('{') || word.startsWith('@'))
const folder = process.env.AGENT_SCRIPT_FOLDER ?? `${process.env.HOME}/.gemini`
const file = given?.startsWith('@') ? given.slice(1) : `${folder}/script.json`
const script = given?.startsWith('{')
  ? JSON.parse(given)
  : existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {}

const send = (message) =>
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n')
const waiting = new Map()
let lastId = 0
let cwd = '/'
let mcp = null
let model = script.models?.[0]
let cancelled = false

const ask = (method, params) =>
  new Promise((resolve) => {
    const id = `q${++lastId}`
    waiting.set(id, resolve)
    send({ id, method, params })
  })

const update = (sessionId, update) =>
  send({ method: 'session/update', params: { sessionId, update } })
const text = (words) => ({ type: 'text', text: words })

const dispatchIn = (prompt) => /dispatch_id\W+([0-9a-f-]{36}\.[0-9a-f-]{36})/.exec(prompt)?.[1]

async function call(tool, given) {
  if (!mcp) return 'no server of tools'
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  for (const { name, value } of mcp.headers) headers[name.toLowerCase()] = value
  const params = { name: tool, arguments: given }
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params })
  const response = await fetch(mcp.url, { method: 'POST', headers, body })
  return `${response.status} ${(await response.text()).slice(0, 600)}`
}

const claim = (prompt, [checkpoint_id, status, evidence, reason]) =>
  call('verify_checkpoint', {
    checkpoint_id,
    status,
    evidence,
    reason,
    dispatch_id: dispatchIn(prompt),
    agent: 'scripted',
  })

const PATIENCE = 20_000

// What comes from a stream until it ends, or why nothing does.
const gathered = (stream, head = '') =>
  new Promise((resolve) => {
    let said = head
    stream.setEncoding('utf8')
    stream.on('data', (part) => (said += part))
    stream.on('end', () => resolve(said))
    stream.on('error', (error) => resolve(`${said}${error.code}`))
  })

const proxied = (options) =>
  new Promise((resolve) => {
    const proxy = process.env.HTTP_PROXY
    if (!proxy) return resolve('no proxy')
    const { hostname, port } = new URL(proxy)
    const request = http.request({
      host: hostname,
      port,
      agent: false,
      timeout: PATIENCE,
      ...options,
    })
    request.on('response', async (response) =>
      resolve(`${response.statusCode} ${await gathered(response)}`),
    )
    request.on('connect', async (response, socket, head) => {
      if (response.statusCode === 200) socket.write('GET / HTTP/1.0\r\n\r\n')
      resolve(`${response.statusCode} ${await gathered(socket, head.toString())}`)
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', (error) => resolve(error.code ?? error.message))
    request.end()
  })

const get = (url) => proxied({ path: url, headers: { host: new URL(url).host } })
const tunnel = (place) => proxied({ method: 'CONNECT', path: place, headers: { host: place } })

function direct(place) {
  const [, host, port] = /^(.*):(\d+)$/.exec(place)
  const socket = net.connect({ host, port: Number(port), timeout: PATIENCE })
  socket.on('timeout', () => socket.destroy(new Error('no answer')))
  socket.on('connect', () => socket.write('GET / HTTP/1.0\r\n\r\n'))
  return gathered(socket)
}

async function leave(sessionId, toolCall) {
  const options = [
    { optionId: 'always', name: 'Always', kind: 'allow_always' },
    { optionId: 'yes', name: 'Once', kind: 'allow_once' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ]
  const answer = await ask('session/request_permission', {
    sessionId,
    toolCall,
    options: script.options ?? options,
  })
  return answer.result?.outcome
}

async function step(sessionId, prompt, one, number) {
  const fill = (words) =>
    words
      .replaceAll('{{folder}}', cwd)
      .replaceAll('{{model}}', model)
      .replaceAll('{{prompt}}', prompt)
      .replaceAll('{{dispatch}}', dispatchIn(prompt))
      .replaceAll('{{mcp}}', mcp ? new URL(mcp.url).origin : '')
      .replace(/\{\{value:([^}]+)\}\}/g, (_, name) => {
        const line = prompt.split('\n').find((line) => line.trim().startsWith(`- ${name}: `))
        return line ? line.trim().slice(`- ${name}: `.length) : ''
      })
  const toolCallId = `t${number}`
  if (one.say)
    update(sessionId, { sessionUpdate: 'agent_message_chunk', content: text(fill(one.say)) })
  if (one.think)
    update(sessionId, { sessionUpdate: 'agent_thought_chunk', content: text(one.think) })
  if (one.plan) {
    const entries = one.plan.map(([content, status]) => ({ content, status, priority: 'medium' }))
    update(sessionId, { sessionUpdate: 'plan', entries })
  }
  if (one.usage) {
    const [used, size, amount] = one.usage
    update(sessionId, {
      sessionUpdate: 'usage_update',
      used,
      size,
      cost: { amount, currency: 'USD' },
    })
  }
  if (one.run) {
    const command = fill(one.run)
    const call = {
      toolCallId,
      title: one.title ?? `\`${command}\``,
      kind: one.kind ?? 'execute',
      ...(one.name ? { name: one.name } : {}),
      rawInput: { command },
    }
    update(sessionId, { sessionUpdate: 'tool_call', status: 'pending', ...call })
    let allowed = true
    if (one.ask) {
      const outcome = await leave(sessionId, call)
      allowed = outcome?.optionId === 'yes'
      update(sessionId, {
        sessionUpdate: 'agent_message_chunk',
        content: text(`Leave: ${JSON.stringify(outcome)}\n`),
      })
    }
    if (allowed) {
      const done = spawnSync('/bin/sh', ['-c', command], { cwd, encoding: 'utf8', timeout: 30_000 })
      const status = done.status === 0 ? 'completed' : 'failed'
      update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status })
      const said = `${done.stdout ?? ''}${done.stderr ?? ''}`.slice(0, 2000)
      if (said) update(sessionId, { sessionUpdate: 'agent_message_chunk', content: text(said) })
    } else update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' })
  }
  if (one.title && !one.run) {
    const call = {
      toolCallId,
      title: one.title,
      kind: one.kind ?? 'edit',
      ...(one.tool ? { name: one.tool } : {}),
      ...(one.input ? { rawInput: one.input } : {}),
      locations: (one.files ?? []).map((path) => ({ path: `${cwd}/${path}` })),
    }
    update(sessionId, { sessionUpdate: 'tool_call', status: 'pending', ...call })
    const asked = one.ask === 'id' ? { toolCallId, kind: call.kind } : call
    const outcome = one.ask ? await leave(sessionId, asked) : { optionId: 'yes' }
    const status = outcome?.optionId === 'yes' ? 'completed' : 'failed'
    update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status })
  }
  if (one.read) {
    let said
    try {
      said = `${one.read}: ${readFileSync(fill(one.read), 'utf8').slice(0, 500)}`
    } catch (error) {
      said = `${one.read}: ${error.code}`
    }
    update(sessionId, { sessionUpdate: 'agent_message_chunk', content: text(`${said}\n`) })
  }
  for (const [name, reach] of Object.entries({ get, tunnel, direct })) {
    if (!one[name]) continue
    const place = fill(one[name])
    const said = (await reach(place)).replaceAll('\r', '').slice(0, 600)
    const line = `${name} ${place.slice(0, 200)}: ${said}\n`
    update(sessionId, { sessionUpdate: 'agent_message_chunk', content: text(line) })
  }
  if (one.claim) {
    const said = await claim(prompt, one.claim)
    update(sessionId, { sessionUpdate: 'agent_message_chunk', content: text(`Claim: ${said}\n`) })
  }
  if (one.call) {
    const said = await call(...one.call)
    const line = `${one.call[0]}: ${said}\n`
    update(sessionId, { sessionUpdate: 'agent_message_chunk', content: text(line) })
  }
  if (one.fork)
    spawn('/bin/sh', ['-c', fill(one.fork)], { cwd, detached: true, stdio: 'ignore' }).unref()
  if (one.noise) process.stdout.write(`${one.noise}\n`)
  if (one.flood === 'line')
    for (;;)
      if (!process.stdout.write('x'.repeat(1 << 20)))
        await new Promise((go) => process.stdout.once('drain', go))
  if (one.flood === 'lines') {
    for (;;) {
      const line = {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: text('x'.repeat(1000)) },
      }
      const more = process.stdout.write(
        JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: line }) + '\n',
      )
      if (!more) await new Promise((go) => process.stdout.once('drain', go))
    }
  }
  if ('crash' in one) {
    process.stderr.write('scripted: it breaks now\n')
    process.exit(one.crash)
  }
  if (one.hang) await new Promise((go) => (release = go))
}

let release = () => {}
// It lives on when its input ends.
if (script.ignoreCancel) setInterval(() => {}, 1000)

async function prompt({ sessionId, prompt }) {
  const words = prompt.map((part) => part.text ?? '').join('\n')
  let number = 0
  const fitting = script.on?.find((one) => words.includes(one.has))
  for (const one of fitting?.steps ?? script.steps ?? []) {
    if (cancelled && !script.ignoreCancel) break
    await step(sessionId, words, one, ++number)
  }
  if (cancelled)
    for (const one of script.afterCancel ?? []) await step(sessionId, words, one, ++number)
  return {
    stopReason: script.stop ?? (cancelled && !script.afterCancel ? 'cancelled' : 'end_turn'),
  }
}

const options = () =>
  script.models && [
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: model,
      options: script.models.map((value) => ({ value, name: value })),
    },
  ]

async function answer({ id, method, params }) {
  const fail = (code, message) => send({ id, error: { code, message } })
  switch (method) {
    case 'initialize':
      if (script.slow) return
      return send({
        id,
        result: {
          protocolVersion: script.protocol ?? 1,
          agentCapabilities: { mcpCapabilities: { http: script.http ?? true } },
          authMethods: [],
          agentInfo: { name: 'scripted', title: 'Scripted', version: '1.0.0' },
          clientCapabilities: params.clientCapabilities,
        },
      })
    case 'session/new':
      if (script.signIn) return fail(-32000, 'Authentication required')
      cwd = params.cwd
      mcp = params.mcpServers.find((server) => server.type === 'http') ?? null
      return send({ id, result: { sessionId: 's1', configOptions: options() } })
    case 'session/set_config_option':
      if (!script.deaf) model = params.value
      return send({ id, result: { configOptions: options() } })
    case 'session/prompt':
      return send({ id, result: await prompt(params) })
    default:
      return fail(-32601, 'Method not found')
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.method === 'session/cancel') {
    cancelled = true
    if (!script.ignoreCancel) release()
  } else if (message.method)
    answer(message).catch((error) => process.stderr.write(`scripted: ${error.stack}\n`))
  else {
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  }
})
