// Measures the Skills page over ten thousand skills in headless Chromium: the size of the list and
// how long it takes, the search in texts, the first row, and the frames while it is scrolled,
// searched and ordered.

import { createRequire } from 'node:module'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Engine } from './support/engine.mjs'
import { Machine } from './support/machine.mjs'
import { NEEDLE, manySkills, nameOf, textOf } from './support/skills.mjs'

const COUNT = Number(process.env.APPRENTICE_SKILLS ?? 10_000)
const require = createRequire(path.join(import.meta.dirname, '../../ui/package.json'))
const { chromium } = require('playwright-core')
const at = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]
/** A display shows 60 frames a second; of a hundred, one may come a frame late. */
const FRAME_BAR = 34
const ms = (value) => `${value.toFixed(1)} ms`

const machine = await Machine.open()
try {
  const folder = machine.path('user', '.claude', 'skills')
  await mkdir(folder, { recursive: true })
  await manySkills(folder, COUNT)
  const engine = await Engine.start(machine)
  const took = async (route) => {
    const from = performance.now()
    const text = await (
      await fetch(engine.address + route, { headers: { authorization: `Bearer ${engine.token}` } })
    ).text()
    return { time: performance.now() - from, bytes: text.length, body: JSON.parse(text) }
  }
  const several = async (route, times = 15) => {
    const runs = []
    for (let run = 0; run < times; run += 1) runs.push(await took(route))
    return {
      p50: at(
        runs.map((run) => run.time),
        0.5,
      ),
      p99: at(
        runs.map((run) => run.time),
        0.99,
      ),
      bytes: runs[0].bytes,
      body: runs.at(-1).body,
    }
  }
  const first = await took('/api/skills')
  const whole = await several('/api/skills')
  const size = `${(whole.bytes / 1e6).toFixed(2)} MB`
  const later = `p50 ${ms(whole.p50)}, p99 ${ms(whole.p99)}`
  console.log(
    `list of ${first.body.skills.length}: ${size}, first ${ms(first.time)}, then ${later}`,
  )
  const changed = []
  let since = whole.body.as_of
  for (let run = 0; run < 15; run += 1) {
    await writeFile(
      path.join(folder, nameOf(run), 'SKILL.md'),
      textOf(run).replace('Handles', `Handled ${run} times`),
    )
    const answer = await took(`/api/skills?since=${since}`)
    if (answer.body.skills.length !== 1)
      throw new Error(`${answer.body.skills.length} rows for one change`)
    since = answer.body.as_of
    changed.push(answer)
  }
  console.log(
    `one changed: ${changed[0].bytes} bytes, p50 ${ms(
      at(
        changed.map((run) => run.time),
        0.5,
      ),
    )}`,
  )
  for (const words of ['the', 'ledger kettle', NEEDLE]) {
    const found = await several(`/api/skills/search?q=${encodeURIComponent(words)}`)
    console.log(
      `texts with “${words}”: ${found.body.hits.length} of ${found.body.searched}, p50 ${ms(found.p50)}, p99 ${ms(found.p99)}`,
    )
  }

  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  machine.onClose(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1180, height: 760 } })
  await page.addInitScript(() => localStorage.setItem('apprentice.ui.welcomed', 'true'))
  const settings = (await engine.get('/api/settings')).settings
  await engine.ask(
    'PUT',
    '/api/settings',
    { ...settings, first_run_done: true },
    { 'content-type': 'application/json' },
  )
  const from = performance.now()
  await page.goto(`${engine.address}/#token=${engine.token}`)
  await page.goto(`${engine.address}/#/skills`)
  await page.getByRole('grid', { name: 'Skills' }).getByRole('row').nth(1).waitFor()
  console.log(`page to first row: ${ms(performance.now() - from)}`)
  await page.reload()
  const again = performance.now()
  await page.getByRole('grid', { name: 'Skills' }).getByRole('row').nth(1).waitFor()
  console.log(`reload to first row: ${ms(performance.now() - again)}`)

  /** Frames between two paints while `act` runs in the page. */
  const frames = (act, argument) =>
    page.evaluate(
      async ([source, given]) => {
        const times = []
        let running = true
        let last = performance.now()
        const tick = () => {
          const now = performance.now()
          times.push(now - last)
          last = now
          if (running) requestAnimationFrame(tick)
        }
        requestAnimationFrame(tick)
        // oxlint-disable-next-line no-eval
        await (0, eval)(`(${source})`)(given)
        running = false
        return times.slice(1)
      },
      [act.toString(), argument],
    )
  const told = (label, times) => {
    const kept = at(times, 0.99) <= FRAME_BAR ? 'kept' : 'MISSED'
    const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => ms(at(times, share)))
    console.log(
      `${label}: ${times.length} frames, p50 ${p50}, p99 ${p99} (bar ${FRAME_BAR} ms: ${kept}), longest ${longest}`,
    )
  }
  const scroll = await frames(async (pixels) => {
    const box = document.querySelector('[role=grid]').parentElement
    for (let step = 0; step < 240; step += 1) {
      box.scrollTop += pixels
      await new Promise(requestAnimationFrame)
    }
  }, 120)
  told('scrolling as with a wheel', scroll)
  const leaps = await frames(async () => {
    const box = document.querySelector('[role=grid]').parentElement
    for (let step = 0; step < 120; step += 1) {
      box.scrollTop = (box.scrollHeight / 120) * step
      await new Promise(requestAnimationFrame)
    }
  })
  told('dragging the bar from end to end', leaps)
  await page.evaluate(() => {
    window.longest = []
    new PerformanceObserver((list) =>
      window.longest.push(...list.getEntries().map((entry) => entry.duration)),
    ).observe({ type: 'longtask' })
  })
  const box = page.getByRole('searchbox', { name: 'Search skills' })
  const letters = []
  // Often enough for a p99.
  for (let round = 0; round < 12; round += 1) {
    await box.fill('')
    for (const letter of 'ledger 42') {
      const before = performance.now()
      await box.press(letter === ' ' ? 'Space' : letter)
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
      )
      letters.push(performance.now() - before)
    }
  }
  console.log(
    `a letter to the next frame: p50 ${ms(at(letters, 0.5))}, p99 ${ms(at(letters, 0.99))} of ${letters.length}`,
  )
  await box.fill(NEEDLE)
  const asked = performance.now()
  await page.getByText(`It is ${NEEDLE}.`).waitFor()
  console.log(`words of a text to its row: ${ms(performance.now() - asked)}`)
  console.log(
    `tasks over 50 ms while searching: ${(await page.evaluate(() => window.longest)).map((time) => Math.round(time)).join(', ') || 'none'}`,
  )
} finally {
  await machine.close()
}
