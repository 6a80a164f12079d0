// Measures the import in the window from the person's hand: five megabytes, as an archive and as a
// folder, dragged out of another program's window and let go over the real one, until the report of
// the scan is to be read.

import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { skill, zip } from './support/bundles.mjs'
import { Engine } from './support/engine.mjs'
import { drag } from './support/files.mjs'
import { Machine } from './support/machine.mjs'
import { until } from './support/webdriver.mjs'

const RUNS = Number(process.env.APPRENTICE_RUNS ?? 15)
const MEGABYTES = 5
const at = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]
const text = (name) => skill(name, `Does ${name}. Use when somebody asks for it.`)
/** Nothing that packing could make small. */
const load = () =>
  Array.from({ length: MEGABYTES }, (_, n) => [`assets/${n}.bin`, randomBytes(1024 * 1024)])

const machine = await Machine.open()
try {
  const window = await machine.window()
  await window.setSize(1180, 760)
  await window.waitForText('Which agents do you use?', 60_000)
  await (await Engine.beside(machine)).welcomed()
  // The page itself notes when the report stands there: asking it from here would cost more than is
  // measured.
  const watch = (name) =>
    window.run(
      `delete globalThis.seenAt;
     const name = arguments[0];
     new MutationObserver((_, self) => {
       const words = document.querySelector('main')?.textContent ?? '';
       if (!words.includes('Compatibility report') || !words.includes(name)) return;
       globalThis.seenAt = Date.now();
       self.disconnect();
     }).observe(document.body, { childList: true, subtree: true, characterData: true });`,
      name,
    )

  const measure = async (kind, make) => {
    const times = []
    for (let run = 0; run < RUNS; run += 1) {
      const name = `${kind}-${run}`
      const file = await make(name)
      await window.run(`location.hash = '#/skills'`)
      await until(
        () =>
          window.run(
            `return document.querySelector('[role=grid]') !== null || document.querySelector('main h2') !== null`,
          ),
        20_000,
        async () => 'no list',
      )
      await watch(name)
      const letGo = await drag(machine, window, file)
      times.push(
        (await until(
          () => window.run('return globalThis.seenAt'),
          60_000,
          () => window.run('return document.body.innerText'),
        )) - letGo,
      )
    }
    const [p50, p95] = [0.5, 0.95].map((share) => `${at(times, share).toFixed(0)} ms`)
    console.log(
      `${MEGABYTES} MB dropped as ${kind} to the report: p50 ${p50}, p95 ${p95} of ${RUNS}`,
    )
  }
  await measure('archive', async (name) => {
    const file = machine.path('work', `${name}.zip`)
    await writeFile(
      file,
      zip(
        Object.fromEntries([
          [`${name}/SKILL.md`, text(name)],
          ...load().map(([part, bytes]) => [`${name}/${part}`, bytes]),
        ]),
        { level: 0 },
      ),
    )
    return file
  })
  await measure('folder', async (name) => {
    const folder = machine.path('work', name)
    await mkdir(path.join(folder, 'assets'), { recursive: true })
    for (const [part, bytes] of [['SKILL.md', text(name)], ...load()])
      await writeFile(path.join(folder, part), bytes)
    return folder
  })
} finally {
  await machine.close()
}
