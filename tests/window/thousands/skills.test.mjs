// The Skills page of the real window over ten thousand skills: to the end and back, search, the
// drawer, and two windows in step.

import assert from 'node:assert/strict'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { Machine } from '../support/machine.mjs'
import { NEEDLE, manySkills, nameOf, textOf } from '../support/skills.mjs'
import { until } from '../support/webdriver.mjs'

const COUNT = 10_000
let machine
let window
let folder
/** The loopback door of the same engine: another client beside the window. */
let door

before(async () => {
  machine = await Machine.open()
  folder = machine.path('user', '.claude', 'skills')
  await mkdir(folder, { recursive: true })
  await manySkills(folder, COUNT)
  window = await machine.window()
  await window.setSize(1280, 860)
  await window.waitForText('Which agents do you use?', 60_000)
  for (const step of ['Continue', 'Continue', 'Skip for now']) await window.click('button', step)
  door = JSON.parse(await readFile(machine.path('home', 'endpoint.json'), 'utf8'))
  await window.click('link', /^Skills\b/)
  await until(
    () => rows(),
    60_000,
    async () => (await body()).slice(0, 2000),
  )
})

after(() => machine.close())

const body = () => window.run('return document.body.innerText')
/** Names of the rows that are drawn, in their order on the screen. */
const rows = () =>
  window.run(`
  const rows = [...document.querySelectorAll('[role=grid] [data-index]')].sort((a, b) => a.dataset.index - b.dataset.index);
  return rows.length === 0 ? null : rows.map((row) => row.querySelector('b').textContent);
`)
const shows = (name, timeout = 20_000) =>
  until(
    async () => (await rows())?.includes(name),
    timeout,
    async () => `${name} is not shown: ${JSON.stringify(await rows())}`,
  )
const total = () =>
  window.run(
    "return Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? 1) - 1",
  )
const holds = (count) =>
  until(
    async () => (await total()) === count,
    20_000,
    async () => `${await total()} rows, not ${count}`,
  )

async function ask(method, route, sent) {
  const answer = await fetch(door.address + route, {
    method,
    headers: { authorization: `Bearer ${door.token}`, 'content-type': 'application/json' },
    body: sent && JSON.stringify(sent),
  })
  return answer.json()
}

test('ten thousand rows are scrolled from end to end, and few of them exist', async () => {
  await holds(COUNT)
  const frames = await window.run(`
    const box = document.querySelector('[role=grid]').parentElement;
    const times = [];
    let last = performance.now();
    let step = 0;
    let most = 0;
    window.scrolled = null;
    (function tick(now) {
      times.push(performance.now() - last);
      last = performance.now();
      most = Math.max(most, document.querySelectorAll('[role=grid] [data-index]').length);
      step += 1;
      box.scrollTop = (box.scrollHeight / 200) * step;
      if (step < 200) requestAnimationFrame(tick);
      else window.scrolled = { times: times.slice(2), most };
    })();
    return true;
  `)
  assert.ok(frames)
  const { times, most } = await until(
    () => window.run('return window.scrolled'),
    60_000,
    async () => 'it did not come to the end',
  )
  assert.ok(most < 80, `${most} rows were drawn at once`)
  times.sort((a, b) => a - b)
  const p50 = times[Math.floor(times.length * 0.5)]
  const p99 = times[Math.floor(times.length * 0.99)]
  console.log(`frames while scrolling: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  // Software drawing on two busy cores; a stutter is far longer.
  assert.ok(p50 < 100, `half of the frames took longer than ${p50} ms`)
  const last = Array.from({ length: COUNT }, (_, number) => nameOf(number))
    .toSorted()
    .at(-1)
  await shows(last)
})

test('names are found at once, and what stands only in a text by the engine', async () => {
  const box = await window.get('searchbox', 'Search skills')
  await box.fill(nameOf(4242))
  await holds(1)
  await shows(nameOf(4242))
  await box.fill(NEEDLE)
  await shows(nameOf(COUNT / 2))
  await window.waitForText(new RegExp(`It is ${NEEDLE}`))
})

test('the drawer shows it and a change outside arrives in it and in the list', async () => {
  await (await window.css('[role=grid] [data-index] b')).click()
  await window.waitForText(new RegExp(`# ?|Handles the .* number ${COUNT / 2}`))
  const place = path.join(folder, nameOf(COUNT / 2), 'SKILL.md')
  await writeFile(place, textOf(COUNT / 2, `It is ${NEEDLE}.`).replace('Handles', 'Looks after'))
  await window.waitForText(/Looks after the/)
  await window.click('button', 'Close details')
  await (await window.get('searchbox', 'Search skills')).fill('')
  await holds(COUNT)
  await rm(path.join(folder, nameOf(7)), { recursive: true })
  await holds(COUNT - 1)
})

test('what another client does is seen in the window, and what it edits is edited once', async () => {
  const list = await ask('GET', '/api/skills')
  const [one] = list.skills.filter((skill) => skill.name === nameOf(10))
  const { digest, content } = await ask(
    'GET',
    `/api/skills/content?path=${encodeURIComponent(one.path)}`,
  )
  const box = await window.get('searchbox', 'Search skills')
  await box.fill(nameOf(10))
  await holds(1)
  const saved = await ask('PUT', '/api/skills/content', {
    path: one.path,
    text: content.replace('Handles', 'Minds'),
    base_digest: digest,
  })
  assert.match(saved.content, /Minds the/)
  await window.waitForText(/Minds the/)
  const again = await ask('PUT', '/api/skills/content', {
    path: one.path,
    text: content,
    base_digest: digest,
  })
  assert.equal(again.error.code, 'CONFLICT')
  const removed = await ask('POST', '/api/skills/remove', {
    paths: [one.path],
    apply: true,
    force: true,
  })
  assert.equal(removed.results[0].ok, true, JSON.stringify(removed))
  await window.waitForText(/No skill fits/)
  await ask('POST', '/api/skills/restore', { undo: [removed.results[0].undo] })
  await shows(nameOf(10))
})
