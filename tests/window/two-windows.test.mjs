// Two windows on one engine: the desktop window and a browser. What is done in one is shown in the
// other, which is never reloaded.

import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { skill, zip } from './support/bundles.mjs'
import { Engine } from './support/engine.mjs'
import { Machine } from './support/machine.mjs'
import { taught } from './support/taught.mjs'
import { KEYS, drop, until } from './support/webdriver.mjs'

let machine
let window
/** The page of the browser. */
let page
let engine
let learned

before(async () => {
  machine = await Machine.open()
  for (const [folder, name] of [
    ['.claude', 'brew-tea'],
    ['.openclaw', 'tidy-inbox'],
  ]) {
    await mkdir(machine.path('user', folder, 'skills', name), { recursive: true })
    await writeFile(
      machine.path('user', folder, 'skills', name, 'SKILL.md'),
      skill(name, `Does ${name}. Use when somebody asks for it.`),
    )
  }
  window = await machine.window()
  await window.setSize(1280, 860)
  await window.waitForText('Which agents do you use?')
  engine = await Engine.beside(machine)
  await engine.welcomed('claude-code')
  learned = await taught(engine, 'Write and send the customer list')
  page = await machine.browser(engine)
  await both('/skills')
  await window.run('window.stays = true')
  await page.evaluate(() => (window.stays = true))
})

after(() => machine.close())

/** Opens the same page in both. */
async function both(place) {
  await window.run('location.hash = arguments[0]', `#${place}`)
  await page.evaluate((hash) => (location.hash = hash), `#${place}`)
}

const row = async (name) =>
  until(
    async () => (await window.all('row', named(name)))[0],
    20_000,
    async () =>
      `no row of ${name}: ${await window.run('return location.hash + document.querySelector("main").innerText')}`,
  )
const rowThere = (name) =>
  page.getByRole('grid', { name: 'Skills' }).getByRole('row', { name: named(name) })
const named = (name) => new RegExp(`(^|\\s)${name}(\\s|$)`)

/** Waits until the row in the window matches. */
const reads = (name, pattern) =>
  until(
    async () => pattern.test(await (await row(name)).text()),
    20_000,
    async () => `${name} reads ${await (await row(name)).text()}`,
  )

const noMenu = () =>
  until(
    async () => (await window.all('menu')).length === 0,
    10_000,
    async () => 'a menu stays open',
  )

/**
 * The driver reads the position of a row and clicks there a moment later. If the list moved in
 * between, it clicks again.
 */
async function choose(name, ...entries) {
  await noMenu()
  const opened = async () => (await window.all('menuitem', entries[0])).length > 0
  await until(
    async () => {
      if (!(await opened())) await (await row(name)).rightClick()
      return opened()
    },
    20_000,
    async () =>
      `no menu of ${name} offers ${entries[0]}: ${await window.run('return location.hash + document.body.innerText')}`,
  )
  for (const entry of entries) await window.click('menuitem', entry)
}

async function chooseThere(name, ...entries) {
  await rowThere(name).click({ button: 'right' })
  for (const entry of entries)
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('a category that is created, filled, renamed and deleted in one window changes in the other', async () => {
  await chooseThere('brew-tea', 'Add to Category…', 'New Category')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kitchen')
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  await window.get('button', 'Kitchen')
  await window.get('img', 'Categories: Kitchen')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await choose('tidy-inbox', 'Add to Category…')
  await window.click('menuitemcheckbox', 'Kitchen')
  await rowThere('tidy-inbox').getByRole('img', { name: 'Categories: Kitchen' }).waitFor()
  await window.keys(KEYS.escape)
  await noMenu()

  await (await window.get('button', 'Kitchen')).rightClick()
  await window.click('menuitem', 'Rename')
  await (await window.get('textbox', 'Name')).fill('cooking')
  await window.click('button', 'Save')
  await rowThere('brew-tea').getByRole('img', { name: 'Categories: cooking' }).waitFor()

  await page.getByRole('button', { name: /^cooking/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await until(
    async () =>
      (await window.all('img', /^Categories:/)).length === 0 &&
      (await window.all('button', 'cooking')).length === 0,
    10_000,
    async () => 'the window still shows it',
  )
})

test('an ability that is deactivated, quarantined or restored in one window changes in the other', async () => {
  await choose(learned.slug, 'Deactivate')
  await window.click('button', 'Deactivate')
  await rowThere(learned.slug).getByText('Disabled').waitFor()
  await chooseThere(learned.slug, 'Activate')
  await until(
    async () => !/Disabled/.test(await (await row(learned.slug)).text()),
    20_000,
    async () => 'the window still shows it as disabled',
  )
  await chooseThere(learned.slug, 'Quarantine…')
  await page.getByRole('textbox', { name: 'Why?' }).fill('It wrote to the wrong people.')
  await page.getByRole('textbox', { name: 'Why?' }).press('Enter')
  // Quarantined skills have a filter of their own.
  await until(
    async () => (await window.all('row', named(learned.slug))).length === 0,
    20_000,
    async () => 'the window still shows it among the others',
  )
  await window.click('button', /^Quarantined ?1$/)
  await choose(learned.slug, 'Unquarantine')
  await rowThere(learned.slug).waitFor()
  await window.click('button', /^All/)
})

test('the note about refreshing abilities moves no row', async () => {
  const top = async () => (await rowThere('brew-tea').boundingBox()).y
  await page.getByText('refreshing abilities...').waitFor({ state: 'detached' })
  const before = await top()
  const lagging = async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), stale: true } })
  }
  await page.route('**/api/abilities/availability', lagging)
  await engine.post(`/api/abilities/${learned.ability}/deactivate`)
  await page.getByText('refreshing abilities...').waitFor()
  assert.equal(await top(), before)
  // Waits for answers on their way: without it they are sent on, and the handler fails on them.
  await page.unrouteAll({ behavior: 'wait' })
  await engine.post(`/api/abilities/${learned.ability}/activate`)
  await page.getByText('refreshing abilities...').waitFor({ state: 'detached' })
})

