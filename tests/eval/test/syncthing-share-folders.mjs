// A panel that opens, the dialog of a device, and the folders that it gets, ticked in a list. The dialog of each folder
// offers the same for itself.

import { boxOf, dialog, edit, save, tab } from '../apps/syncthing.mjs'

async function fill(person, { device, folders }) {
  await edit(person, device)
  await tab(person, 'Sharing')
  for (const folder of folders) await person.tick(boxOf(person.page, folder))
}

async function share(person, app, values) {
  await fill(person, values)
  await save(person)
}

const asked = { device: 'Laptop of Ines', folders: ['Minutes', 'Site photos'] }

export default {
  app: 'syncthing',
  kinds: ['single-page app', 'panels', 'dialogs with tabs', 'boxes to tick'],
  goal: 'Share some of our folders with one of the devices',
  values: { device: 'Van computer', folders: ['Drawings', 'Site plans', 'Tenders'] },
  perform: share,
  truth: {
    inputs: [
      { name: 'device', value: 'Van computer', source: 'given', changes: true },
      {
        name: 'folders',
        value: ['Drawings', 'Site plans', 'Tenders'],
        source: 'given',
        changes: true,
      },
    ],
    loops: [{ over: ['folders'], kind: 'list' }],
    effects: [
      { name: 'every folder is shared with it', kind: 'bulk', values: ['device', 'folders'] },
    ],
    expected: (before, { device, folders }) => ({
      ...before,
      folders: Object.fromEntries(
        Object.entries(before.folders).map(([name, one]) => [
          name,
          folders.includes(name) ? { ...one, devices: [...one.devices, device].sort() } : one,
        ]),
      ),
    }),
    done: 'The panel of the device lists these folders besides those that it had',
  },
  right: [
    { name: 'other folders and another device', values: asked },
    { name: 'one folder', values: { device: 'Archive box', folders: ['Drawings'] } },
    {
      name: 'another way: in the dialog of each folder',
      values: asked,
      perform: async (person, app, { device, folders }) => {
        for (const folder of folders) {
          await edit(person, folder)
          await tab(person, 'Sharing')
          await person.tick(boxOf(person.page, device))
          await save(person)
        }
      },
    },
  ],
  faults: [
    {
      name: 'one folder is not shared',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { device, folders }) => app.share(folders[1], device, false),
    },
    {
      name: 'the folders are ticked and nothing is saved',
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
      name: 'one folder is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { folders: ['Minutes'] },
    },
    {
      name: 'a folder with a similar name is ticked',
      kind: 'wrong record',
      needs: 'request',
      values: { device: 'Office server', folders: ['Site photos'] },
      does: { folders: ['Site plans'] },
    },
    {
      name: 'another device gets them',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { device: 'Van computer' },
    },
    {
      name: 'a folder that the device had is not shared any more',
      kind: 'other record touched',
      values: asked,
      perform: (person, app, { device, folders }) =>
        share(person, app, { device, folders: [...folders, 'Drawings'] }),
    },
    {
      name: 'the first folder is unticked again afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await share(person, app, values)
        await edit(person, values.folders[0])
        await tab(person, 'Sharing')
        await person.tick(boxOf(person.page, values.device))
        await save(person)
      },
    },
    {
      name: 'another folder is shared as well',
      kind: 'other record touched',
      values: asked,
      behind: (app, { device }) => app.share('Tenders', device, true),
    },
  ],
}
