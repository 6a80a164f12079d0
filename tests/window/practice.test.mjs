// The first run: three short steps, the practice demonstration on the bundled page, and an
// installed skill in the sandbox folder.

import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { freePort, Machine } from './support/machine.mjs'
import { until } from './support/webdriver.mjs'

let machine
let window
let port

before(async () => {
  machine = await Machine.open()
  port = await freePort()
  window = await machine.window({ environment: { APPRENTICE_BROWSER_DEBUG_PORT: String(port) } })
  await window.setSize(1180, 760)
})

after(() => machine.close())

test('the practice demonstration ends with an installed skill in the sandbox', async () => {
  await window.waitForText('Which agents do you use?')
  await window.click('button', 'Continue')
  await window.click('button', 'Continue')
  await window.click('button', 'Start the practice')
  await window.waitForText(/Watching/)

  const browser = await machine.watchedBrowser(port)
  const pages = () => browser.contexts()[0].pages()
  const page = await until(
    async () => {
      for (const candidate of pages())
        if ((await candidate.title().catch(() => '')) === 'Tea orders') return candidate
      return undefined
    },
    20_000,
    async () => `it shows ${pages().map((candidate) => candidate.url())}`,
  )
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada')
  await page.getByRole('combobox', { name: 'Tea' }).focus()
  // Chosen by keyboard, because a value set by a script is not an action of the user.
  await page.keyboard.type('Sencha')
  await page.getByRole('spinbutton', { name: 'Cups' }).fill('2')
  await page.getByRole('button', { name: 'Add order' }).click()
  await page.getByRole('status').getByText(/Ada/).waitFor()
  await window.waitForText(/Add order/)

  await window.click('button', 'Stop')
  await window.waitForText(/Ready for review/, 60_000)
  await window.click('button', 'Install privately')
  await window.waitForText(/Private active/, 30_000)

  const sandbox = machine.path('home', 'sandbox', 'skills')
  const [slug] = await readdir(sandbox)
  const agents = await readdir(machine.path('user', '.claude', 'skills')).catch(() => [])
  assert.ok(!agents.includes(slug), 'the practice touches no agent')
  const skill = await readFile(path.join(sandbox, slug, 'SKILL.md'), 'utf8')
  assert.match(skill, /^---\nname: [a-z0-9-]+\ndescription: .*tea/i)
  for (const input of ['`name`', '`tea`', '`cups`'])
    assert.ok(skill.includes(input), `${input} is an input:\n${skill}`)
  for (const shown of ['Ada', 'Sencha', '127.0.0.1'])
    assert.ok(!skill.includes(shown), `${shown} belongs to the demonstration:\n${skill}`)
})
