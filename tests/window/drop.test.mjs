// A folder and an archive dragged from another program's window into the real one, by the mouse of
// the display. Nothing is handed to the page: what it gets comes through the web view and the
// shell.

import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { skill, zip } from './support/bundles.mjs'
import { Engine } from './support/engine.mjs'
import { drag } from './support/files.mjs'
import { Machine } from './support/machine.mjs'

let machine
let window

const textOf = (name) => skill(name, `Does ${name}. Use when somebody asks for ${name}.`)
const installed = (...parts) => machine.path('home', 'sandbox', 'skills', ...parts)

/** A folder of a skill with a script that may be run, and something that no skill is made of. */
async function folderOf(name) {
  const folder = machine.path('work', name)
  for (const part of ['scripts', '.git']) await mkdir(path.join(folder, part), { recursive: true })
  await writeFile(path.join(folder, 'SKILL.md'), textOf(name))
  await writeFile(path.join(folder, 'scripts/do.sh'), '#!/bin/sh\necho done\n')
  await chmod(path.join(folder, 'scripts/do.sh'), 0o755)
  await writeFile(path.join(folder, '.git/config'), '[core]\n')
  return folder
}

/** From the report to the installed skill. */
async function install(name) {
  await window.waitForText('Scan complete', 30_000)
  await window.click('button', 'Stage')
  await window.waitForText('Ready for review')
  for (const box of await window.all('checkbox', /^I have read this/)) await box.click()
  await window.click('button', 'Install privately')
  await window.waitForText('Installed privately', 30_000)
  assert.equal(await readFile(installed(name, 'SKILL.md'), 'utf8'), textOf(name))
}

before(async () => {
  machine = await Machine.open()
  window = await machine.window()
  await window.setSize(1180, 760)
  await window.waitForText('Which agents do you use?', 60_000)
  await (await Engine.beside(machine)).welcomed('sandbox')
  await window.run(`location.hash = '#/skills'`)
  await window.waitForText('No skills on this machine yet')
})

after(() => machine.close())

test('a folder that is dropped on any page is packed, scanned and installed, with the right to run', async () => {
  const folder = await folderOf('brew-tea')
  const began = Date.now()
  await drag(machine, window, folder)
  await install('brew-tea')
  console.log(`# from the first touch to the installed skill in ${Date.now() - began} ms`)
  assert.ok(
    (await stat(installed('brew-tea', 'scripts/do.sh'))).mode & 0o100,
    'its script may be run',
  )
  await assert.rejects(stat(installed('brew-tea', '.git')), 'version control is no part of a skill')
})

test('an archive that is dropped comes as it is', async () => {
  const file = machine.path('work', 'bake-bread.zip')
  await writeFile(file, zip({ 'bake-bread/SKILL.md': textOf('bake-bread') }))
  await drag(machine, window, file)
  await install('bake-bread')
})

test('a large file that is dropped is whole nowhere: it is read as it goes over', async () => {
  const { pid } = JSON.parse(await readFile(machine.path('home', 'endpoint.json'), 'utf8'))
  const memory = async (what) =>
    Number(
      new RegExp(`${what}:\\s+(\\d+) kB`).exec(await readFile(`/proc/${pid}/status`, 'utf8'))[1],
    ) / 1024
  const file = machine.path('work', 'large.zip')
  await writeFile(file, Buffer.alloc(99 * 1024 * 1024))
  // From now on the peak counts anew.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = await memory('VmRSS')
  await drag(machine, window, file)
  await window.waitForText(/Choose an archive or a folder/, 60_000)
  const grown = (await memory('VmHWM')) - before
  console.log(`# a file of 99 MiB: the program grew by ${grown.toFixed(1)} MiB at most`)
  assert.ok(grown < 40, `${grown} MiB`)
  await window.click('button', 'Forget large.zip')
})

test('a folder of which no skill can be made is refused, and the window stays', async () => {
  const folder = machine.path('work', 'notes')
  await mkdir(folder)
  await writeFile(path.join(folder, 'notes.txt'), 'nothing')
  await drag(machine, window, folder)
  await window.waitForText('Scan failed', 30_000)
  assert.ok(
    await window.run('return document.querySelector("nav[aria-label=Main]") !== null'),
    'the web view did not open the folder itself',
  )
})
