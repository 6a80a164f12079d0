#!/usr/bin/env node
// An MCP server at /mcp, and another one at /mcp/second with the same resource, that wants a sign-in, and its authorization server, over HTTP on 127.0.0.1. Prints its port. For tests of sign-ins.
//
// The script is JSON in the file that the argument `@FILE` names; it is read again for every request, so that a test can change what happens.
// Fields, all optional:
//   server, resource          fields that are set, or removed with null, in the metadata of the authorization server and of the MCP server
//   challenge                 the header WWW-Authenticate, in place of the right one
//   iss                       the `iss` of answers: a text, or null for none
//   deny                      an `error` in place of a code
//   lifetime                  seconds that a token lives (3600); it is worth nothing after `expireAll` was raised
//   expireAll                 a number: raising it ends every access token that was given before
//   tokenError, registerError an `error` of those addresses
//   noRefresh                 gives no refresh token
//   redirectMetadata          sends readers of the metadata to this address
//   big                       bytes that the metadata is made longer by
//   slow                      milliseconds before an answer of the token address
//   hold                      keeps answers of the token address, which are made already, until the script says so no more
//   metadataPath              where the metadata of the MCP server is, and what it names itself
//   grant                     the scopes of tokens of a sign-in: a text (`files`), or `asked`
//   needs                     the scope that a call needs; without it the call is refused with 403 and `insufficient_scope`
//   refusal                   the header WWW-Authenticate of such a refusal, in place of the right one
//   challengeScope            the scopes in the right header WWW-Authenticate
//   open                      methods that need no token
//   polite                    answers every method that it does not know with an empty result, as some old servers do
//   device                    fields that are set, or removed with null, in the answer with a code for a device
//   poll                      the `error` of questions about that code; none: the person has agreed
//   pollStatus                an HTTP status in place of an answer to such a question
//   secret                    the secret of the client `me`, which agrees for itself; its key is at GET /key
//   says                      the description of every refusal
// GET /counts answers how often each thing happened, and what went wrong that a right client does not do.

import { createHash, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const file = process.argv.find((word) => word.startsWith('@')).slice(1)
const script = () => JSON.parse(readFileSync(file, 'utf8'))
const counts = {
  authorize: 0,
  code: 0,
  refresh: 0,
  register: 0,
  revoke: 0,
  reuse: 0,
  probe: 0,
  device: 0,
  deviceTokens: 0,
  poll: 0,
  client: 0,
  wrong: [],
}
const clients = new Map()
const codes = new Map()
const access = new Map()
const refresh = new Map()
const devices = new Map()
const statements = new Set()
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
let port
const base = () => `http://127.0.0.1:${port}`
const random = () => randomBytes(24).toString('base64url')

function merged(fields, changes = {}) {
  const all = { ...fields }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete all[name]
    else all[name] = value
  }
  return all
}

