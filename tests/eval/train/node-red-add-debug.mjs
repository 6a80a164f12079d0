// A node is dragged from a palette onto a canvas, named, and deployed.

import { deploy } from '../apps/node-red.mjs'

async function add(person, { name }, y = 360) {
  const { page } = person
  await page.locator('.red-ui-flow-node').first().waitFor()
  await person.drag(
    page.locator('.red-ui-palette-node', { hasText: 'debug' }).first(),
    page.locator('#red-ui-workspace-chart'),
    { toPosition: { x: 420, y } },
  )
  const fresh = page.locator(
    '.red-ui-flow-node.red-ui-flow-node-selected, .red-ui-flow-node-highlighted, .red-ui-flow-node.selected',
  )
  await fresh.first().waitFor()
  await person.doubleClick(fresh.first())
  await person.type('#node-input-name', name)
  await person.click('#node-dialog-ok')
}

const fresh = (name) => ({
  type: 'debug',
  name,
  active: true,
  tosidebar: true,
  console: false,
  tostatus: false,
  complete: 'payload',
  targetType: 'msg',
  statusVal: '',
  statusType: 'auto',
  wires: [],
})

export default {
  app: 'node-red',
  kinds: ['canvas', 'drag and drop', 'single-page app'],
  goal: 'Add a debug node with a name and deploy it',
  values: { name: 'probe' },
  perform: async (person, app, values) => {
    await add(person, values)
    await deploy(person)
  },
  truth: {
    inputs: [{ name: 'name', value: 'probe', source: 'given', changes: true }],
    effects: [{ name: 'the node is deployed', kind: 'created', values: ['name'] }],
    expected: (before, { name }) =>
      [...before, fresh(name)].sort((a, b) =>
        `${a.type} ${a.name}` < `${b.type} ${b.name}` ? -1 : 1,
      ),
    done: 'The flow has a debug node of this name, and nothing is left to deploy',
  },
  right: [
    { name: 'another name', values: { name: 'watch' } },
    { name: 'a name of two words', values: { name: 'second look' } },
  ],
  faults: [
    {
      name: 'it is not deployed',
      kind: 'half done',
      values: { name: 'watch' },
      perform: (person, app, values) => add(person, values),
    },
    {
      name: 'it is gone again',
      kind: 'says saved but is not',
      values: { name: 'watch' },
      behind: (app) => app.change('watch', null),
    },
    {
      name: 'it has another name',
      kind: 'one field wrong',
      values: { name: 'watch' },
      behind: (app) => app.change('watch', { name: 'witch' }),
    },
    {
      name: 'it is added twice',
      kind: 'done twice',
      values: { name: 'watch' },
      perform: async (person, app, values) => {
        await add(person, values)
        await deploy(person)
        await person.page.keyboard.press('Escape')
        await add(person, values, 290)
        await deploy(person)
      },
    },
    {
      name: 'another node is removed',
      kind: 'other record touched',
      values: { name: 'watch' },
      behind: (app) => app.change('every evening', null),
    },
  ],
}
