// Several files are selected in a list drawn by scripts, cut, and pasted in another folder.

import { sorted } from '../support/sorted.mjs'

const row = (page, name) => page.locator('#files tbody tr', { hasText: name })
const folder = (page, name) => page.locator('#tree').getByRole('link', { name, exact: true })

async function cut(person, files) {
  for (const name of files)
    await person.click(row(person.page, name).locator('td').nth(2), { modifiers: ['Control'] })
  await person.click('#fcut')
}

async function paste(person, app, to, has) {
  const { page } = person
  await person.click(folder(page, to))
  await row(page, has).waitFor()
  await person.click('#fpst')
  await person.click('#modal-ok')
  await person.sees('move OK')
}

async function move(person, app, { files }) {
  await cut(person, files)
  await paste(person, app, 'archive', 'report-march')
}

export default {
  app: 'copyparty',
  kinds: ['single-page app', 'elements without roles', 'list input'],
  goal: 'Move some reports from the inbox to the archive',
  start: '/inbox/',
  values: { files: ['report-may.txt', 'report-june.txt'] },
  perform: move,
  truth: {
    inputs: [
      {
        name: 'files',
        value: ['report-may.txt', 'report-june.txt'],
        source: 'given',
        changes: true,
      },
      { name: 'folder', value: 'archive', source: 'constant', changes: false },
    ],
    loops: [{ over: ['files'], kind: 'list' }],
    effects: [
      {
        name: 'the files are in the archive and no longer in the inbox',
        kind: 'bulk',
        values: ['files'],
      },
    ],
    expected: (before, { files }) =>
      sorted(
        Object.fromEntries(
          Object.entries(before).map(([name, text]) => [
            files.some((file) => name === `inbox/${file}`)
              ? name.replace('inbox/', 'archive/')
              : name,
            text,
          ]),
        ),
      ),
    done: 'The archive lists the reports and the inbox does not',
  },
  right: [
    { name: 'two other files', values: { files: ['report-april.txt', 'photo.txt'] } },
    { name: 'one file', values: { files: ['report-april.txt'] } },
    {
      name: 'three files',
      values: { files: ['report-april.txt', 'report-may.txt', 'report-june.txt'] },
    },
  ],
  faults: [
    {
      name: 'they are cut and not pasted',
      kind: 'half done',
      values: { files: ['report-april.txt', 'photo.txt'] },
      perform: (person, app, { files }) => cut(person, files),
    },
    {
      name: 'one file is back in the inbox',
      kind: 'says saved but is not',
      values: { files: ['report-april.txt', 'photo.txt'] },
      behind: (app) => app.run('mv', ['files/archive/photo.txt', 'files/inbox/photo.txt']),
    },
    {
      name: 'one file is lost on the way',
      kind: 'says saved but is not',
      values: { files: ['report-april.txt', 'photo.txt'] },
      behind: (app) => app.run('rm', ['files/archive/photo.txt']),
    },
    {
      name: 'one file is left out',
      kind: 'half done',
      needs: 'request',
      values: { files: ['report-april.txt', 'photo.txt'] },
      does: { files: ['report-april.txt'] },
    },
    {
      name: 'another file is moved as well',
      kind: 'other record touched',
      values: { files: ['report-april.txt'] },
      behind: (app) =>
        app.run('mv', ['files/inbox/report-may.txt', 'files/archive/report-may.txt']),
    },
  ],
}
