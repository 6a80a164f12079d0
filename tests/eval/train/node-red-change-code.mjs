// A node of a canvas is opened by a double click, and its code is written in a code editor.

import { deploy } from '../apps/node-red.mjs'

const node = (page, name) => page.locator('.red-ui-flow-node', { hasText: name })

async function edit(person, { node: name, code }) {
  const { page } = person
  await node(page, name).first().waitFor()
  await person.doubleClick(node(page, name).first())
  await page.locator('#node-dialog-ok').waitFor()
  await person.edit(page.locator('.monaco-editor .view-lines:visible').first(), code)
  await person.click('#node-dialog-ok')
}

const set = (before, name, change) =>
  before.map((one) => (one.name === name ? { ...one, ...change } : one))

export default {
  app: 'node-red',
  kinds: ['canvas', 'code editor', 'single-page app'],
  goal: 'Change the code of a function node and deploy',
  values: { node: 'to degrees', code: 'msg.payload += 273;' },
  perform: async (person, app, values) => {
    await edit(person, values)
    await deploy(person)
  },
  prepare: async (app) => {
    const flows = await (await fetch(`${app.address}/flows`)).json()
    const first = flows.find((one) => one.name === 'to degrees')
    const second = { ...first, id: 'f1', name: 'to percent', y: 320, wires: [['d1']] }
    await fetch(`${app.address}/flows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([...flows, second]),
    })
  },
  truth: {
    inputs: [
      { name: 'node', value: 'to degrees', source: 'given', changes: true },
      { name: 'code', value: 'msg.payload += 273;', source: 'given', changes: true },
    ],
    effects: [{ name: 'the code is deployed', kind: 'changed', values: ['node', 'code'] }],
    expected: (before, { node: name, code }) => set(before, name, { func: code }),
    done: 'The function node has the new code, and nothing is left to deploy',
  },
  right: [
    { name: 'other code', values: { code: 'msg.payload -= 32;' } },
    { name: 'another node', values: { node: 'to percent', code: 'msg.payload *= 100;' } },
  ],
  faults: [
    {
      name: 'it is not deployed',
      kind: 'half done',
      values: { code: 'msg.payload -= 32;' },
      perform: (person, app, values) => edit(person, values),
    },
    {
      name: 'the code is as before',
      kind: 'says saved but is not',
      values: { code: 'msg.payload -= 32;' },
      behind: (app) => app.change('to degrees', { func: 'return msg;' }),
    },
    {
      name: 'the code is put back afterwards',
      kind: 'undone after',
      values: { code: 'msg.payload -= 32;' },
      perform: async (person, app, values) => {
        await edit(person, values)
        await deploy(person)
        await edit(person, { node: values.node, code: 'return msg;' })
        await deploy(person)
      },
    },
    {
      name: 'another node is changed',
      kind: 'wrong record',
      needs: 'request',
      values: { node: 'to percent', code: 'msg.payload *= 100;' },
      does: { node: 'to degrees' },
    },
    {
      name: 'the output is changed as well',
      kind: 'other record touched',
      values: { code: 'msg.payload -= 32;' },
      behind: (app) => app.change('log', { active: false }),
    },
  ],
}
