// The files of a delivery are checked against their checksums. Which ones are damaged is read in what the
// check prints; each is put aside and asked for again.

import { createHash } from 'node:crypto'

/** What each delivery has, and which of its files came damaged. */
const DELIVERIES = {
  'run-0611': { files: 6, damaged: [3, 5] },
  'run-0618': { files: 4, damaged: [1, 4] },
  'run-0625': { files: 5, damaged: [2] },
  'run-0702': { files: 5, damaged: [1, 3, 4] },
}

const nameOf = (at) => `plate-${at}.csv`
const textOf = (delivery, at) =>
  `well,signal\nA1,0.${at}4\nA2,0.${at}${Number(delivery.slice(-2)) % 10}\n`
const cut = (text) => text.slice(0, -4)
const sum = (text) => createHash('sha256').update(text).digest('hex')
const numbers = (delivery) => Array.from({ length: DELIVERIES[delivery].files }, (_, at) => at + 1)
const damagedOf = (delivery) => DELIVERIES[delivery].damaged.map(nameOf)
const goodOf = (delivery) =>
  numbers(delivery).filter((at) => !DELIVERIES[delivery].damaged.includes(at))

async function check(person, { delivery }) {
  await person.command(`cd incoming/${delivery}`)
  await person.command('sha256sum -c SHA256SUMS')
}

async function putAside(person, { delivery, ticket }, names) {
  await person.command(`mkdir -p ../../damaged/${delivery}`)
  for (const name of names) {
    await person.command(`mv ${name} ../../damaged/${delivery}/`)
    await person.command(`echo ${ticket},${delivery},${name} >> ../../ask-again.csv`)
  }
}

async function accept(person) {
  await person.command('sha256sum plate-*.csv > ACCEPTED')
  await person.command('sha256sum -c ACCEPTED')
  await person.command('cd ../..')
}

async function receive(person, app, values) {
  await person.command('ls incoming')
  await check(person, values)
  await putAside(person, values, damagedOf(values.delivery))
  await accept(person)
  await person.command('cat ask-again.csv')
}

function expected(before, { delivery, ticket }) {
  const state = { ...before }
  for (const name of damagedOf(delivery)) {
    state[`damaged/${delivery}/${name}`] = state[`incoming/${delivery}/${name}`]
    delete state[`incoming/${delivery}/${name}`]
    state['ask-again.csv'] += `${ticket},${delivery},${name}\n`
  }
  state[`incoming/${delivery}/ACCEPTED`] = goodOf(delivery)
    .map((at) => `${sum(textOf(delivery, at))}  ${nameOf(at)}\n`)
    .join('')
  return state
}

const asked = { delivery: 'run-0618', ticket: 'LAB-318' }
const three = { delivery: 'run-0702', ticket: 'LAB-340' }

