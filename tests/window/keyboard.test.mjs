// The real window without a mouse: first steps, a demonstration, skills, categories, an import,
// settings.

import assert from 'node:assert/strict'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { skill } from './support/bundles.mjs'
import { Engine } from './support/engine.mjs'
import { Machine } from './support/machine.mjs'
import { scripts } from './support/taught.mjs'
import { KEYS, until } from './support/webdriver.mjs'

const GOAL = 'Write and send the customer list'
const { control, delete: erase, down, enter, escape, f10, home, right, shift, space } = KEYS
let machine
let window

before(async () => {
  machine = await Machine.open()
  await scripts(machine)
  for (const name of ['brew-tea', 'file-claims', 'tidy-inbox']) {
    await mkdir(machine.path('user', '.claude', 'skills', name), { recursive: true })
    await writeFile(
      machine.path('user', '.claude', 'skills', name, 'SKILL.md'),
      skill(name, `Does ${name}. Use when somebody asks for it.`),
    )
  }
  window = await machine.window()
  await window.setSize(1280, 860)
  await window.waitForText('Which agents do you use?')
  await window.run(
    `window.pointed = 0;
    const count = () => (window.pointed += 1);
    for (const kind of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(kind, count, true)`,
  )
})

after(() => machine.close())

const isThere = (file) =>
  access(file).then(
    () => true,
    () => false,
  )
const main = () => window.run('return document.querySelector("main").innerText')
const shows = (text, timeout) => window.waitForText(text, timeout)
const gone = (role, name) =>
  until(
    async () => (await window.all(role, name)).length === 0,
    20_000,
    async () =>
      `${role} ${name} is still there: ${await window.run('return document.body.innerText')}`,
  )
/** Moves to it with Tab and presses it. */
async function press(role, name, key = enter) {
  await window.tabTo(role, name)
  await until(
    async () => (await (await window.get(role, name)).enabled()) !== false,
    20_000,
    async () => `${name} cannot be pressed`,
  )
  await window.keys(key)
}
/** With the palette. */
async function command(words) {
  await window.chord(control, 'k')
  await window.get('combobox', /Search or run a command|Commands/)
  await window.keys(words)
  await until(
    async () =>
      (
        await window.run(
          'return document.querySelector("[cmdk-item][data-selected=true]")?.innerText ?? ""',
        )
      )
        .toLowerCase()
        .includes(words.toLowerCase()),
    10_000,
    async () =>
      `the palette offers ${await window.run('return document.querySelector("[cmdk-list]")?.innerText')}`,
  )
  await window.keys(enter)
}
/** Moves to a row of the list. */
async function row(name) {
  const wanted = new RegExp(`(^|\\s)${name}(\\s|$)`)
  await window.get('row', wanted)
  const inList = () =>
    window.run('return document.activeElement.matches("[role=grid] [data-index]")')
  for (let stop = 0; !(await inList()); stop += 1) {
    assert.ok(stop < 60, 'Tab never comes to the list')
    await window.keys(KEYS.tab)
  }
  const comesTo = (index) =>
    until(
      async () =>
        (await window.run('return document.activeElement.dataset.index')) === String(index),
      5_000,
      async () => `the focus does not come to row ${index + 1}`,
    )
  await window.keys(home)
  for (let index = 0; ; index += 1) {
    await comesTo(index)
    if (await window.focusIsOn('row', wanted)) return
    await window.keys(down)
  }
}

