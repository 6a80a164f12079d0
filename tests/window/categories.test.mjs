// Categories in the real window: by mouse, by keyboard, and in step with what another caller does.

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { Engine } from './support/engine.mjs'
import { Machine } from './support/machine.mjs'
import { KEYS, until } from './support/webdriver.mjs'

let machine
let window
let engine

/** Titles of the categories that the skill is in, by the engine's word. */
async function categoriesOf(name) {
  const { categories } = await engine.get('/api/categories')
  const { assignments } = await engine.get('/api/categories/assignments')
  const skills = await engine.get('/api/skills')
  const { item_id } = skills.skills.find((skill) => skill.name === name)
  const inside = assignments
    .filter((one) => one.item_kind === 'skill' && one.item_id === item_id)
    .map((one) => one.category_id)
  return categories
    .filter((category) => inside.includes(category.category_id))
    .map((category) => category.title)
}

const row = async (name) =>
  until(
    async () => (await window.all('row', new RegExp(`(^|\\s)${name}(\\s|$)`)))[0],
    20_000,
    async () => `no row of ${name}`,
  )

before(async () => {
  machine = await Machine.open()
  for (const name of ['brew-tea', 'file-claims', 'tidy-inbox']) {
    const folder = machine.path('user', '.claude', 'skills', name)
    await mkdir(folder, { recursive: true })
    await writeFile(
      path.join(folder, 'SKILL.md'),
      `---\nname: ${name}\ndescription: Does ${name}. Use when somebody asks for it.\n---\n\n# ${name}\n\nDo it.\n`,
    )
  }
  window = await machine.window()
  await window.setSize(1180, 760)
  await window.waitForText('Which agents do you use?')
  engine = await Engine.beside(machine)
  await window.run("location.hash = '#/skills'")
  await window.waitForText('brew-tea')
})

after(() => machine.close())

test('by keyboard: Shift+F10, arrows, and the mark toggles', async () => {
  await engine.post('/api/categories', { title: 'Daily' })
  await window.get('button', 'Daily')
  const tidy = await row('tidy-inbox')
  await tidy.focus()
  await window.chord(KEYS.shift, KEYS.f10)
  await window.get('menuitem', 'Add to Category…')
  await until(
    () => window.run('return document.activeElement.closest("[role=menu]") !== null'),
    10_000,
    async () =>
      `the focus is on ${await window.run('return document.activeElement.outerHTML.slice(0, 200)')}`,
  )
  // To the entry, into its box, over to the first category, which is “Daily”.
  await until(
    async () => {
      const at = await window.run('return document.activeElement.textContent')
      if (at.startsWith('Add to Category')) return true
      await window.keys(KEYS.down)
      return false
    },
    10_000,
    async () =>
      `the focus is on ${await window.run('return document.activeElement.outerHTML.slice(0, 200)')}`,
  )
  await window.keys(KEYS.right)
  await until(
    async () =>
      (await window.run('return document.activeElement.getAttribute("role")')) ===
      'menuitemcheckbox',
    10_000,
    async () => 'no category has the focus',
  )
  await window.keys(KEYS.enter)
  await until(
    async () => (await categoriesOf('tidy-inbox')).includes('Daily'),
    10_000,
    async () => `it is in ${await categoriesOf('tidy-inbox')}`,
  )
  await window.keys(KEYS.enter)
  await until(
    async () => !(await categoriesOf('tidy-inbox')).includes('Daily'),
    10_000,
    async () => 'the mark was not taken away',
  )
  await window.keys(KEYS.enter)
  await until(
    async () => (await categoriesOf('tidy-inbox')).includes('Daily'),
    10_000,
    async () => 'it was not put back',
  )
  await window.keys(KEYS.escape)
  await until(
    async () => (await window.all('menu')).length === 0,
    10_000,
    async () => 'a menu stayed open',
  )
})

test('by mouse: a right click, New Category with name and colour, and the item is in it', async () => {
  await (await row('brew-tea')).rightClick()
  await window.click('menuitem', 'Add to Category…')
  await window.click('menuitem', 'New Category')
  await (await window.get('textbox', 'Name')).type('kitchen')
  await window.click('radio', 'Green')
  // The sidebar has a button of that name too; the form's is the last one.
  await (await window.all('button', 'New Category')).at(-1).click()
  await window.get('menuitemcheckbox', 'kitchen')
  await until(
    async () => (await categoriesOf('brew-tea')).includes('kitchen'),
    10_000,
    async () => `it is in ${await categoriesOf('brew-tea')}`,
  )
  const { categories } = await engine.get('/api/categories')
  assert.deepEqual(categories.find(({ title }) => title === 'kitchen')?.color, '#22C55E')
  await window.keys(KEYS.escape)
  await until(
    async () => (await window.all('menu')).length === 0,
    10_000,
    async () => 'a menu stayed open',
  )
})

test('the sidebar filters the list, and what another caller changes shows', async () => {
  await window.click('button', 'kitchen')
  await until(
    async () =>
      !(await window.run('return document.querySelector("main").innerText')).includes(
        'file-claims',
      ),
    10_000,
    async () => 'the list was not filtered',
  )
  assert.match(await window.run('return document.querySelector("main").innerText'), /brew-tea/)
  await window.click('button', 'kitchen')
  await window.waitForText('file-claims')
  await engine.post('/api/categories', { title: 'Matters', color: '#3B82F6' })
  await window.get('button', 'Matters')
})

test('deleting says how many things lose it; they stay', async () => {
  await (await window.get('button', 'kitchen')).rightClick()
  await window.click('menuitem', 'Delete')
  await window.waitForText('1 item will no longer be in it')
  await window.click('button', 'Delete')
  await until(
    async () =>
      (await engine.get('/api/categories')).categories.every(({ title }) => title !== 'kitchen'),
    10_000,
    async () => 'it is still there',
  )
  await window.waitForText('brew-tea')
  assert.deepEqual(await categoriesOf('brew-tea'), [])
})