export default {
  app: 'shell',
  kinds: ['fish', 'checksums', 'loop', 'read value'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Check a delivery of the lab against its checksums, put damaged files aside and ask for them again',
  prepare: async (app) => {
    await app.sh(
      "mkdir -p incoming damaged/run-0604; echo 'well,sig' > damaged/run-0604/plate-2.csv; echo LAB-290,run-0604,plate-2.csv > ask-again.csv",
    )
    for (const [delivery, { damaged }] of Object.entries(DELIVERIES)) {
      const folder = `incoming/${delivery}`
      await app.sh(`mkdir ${folder}`)
      for (const at of numbers(delivery)) {
        const text = textOf(delivery, at)
        await app.sh(
          `printf %s '${damaged.includes(at) ? cut(text) : text}' > ${folder}/${nameOf(at)}`,
        )
        await app.sh(`echo '${sum(text)}  ${nameOf(at)}' >> ${folder}/SHA256SUMS`)
      }
    }
  },
  values: { delivery: 'run-0611', ticket: 'LAB-311' },
  perform: receive,
  truth: {
    inputs: [
      { name: 'delivery', value: 'run-0611', source: 'given', changes: true },
      { name: 'ticket', value: 'LAB-311', source: 'given', changes: true },
      { name: 'damaged', value: damagedOf('run-0611'), source: 'read', changes: true },
      { name: 'list', value: 'ask-again.csv', source: 'constant', changes: false },
    ],
    loops: [{ over: ['damaged'], kind: 'loop' }],
    literals: ['incoming/run-0611', 'damaged/run-0611'],
    effects: [
      { name: 'the damaged files are put aside', kind: 'file', values: ['delivery'] },
      { name: 'they are asked for again', kind: 'file', values: ['ticket', 'delivery'] },
      { name: 'the good files are accepted', kind: 'file', values: ['delivery'] },
    ],
    expected,
    done: 'Every file that fails the check lies in the folder of damaged ones and has a line in ask-again.csv, and ACCEPTED has the sums of the others',
  },
  right: [
    { name: 'another delivery', values: asked },
    { name: 'one damaged file', values: { delivery: 'run-0625', ticket: 'LAB-325' } },
    {
      name: 'another way: a loop over what the check prints',
      values: three,
      perform: async (person, app, { delivery, ticket }) => {
        await person.command(`cd incoming/${delivery}`)
        await person.command(
          "set bad (sha256sum -c SHA256SUMS 2>/dev/null | string match -r '.*(?=: FAILED)')",
        )
        await person.command('echo $bad')
        await person.command(`mkdir ../../damaged/${delivery}`)
        await person.command(`mv $bad ../../damaged/${delivery}`)
        await person.command(
          `for f in $bad; echo ${ticket},${delivery},$f >> ../../ask-again.csv; end`,
        )
        await person.command('sha256sum *.csv > ACCEPTED')
        await person.command('cd -')
      },
    },
  ],
  faults: [
    {
      name: 'the files of the demonstration are put aside, though others are damaged',
      kind: 'wrong record',
      values: three,
      perform: async (person, app, values) => {
        await check(person, values)
        await putAside(person, values, ['plate-3.csv', 'plate-5.csv'])
        await accept(person)
      },
    },
    {
      name: 'one damaged file is forgotten',
      kind: 'half done',
      values: three,
      perform: async (person, app, values) => {
        await check(person, values)
        await putAside(person, values, damagedOf(values.delivery).slice(0, 2))
        await accept(person)
      },
    },
    {
      name: 'nobody asks for the files again',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { delivery }) => {
        await check(person, { delivery })
        await person.command(`mkdir -p ../../damaged/${delivery}`)
        await person.command(`mv ${damagedOf(delivery).join(' ')} ../../damaged/${delivery}/`)
        await accept(person)
      },
    },
    {
      name: 'another file is asked for than was put aside',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, { delivery, ticket }) => {
        await check(person, { delivery })
        await person.command(`mkdir -p ../../damaged/${delivery}`)
        await person.command(`mv plate-1.csv plate-4.csv ../../damaged/${delivery}/`)
        await person.command(`echo ${ticket},${delivery},plate-1.csv >> ../../ask-again.csv`)
        await person.command(`echo ${ticket},${delivery},plate-3.csv >> ../../ask-again.csv`)
        await accept(person)
      },
    },
    {
      name: 'the list is overwritten instead of extended',
      kind: 'other record touched',
      values: { delivery: 'run-0625', ticket: 'LAB-325' },
      perform: async (person, app, { delivery, ticket }) => {
        await check(person, { delivery })
        await person.command(`mkdir -p ../../damaged/${delivery}`)
        await person.command(`mv plate-2.csv ../../damaged/${delivery}/`)
        await person.command(`echo ${ticket},${delivery},plate-2.csv > ../../ask-again.csv`)
        await accept(person)
      },
    },
    {
      name: 'the sums are accepted before the damaged files are put aside',
      kind: 'empty or old file',
      values: asked,
      perform: async (person, app, values) => {
        await check(person, values)
        await person.command('sha256sum plate-*.csv > ACCEPTED')
        await putAside(person, values, damagedOf(values.delivery))
        await person.command('cd ../..')
      },
    },
    {
      name: 'a damaged file is put back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { delivery } = values
        await receive(person, app, values)
        await person.command(`mv damaged/${delivery}/plate-4.csv incoming/${delivery}/`)
      },
    },
    {
      name: 'another delivery is checked',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { delivery: 'run-0625' },
    },
    {
      name: 'a good file is cut after it was accepted',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { delivery }) => app.sh(`sed -i '$d' incoming/${delivery}/plate-2.csv`),
    },
  ],
}