test('everything can be done without a mouse', async (t) => {
  await t.test('the first steps', async () => {
    await press('button', 'Continue')
    await shows('Where abilities go')
    await press('button', 'Continue')
    await press('button', 'Skip for now')
    await shows('Create new ability by:')
  })

  await t.test(
    'a demonstration in the terminal, from its goal to the installed ability',
    async () => {
      await window.tabTo('textbox', 'What should your agents be able to do?')
      await window.keys(GOAL)
      await press('button', 'Browser window', space)
      await window.chord(control, enter)
      await shows(/Watching Terminal/)
      await shows(/hook active/)
      await window.tabTo('textbox', 'Terminal input')
      for (const line of [`cd ${machine.path('work')}`, 'sh report.sh', 'sh send.sh'])
        await window.keys(`${line}${enter}`)
      await shows(/sh send\.sh/)
      await until(
        () => isThere(machine.path('work', 'sent.txt')),
        10_000,
        async () => 'nothing was sent',
      )
      await shows(/[2-9] actions/)
      await window.chord(control, '.')
      await shows(/Ready for review/, 60_000)
      await press('button', 'Install privately')
      await press('button', 'Install anyway')
      await shows(/Private active/, 30_000)
    },
  )

  await t.test(
    'skills: opened, searched, selected, removed and restored, an ability quarantined',
    async () => {
      await window.keys('gs')
      await row('brew-tea')
      await window.keys(enter)
      await window.tabTo('tab', 'Text')
      await window.keys(right)
      await until(
        () => window.focusIsOn('tab', 'Details'),
        5_000,
        async () => 'the arrow does not lead to the next tab',
      )
      await window.keys(escape)
      await gone('button', 'Close details')

      await window.keys('/')
      await until(
        () => window.focusIsOn('searchbox', 'Search skills'),
        5_000,
        async () => 'the search has not the focus',
      )
      await window.keys('tidy')
      await gone('row', /brew-tea/)
      await window.chord(control, 'a')
      await window.keys(erase)

      await row('brew-tea')
      await window.keys('x')
      await window.chord(shift, down)
      await shows('2 selected')
      await window.keys(escape)
      await gone('toolbar', 'Selection')

      await row('file-claims')
      await window.keys(erase)
      await press('button', 'Remove')
      const removed = machine.path('user', '.claude', 'skills', 'file-claims', 'SKILL.md')
      await until(
        async () => !(await isThere(removed)),
        20_000,
        async () => 'it is not removed',
      )
      await press('button', 'Undo')
      await until(
        () => isThere(removed),
        20_000,
        async () => 'it does not come back',
      )

      await row('write-send-customer-list')
      await window.keys(enter)
      await press('button', 'Quarantine')
      await window.get('textbox', 'Why?')
      await window.keys(`It wrote to the wrong people.${enter}`)
      await press('button', 'Unquarantine')
      await window.get('button', 'Quarantine')
      await window.keys(escape)
      await gone('button', 'Close details')
    },
  )

  await t.test(
    'categories: created, assigned with the menu key, filtered by, renamed, deleted',
    async () => {
      await command('New Category')
      await until(
        () => window.focusIsOn('textbox', 'Name'),
        10_000,
        async () => 'the name has not the focus',
      )
      await window.keys(`Daily${enter}`)
      await window.get('button', 'Daily')

      await row('tidy-inbox')
      await window.chord(shift, f10)
      await until(
        async () => window.run('return document.activeElement.closest("[role=menu]") !== null'),
        10_000,
        async () => 'the menu has not the focus',
      )
      for (let step = 0; !(await window.focusIsOn('menuitem', 'Add to Category…')); step += 1) {
        assert.ok(step < 10, 'the arrows never come to the entry')
        await window.keys(down)
      }
      await window.keys(right)
      await until(
        () => window.focusIsOn('menuitemcheckbox', 'Daily'),
        10_000,
        async () => 'the category has not the focus',
      )
      await window.keys(enter)
      await window.get('img', 'Categories: Daily')
      await window.keys(escape)
      await gone('menu')

      await command('Show only Daily')
      await gone('row', /brew-tea/)
      assert.match(await main(), /tidy-inbox/)
      await command('Show all categories')
      await window.get('row', /brew-tea/)
      await command('Rename or recolour Daily')
      await until(
        () => window.focusIsOn('textbox', 'Name'),
        10_000,
        async () => 'the name has not the focus',
      )
      await window.chord(control, 'a')
      await window.keys(`Weekly${enter}`)
      await window.get('button', 'Weekly')
      await command('Delete category Weekly')
      await until(
        () => window.focusIsOn('button', 'Delete'),
        10_000,
        async () => 'the dialog does not ask',
      )
      await window.keys(enter)
      await gone('button', 'Weekly')
    },
  )

  await t.test('an import, from an agent of this machine to the installed skill', async () => {
    await window.keys('gi')
    await press('button', 'From this machine')
    await until(
      () => window.focusIsOn('searchbox', 'Search skills'),
      10_000,
      async () => 'the search has not the focus',
    )
    await window.keys('tidy')
    await press('checkbox', 'Import tidy-inbox', space)
    await press('button', 'Import 1 skill')
    await shows('Scan complete', 30_000)
    await press('button', 'Stage')
    await shows('Ready for review', 30_000)
    await press('button', 'Install privately')
    await shows('Installed privately', 30_000)
    await press('button', 'Show in Skills')
    await until(async () => (await window.all('row', /tidy-inbox/)).length === 2, 20_000, main)
  })

  await t.test('settings: a theme and a connected agent', async () => {
    await window.chord(control, ',')
    await window.tabTo('radio', /Light|System/)
    for (let step = 0; !(await window.focusIsOn('radio', 'Dark')); step += 1) {
      assert.ok(step < 4, 'the arrows never come to Dark')
      await window.run('window.focusedBefore = document.activeElement')
      await window.keys(right)
      // The group moves the focus after the event.
      await until(
        () => window.run('return document.activeElement !== window.focusedBefore'),
        10_000,
        async () =>
          `${await window.run('return document.activeElement.outerHTML')} keeps the focus`,
      )
    }
    // An arrow key that is released immediately moves without selecting.
    await window.keys(space)
    await until(
      async () => (await window.run('return document.documentElement.dataset.theme')) === 'dark',
      10_000,
      async () => 'it is not dark',
    )
    await command('Connect Claude Code')
    await window.get('group', /^Change to/)
    await press('button', 'Connect')
    await window.get('button', 'Disconnect Claude Code')
    assert.match(await readFile(machine.path('user', '.claude.json'), 'utf8'), /"apprentice"/)
  })

  await t.test('a key lists the shortcuts, and no mouse button was pressed', async () => {
    // A button that waits hears no keys; it goes when the agent is connected.
    await until(
      async () => window.run('return document.activeElement === document.body'),
      20_000,
      async () => `${await window.run('return document.activeElement.outerHTML')} has the focus`,
    )
    await window.keys('?')
    await window.get('dialog', 'Keyboard')
    await window.keys(escape)
    await gone('dialog')
    assert.equal(await window.run('return window.pointed'), 0)
  })
})
