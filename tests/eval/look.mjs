// Shows a page of an application to the author of a task, without Apprentice:
// node tests/eval/look.mjs APP [PATH] [JAVASCRIPT with page, person, app]
// Prints the accessibility tree, saves a picture, and prints the state that tasks are judged by.

import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { Machine } from '../window/support/machine.mjs'
import { Person } from './support/person.mjs'

const require = createRequire(path.resolve(import.meta.dirname, '../../ui/package.json'))
const { chromium } = require('playwright-core')

const [name, where = '', act] = process.argv.slice(2)
const machine = await Machine.open()
const { default: Application } = await import(`./apps/${name}.mjs`)
const app = new Application(machine)
try {
  await app.open()
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
  page.setDefaultTimeout(8_000)
  const person = new Person({ page })
  try {
    await page.goto(app.start_url)
    await app.signIn(person)
    if (where) await page.goto(new URL(where, app.address).href)
    if (act) {
      const run = new Function('page', 'person', 'app', `return (async () => { ${act} })()`)
      const said = await run(page, person, app)
      if (said !== undefined) console.log(said)
    }
  } catch (error) {
    console.log(String(error.message ?? error).slice(0, 1500))
  }
  console.log(page.url())
  console.log(await page.locator('body').ariaSnapshot())
  const picture = path.join(os.tmpdir(), `look-${name}.png`)
  await page.screenshot({ path: picture })
  console.log(picture)
  if (process.env.LOOK_STATE) console.log(JSON.stringify(await app.read(), null, 1))
  await browser.close()
} finally {
  await app.stop()
  await machine.close()
}
