// Serves the built interface with the fake engine of the tests. Only for pictures and the
// accessibility check.
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer as createVite } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.svg': 'image/svg+xml',
}

export const fakeHost = async () => (await fakeHosts(1))[0]

/**
 * Several hosts, each with a fake engine of its own. Closing the first one closes what they share.
 */
export async function fakeHosts(count) {
  const vite = await createVite({
    root,
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    logLevel: 'error',
  })
  const { Refusal, fakeBackend } = await vite.ssrLoadModule('/src/test/fakeBackend.ts')
  const world = {
    ...(await vite.ssrLoadModule('/src/test/fixtures.ts')),
    ...(await vite.ssrLoadModule('/src/test/connectorFixtures.ts')),
    ...(await vite.ssrLoadModule('/src/test/definitionFixtures.ts')),
  }
  return Promise.all(
    Array.from({ length: count }, () => one(vite, { Refusal, fakeBackend, world })),
  )
}

async function one(vite, { Refusal, fakeBackend, world }) {
  const streams = new Set()
  let fake = fakeBackend('empty')

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake.local')
    if (!url.pathname.startsWith('/api/')) return file(url.pathname, response)
    if (url.pathname.endsWith('/events') || url.pathname.endsWith('/output'))
      return stream(url.pathname, response, streams)
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
    const answer = await fake.fetch(new Request(url, { method: request.method, body }))
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(await answer.text())
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    now: world.NOW,
    address: `http://127.0.0.1:${server.address().port}`,
    /** Resets the fake engine; `change` can override its answers. */
    show(scene, change) {
      fake = fakeBackend(scene)
      change?.(fake, { ...world, Refusal })
    },
    /** Sends an event to every open stream. */
    tell(event) {
      for (const open of streams)
        open.write(`event: ${event.event_kind}\ndata: ${JSON.stringify(event)}\n\n`)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await vite.close()
    },
  }
}

function file(path, response) {
  const name = join(root, 'dist', path === '/' ? 'index.html' : path)
  if (!existsSync(name)) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' })
  createReadStream(name).pipe(response)
}

/** Streams stay open. A terminal stream starts with a screen. */
function stream(path, response, streams) {
  streams.add(response)
  response.on('close', () => streams.delete(response))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(':keepalive\n\n')
  if (!path.endsWith('/output')) return
  const prompt = '\x1b[32mada@desk\x1b[0m:\x1b[34m~/work/release\x1b[0m$ '
  const screen = [
    `${prompt}git log --merges --since=2026-11-13 --oneline`,
    '4f1c2aa Merge branch "import-csv"',
    '91be0d3 Merge branch "faster-search"',
    prompt,
  ].join('\r\n')
  response.write(`event: output\ndata: ${Buffer.from(screen).toString('base64')}\n\n`)
}