test('a skill that is switched off for its agent is shown as disabled in both', async () => {
  await choose('tidy-inbox', 'Deactivate')
  await window.click('button', 'Deactivate')
  await rowThere('tidy-inbox').getByText('Disabled').waitFor()
  assert.match(
    await readFile(machine.path('user', '.openclaw', 'openclaw.json'), 'utf8'),
    /tidy-inbox/,
  )
  await chooseThere('tidy-inbox', 'Activate')
  await until(
    async () => !/Disabled/.test(await (await row('tidy-inbox')).text()),
    20_000,
    async () => 'the window still shows it as disabled',
  )
})

test('an import that starts in the window continues in the browser, ends in the window, and both list the skill', async () => {
  await both('/skills/import')
  await page.getByText('Drop a bundle or a folder anywhere in this window').waitFor()
  await drop(window, [
    'count-words.zip',
    zip({
      'count-words/SKILL.md': skill(
        'count-words',
        'Counts the words of a text. Use when a length is asked for.',
      ),
    }),
  ])
  await window.waitForText('Compatibility report')
  await page.getByRole('button', { name: /Scan complete.*count-words/ }).click()
  await page.getByRole('button', { name: 'Stage', exact: true }).click()
  await window.waitForText('Ready for review')
  await window.click('button', 'Install privately')
  await page.getByRole('status').getByText('Installed privately').waitFor({ timeout: 30_000 })
  await both('/skills')
  await row('count-words')
  await rowThere('count-words').waitFor()
  await chooseThere('count-words', 'Deactivate')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await reads('count-words', /Disabled/)
  await choose('count-words', 'Activate')
  await rowThere('count-words').getByText('Disabled').waitFor({ state: 'detached' })
})

test('a saved view appears in the other window; a removed skill disappears there and comes back', async () => {
  await page.getByRole('button', { name: 'Imported', exact: false }).first().click()
  await page.getByRole('button', { name: /^View:/ }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('From others')
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  await page.getByRole('button', { name: /^View: From others/ }).waitFor()
  // By keyboard: after a right click this driver sends no left-button press, which opens such
  // menus.
  await (await window.get('button', /^View:/)).focus()
  await window.keys(KEYS.enter)
  await window.get('menuitem', 'From others')
  await window.keys(KEYS.escape)
  await noMenu()
  await page.getByRole('button', { name: /^All/ }).first().click()

  await chooseThere('brew-tea', 'Remove…')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  const installed = async () => (await window.all('row', /brew-tea.*Claude Code/)).length
  await until(
    async () => (await installed()) === 0,
    20_000,
    async () => 'the window still shows it',
  )
  // Each notice has its own way back.
  const notice = page.getByRole('listitem').filter({ hasText: 'brew-tea removed.' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await until(
    async () => (await installed()) === 1,
    20_000,
    async () => 'the window does not show it again',
  )
})

test('neither window was reloaded', async () => {
  assert.equal(await window.run('return window.stays'), true)
  assert.equal(await page.evaluate(() => window.stays), true)
})
