// An icon of a file opens a dialog whose labels name the file; the file moves into a folder and gets another name.

import { rename as renameFile, rm } from 'node:fs/promises'
import path from 'node:path'

const at = (app, file) => path.join(app.data, 'uploads', file)

async function fill(person, { file, folder, name }) {
  const { page } = person
  const entry = page.locator('.entry').filter({ hasText: file }).first()
  await person.click(entry.getByTitle('Move or Rename'))
  const dialog = page.locator('#move_file_or_folder_dialog, .modal.in').first()
  await person.choose(dialog.locator('select'), folder)
  await person.type(dialog.locator('input[type=text]'), name)
  await page.keyboard.press('Tab')
}

async function move(person, app, values) {
  const { page } = person
  await fill(person, values)
  await person.click(
    page
      .locator('.modal.in .modal-footer')
      .getByText(/Move|Rename/)
      .last(),
  )
  await page.locator('.modal.in').waitFor({ state: 'hidden' })
  await page.waitForTimeout(300)
}

const asked = { file: 'lid.gcode', folder: '/archive', name: 'lid-2025.gcode' }

export default {
  app: 'octoprint',
  kinds: ['single-page app', 'icons without a name', 'dialogs'],
  goal: 'Move a file into a folder under a new name',
  values: { file: 'cup.gcode', folder: '/parts', name: 'cup-small.gcode' },
  perform: move,
  truth: {
    inputs: [
      { name: 'file', value: 'cup.gcode', source: 'given', changes: true },
      { name: 'folder', value: '/parts', source: 'given', changes: true },
      { name: 'name', value: 'cup-small.gcode', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the file is gone from the list', kind: 'deleted', values: ['file'] },
      { name: 'the folder has the file under its new name', kind: 'created', values: ['name'] },
    ],
    expected: (before, { file, folder, name }) => ({
      ...before,
      files: before.files.map((one) => (one === file ? `${folder}/${name}`.slice(1) : one)).sort(),
    }),
    done: 'The folder shows the file under the new name, and its old place no longer',
  },
  right: [
    { name: 'another file', values: asked },
    {
      name: 'back into the same folder',
      values: { file: 'lid.gcode', folder: '/parts', name: 'cover.gcode' },
    },
  ],
  faults: [
    {
      name: 'the file is where it was',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => renameFile(at(app, 'archive/lid-2025.gcode'), at(app, 'lid.gcode')),
    },
    {
      name: 'another name',
      kind: 'one field wrong',
      values: asked,
      behind: (app) =>
        renameFile(at(app, 'archive/lid-2025.gcode'), at(app, 'archive/lid-2052.gcode')),
    },
    { name: 'another folder', kind: 'one field wrong', values: asked, does: { folder: '/parts' } },
    { name: 'another file', kind: 'wrong record', values: asked, does: { file: 'cup.gcode' } },
    {
      name: 'another file is gone as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => rm(at(app, 'cup.gcode')),
    },
    {
      name: 'the dialog is filled and closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(person.page.locator('.modal.in').getByText('Cancel', { exact: true }))
      },
    },
  ],
}