const serverMetadata = () =>
  merged(
    {
      issuer: base(),
      authorization_endpoint: `${base()}/authorize`,
      token_endpoint: `${base()}/token`,
      registration_endpoint: `${base()}/register`,
      revocation_endpoint: `${base()}/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
      padding: 'x'.repeat(script().big ?? 0),
    },
    script().server,
  )

const resourceMetadata = () =>
  merged(
    {
      resource: `${base()}/mcp`,
      authorization_servers: [base()],
      scopes_supported: ['files', 'mail'],
    },
    script().resource,
  )

const metadataPath = () => script().metadataPath ?? '/.well-known/oauth-protected-resource/mcp'

const wrong = (words) => {
  counts.wrong.push(words)
  return { status: 400, body: { error: 'invalid_request', error_description: words } }
}

function authorize(query) {
  counts.authorize++
  const asked = Object.fromEntries(query)
  if (
    asked.response_type !== 'code' ||
    asked.code_challenge_method !== 'S256' ||
    asked.code_challenge?.length !== 43
  )
    return wrong('no PKCE')
  if (asked.resource !== resourceMetadata().resource)
    return wrong(`another resource: ${asked.resource}`)
  const client = clients.get(asked.client_id)
  if (!client?.redirect_uris.includes(asked.redirect_uri))
    return wrong('an unknown client or address')
  const back = new URL(asked.redirect_uri)
  const { iss, deny } = script()
  if (deny) back.searchParams.set('error', deny)
  else {
    const code = random()
    codes.set(code, asked)
    back.searchParams.set('code', code)
  }
  back.searchParams.set('state', asked.state)
  if (iss !== null) back.searchParams.set('iss', iss ?? base())
  return { status: 302, headers: { location: back.href }, body: {} }
}

function tokens(asked, scope) {
  const { lifetime = 3600, noRefresh, expireAll = 0 } = script()
  const given = { access_token: random(), token_type: 'Bearer', expires_in: lifetime, scope }
  access.set(given.access_token, { round: expireAll, resource: asked.resource, scope })
  if (!noRefresh) {
    given.refresh_token = random()
    refresh.set(given.refresh_token, {
      client_id: asked.client_id,
      resource: asked.resource,
      scope,
      used: false,
    })
  }
  return { status: 200, body: given }
}

const granted = (asked) => {
  const { grant = 'files' } = script()
  return grant === 'asked' ? (asked.scope ?? '') : grant
}

const refused = (error, description = 'as the script says') => ({
  status: 400,
  body: { error, error_description: script().says ?? description },
})

/** Why the client that agrees for itself is not believed. */
function doubted(given, header) {
  if (!given.client_assertion) {
    const pair = Buffer.from(header?.replace(/^Basic /, '') ?? '', 'base64').toString()
    const shown = header ? pair : `${given.client_id}:${given.client_secret}`
    return shown === `me:${script().secret}` ? undefined : 'another client or secret'
  }
  const [head, claims, signature] = given.client_assertion.split('.')
  const read = (part) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const said = read(claims)
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: key.publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned || read(head).alg !== 'ES256') return 'a wrong signature'
  if (said.iss !== 'me' || said.sub !== 'me' || said.aud !== base()) return 'a statement for others'
  if (said.exp - said.iat > 600 || statements.has(said.jti)) return 'a statement that lasts'
  statements.add(said.jti)
}

function ofClient(given, header) {
  counts.client++
  const { tokenError } = script()
  if (tokenError) return refused(tokenError)
  const why = doubted(given, header)
  if (why) return refused('invalid_client', why)
  if (given.resource !== resourceMetadata().resource) return wrong('another resource')
  const asked = tokens(given, granted(given))
  delete asked.body.refresh_token
  return asked
}

function deviceCode(given) {
  counts.device++
  if (given.resource !== resourceMetadata().resource) return wrong('another resource')
  if (!clients.has(given.client_id)) return wrong('an unknown client')
  const device_code = random()
  devices.set(device_code, given)
  const answer = {
    device_code,
    user_code: 'ABCD-EFGH',
    verification_uri: `${base()}/device`,
    verification_uri_complete: `${base()}/device?code=ABCD-EFGH`,
    expires_in: 600,
    interval: 1,
  }
  return { status: 200, body: merged(answer, script().device) }
}

function ofDevice(given) {
  counts.poll++
  const { poll, pollStatus } = script()
  const asked = devices.get(given.device_code)
  if (!asked || asked.client_id !== given.client_id) return wrong('another device code')
  if (pollStatus) return { status: pollStatus, body: {} }
  if (poll) return refused(poll)
  counts.deviceTokens++
  devices.delete(given.device_code)
  return tokens({ ...asked }, granted(asked))
}

function token(given, header) {
  const { tokenError } = script()
  if (given.grant_type === 'client_credentials') return ofClient(given, header)
  if (given.grant_type === 'urn:ietf:params:oauth:grant-type:device_code') return ofDevice(given)
  if (given.grant_type === 'authorization_code') {
    counts.code++
    const asked = codes.get(given.code)
    codes.delete(given.code)
    if (!asked) return refused('invalid_grant')
    const challenge = createHash('sha256')
      .update(given.code_verifier ?? '')
      .digest('base64url')
    if (challenge !== asked.code_challenge) return wrong('another verifier')
    if (given.redirect_uri !== asked.redirect_uri || given.client_id !== asked.client_id)
      return wrong('another client')
    if (given.resource !== asked.resource) return wrong('another resource for the token')
    if (tokenError) return refused(tokenError)
    return tokens(given, granted(asked))
  }
  if (given.grant_type !== 'refresh_token') return wrong('another grant')
  counts.refresh++
  const known = refresh.get(given.refresh_token)
  if (known?.used) counts.reuse++
  if (!known || known.used || known.client_id !== given.client_id) return refused('invalid_grant')
  if (given.resource !== known.resource) return wrong('another resource for the refresh')
  if (tokenError) return refused(tokenError)
  known.used = true
  return tokens({ ...known }, known.scope)
}

function register(body) {
  counts.register++
  const { registerError } = script()
  if (registerError)
    return { status: 400, body: { error: registerError, error_description: 'no client today' } }
  const wanted = JSON.parse(body)
  if (wanted.token_endpoint_auth_method !== 'none') return wrong('a public client wants a secret')
  const client_id = random()
  clients.set(client_id, wanted)
  return { status: 201, body: { ...wanted, client_id } }
}

const echo = {
  name: 'echo',
  description: 'Answers what it was given.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  annotations: { readOnlyHint: true },
}

function mcp(request, body) {
  const bearer = request.headers.authorization?.replace(/^Bearer /, '')
  const known = access.get(bearer)
  const { challenge, challengeScope, expireAll = 0, needs, open = [], polite, refusal } = script()
  const { id, method, params } = JSON.parse(body)
  const where = `resource_metadata="${base()}${metadataPath()}"`
  const isDead = !known || known.round < expireAll || known.resource !== resourceMetadata().resource
  if (isDead && !open.includes(method)) {
    if (!bearer) counts.probe++
    const right = `Bearer ${where}${challengeScope ? `, scope="${challengeScope}"` : ''}`
    return { status: 401, headers: { 'www-authenticate': challenge ?? right }, body: {} }
  }
  if (method === 'tools/call' && needs && !known.scope.split(' ').includes(needs)) {
    const more = `Bearer error="insufficient_scope", scope="${needs}", ${where}`
    return { status: 403, headers: { 'www-authenticate': refusal ?? more }, body: {} }
  }
  if (id === undefined) return { status: 202 }
  const results = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'private', version: '1' },
    },
    'tools/list': { tools: [echo] },
    'tools/call': { content: [{ type: 'text', text: `${params?.arguments?.text} ${bearer}` }] },
  }
  const result = results[method] ?? (polite ? {} : undefined)
  const answer = result ? { result } : { error: { code: -32601, message: 'Method not found' } }
  return { status: 200, body: { jsonrpc: '2.0', id, ...answer } }
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

async function held(answer) {
  while (script().hold) await pause(20)
  return answer
}

async function answer(request, body) {
  const url = new URL(request.url, base())
  const { slow, redirectMetadata } = script()
  if (url.pathname.startsWith('/.well-known/')) {
    if (redirectMetadata) return { status: 302, headers: { location: redirectMetadata }, body: {} }
    if (url.pathname === metadataPath()) return { status: 200, body: resourceMetadata() }
    if (url.pathname === '/.well-known/oauth-authorization-server')
      return { status: 200, body: serverMetadata() }
    return { status: 404, body: {} }
  }
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /counts':
      return { status: 200, body: counts }
    case 'GET /key':
      return { status: 200, body: key.privateKey.export({ type: 'pkcs8', format: 'pem' }) }
    case 'POST /device':
      return deviceCode(Object.fromEntries(new URLSearchParams(body)))
    case 'GET /authorize':
      return authorize(url.searchParams)
    case 'POST /token':
      if (slow) await pause(slow)
      return held(
        token(Object.fromEntries(new URLSearchParams(body)), request.headers.authorization),
      )
    case 'POST /register':
      return register(body)
    case 'POST /revoke': {
      counts.revoke++
      const { token: given } = Object.fromEntries(new URLSearchParams(body))
      refresh.delete(given)
      access.clear()
      return { status: 200 }
    }
    case 'POST /mcp':
    case 'POST /mcp/second':
      return mcp(request, body)
    default:
      return { status: 404, body: {} }
  }
}

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', async () => {
    const { status, headers = {}, body: given } = await answer(request, body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(given === undefined ? '' : JSON.stringify(given))
  })
})
server.listen(0, '127.0.0.1', () => {
  port = server.address().port
  process.stdout.write(`${port}\n`)
})
