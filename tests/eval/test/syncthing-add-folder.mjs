// A dialog with tabs: a name, devices to tick, and a way to keep old versions with a number that only this way has. The
// application makes the number of the folder and proposes where it lies.

import { boxOf, dialog, edit, save, tab } from '../apps/syncthing.mjs'

async function fill(person, { label, where, devices, keep }) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Add Folder' }))
  await dialog(page).waitFor()
  await person.type(dialog(page).getByLabel('Folder Label'), label)
  if (where) await person.type(dialog(page).getByLabel('Folder Path'), where)
  await tab(person, 'Sharing')
  for (const device of devices) await person.tick(boxOf(page, device))
  if (!keep) return
  await tab(person, 'File Versioning')
  await person.choose(dialog(page).locator('select:visible'), 'Simple File Versioning')
  await person.type(dialog(page).getByLabel('Keep Versions'), keep)
}

async function add(person, app, values) {
  await fill(person, values)
  await save(person)
  await person.page.locator('.panel-title-text', { hasText: values.label }).waitFor()
}

const asked = { label: 'Boundary reports', devices: ['Archive box', 'Tablet of Piet'], keep: '12' }

export default {
  app: 'syncthing',
  kinds: ['single-page app', 'dialogs with tabs', 'boxes to tick', 'fields that depend on others'],
  goal: 'Set up a new folder that is shared with some of our devices and keeps old versions of its files',
  values: { label: 'Invoices', devices: ['Laptop of Ines', 'Office server'], keep: '8' },
  perform: add,
  truth: {
    inputs: [
      { name: 'label', value: 'Invoices', source: 'given', changes: true },
      {
        name: 'devices',
        value: ['Laptop of Ines', 'Office server'],
        source: 'given',
        changes: true,
      },
      { name: 'versions', value: '8', source: 'given', changes: true },
      {
        name: 'kind of versioning',
        value: 'Simple File Versioning',
        source: 'constant',
        changes: false,
      },
    ],
    loops: [{ over: ['devices'], kind: 'list' }],
    effects: [
      { name: 'the folder is there', kind: 'created', values: ['label', 'devices', 'versions'] },
    ],
    expected: (before, { label, where, devices, keep }) => ({
      ...before,
      folders: {
        ...before.folders,
        [label]: {
          ...{ path: where ?? `~/${label}`, type: 'sendreceive', paused: false, rescan: 3600 },
          versioning: keep ? { type: 'simple', keep, cleanoutDays: '0' } : { type: '' },
          devices: [...devices].sort(),
        },
      },
    }),
    done: 'The panel of the folder names the devices it is shared with, and simple versioning with this number of versions',
  },
  right: [
    { name: 'another folder', values: asked },
    {
      name: 'another place, and one device',
      values: {
        ...{ label: 'Price lists', where: '~/Office/Prices', devices: ['Van computer'], keep: '3' },
      },
    },
    {
      name: 'another way: shared and given versions afterwards',
      values: asked,
      perform: async (person, app, { label, devices, keep }) => {
        const { page } = person
        await add(person, app, { label, devices: [] })
        await edit(person, label)
        await tab(person, 'File Versioning')
        await person.choose(dialog(page).locator('select:visible'), 'Simple File Versioning')
        await person.type(dialog(page).getByLabel('Keep Versions'), keep)
        await tab(person, 'Sharing')
        for (const device of devices) await person.tick(boxOf(page, device))
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the folder is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { label }) => app.change(label, null),
    },
    {
      name: 'the dialog is closed without saving',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        await person.click(dialog(page).getByRole('button', { name: 'Close' }))
        await dialog(page).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'no versions are kept',
      kind: 'half done',
      values: asked,
      does: { keep: undefined },
    },
    {
      name: 'another number of versions is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { label }) =>
        app.change(label, {
          versioning: { type: 'simple', params: { keep: '2', cleanoutDays: '0' } },
        }),
    },
    {
      name: 'another device is ticked',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { devices: ['Archive box', 'Laptop of Ines'] },
    },
    {
      name: 'the second device does not have it',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { label }) => app.share(label, 'Tablet of Piet', false),
    },
    {
      name: 'the folder is removed afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        await edit(person, values.label)
        await person.click(dialog(page).getByRole('button', { name: 'Remove' }))
        await person.click(
          page
            .locator('.modal.in')
            .filter({ hasText: 'Are you sure' })
            .getByRole('button', { name: 'Yes' }),
        )
        await page
          .locator('.panel-title-text', { hasText: values.label })
          .waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'another folder is paused',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Tenders', { paused: true }),
    },
  ],
}
