// Measures how long after an action in the watched page its row is painted in the real window.

import { once } from 'node:events'
import http from 'node:http'
import { freePort, Machine } from './support/machine.mjs'
import { until } from './support/webdriver.mjs'

const ACTIONS = 120
// The first rows pay for what is loaded once (a font, a stylesheet, code that was never run); they
// are measured and told apart.
const FIRST = 20

const machine = await Machine.open()
const buttons = Array.from(
  { length: ACTIONS },
  (_, index) => `<button>Entry ${index + 1}.</button>`,
).join(' ')
const server = http.createServer((_, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<!doctype html><title>Entries</title><h1>Entries</h1>${buttons}`),
)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
try {
  const port = await freePort()
  const window = await machine.window({
    environment: { APPRENTICE_BROWSER_DEBUG_PORT: String(port) },
  })
  await window.setSize(1280, 860)
  await window.waitForText('Which agents do you use?')
  for (const step of ['Continue', 'Continue', 'Skip for now']) await window.click('button', step)
  const address = `http://127.0.0.1:${server.address().port}`
  await (
    await window.get('textbox', 'What should your agents be able to do?')
  ).fill('Look through the entries')
  await (await window.get('textbox', 'Start address')).fill(address)
  await window.click('button', 'Start demonstration')
  await window.waitForText(/Watching/)

  const browser = await machine.watchedBrowser(port)
  const pages = () => browser.contexts()[0].pages()
  await until(
    () => pages().some((page) => page.url().startsWith(address)),
    20_000,
    async () => 'the page did not open',
  )
  const page = pages().find((candidate) => candidate.url().startsWith(address))
  await page.evaluate(() => {
    window.clicked = {}
    addEventListener(
      'click',
      (event) => {
        window.clicked[event.target.textContent] = performance.timeOrigin + event.timeStamp
      },
      true,
    )
  })
  // A row counts from the frame after the one that brought it: then it has been painted. Only what
  // was added is looked at, so that the looking costs nothing itself.
  await window.run(`
    window.shown = {};
    const ENTRY = /Entry \\d+\\./g;
    new MutationObserver((changes) => {
      const fresh = new Set();
      for (const change of changes) {
        for (const node of change.type === 'characterData' ? [change.target] : change.addedNodes) {
          for (const name of node.textContent.match(ENTRY) || []) if (!(name in window.shown)) fresh.add(name);
        }
      }
      for (const name of fresh) window.shown[name] = null;
      const painted = () => {
        for (const name of fresh) window.shown[name] = performance.timeOrigin + performance.now();
      };
      if (fresh.size) requestAnimationFrame(() => setTimeout(painted));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  `)
  for (let number = 1; number <= ACTIONS; number += 1) {
    const name = `Entry ${number}.`
    await page.getByRole('button', { name, exact: true }).click()
    await until(
      () => window.run('return window.shown[arguments[0]] || null', name),
      10_000,
      async () => `no row for ${name}`,
    )
  }
  const [clicked, shown] = [
    await page.evaluate(() => window.clicked),
    await window.run('return window.shown'),
  ]
  const delays = Object.keys(clicked).map((name) => shown[name] - clicked[name])
  const told = (label, values) => {
    const sorted = [...values].sort((a, b) => a - b)
    const at = (share) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))])
    console.log(
      `${label}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms of ${sorted.length}`,
    )
  }
  told('action to painted row, first actions', delays.slice(0, FIRST))
  told('action to painted row', delays.slice(FIRST))
} finally {
  await machine.close()
  server.closeAllConnections()
  server.close()
}
