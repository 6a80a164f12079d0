// Recordings of a room get the number of the talk and the code of the meeting in their names, in a loop;
// a programme in CSV is written beside them.

const ROOMS = {
  hall: ['opening', 'rivers', 'closing'],
  attic: ['birds', 'moss'],
  cellar: ['salt', 'lamps', 'doors'],
}
const pad = (at) => String(at + 1).padStart(2, '0')

async function rename(person, { room, meeting }) {
  await person.command(
    `set n 1; for f in rooms/${room}/*.wav; mv $f rooms/${room}/${meeting}_(printf %02d $n)_(basename $f); set n (math $n + 1); end`,
  )
}

async function programme(person, { room, meeting }) {
  await person.command(
    `for f in (ls rooms/${room} | grep ${meeting}_); echo $f | sed -E 's/^([^_]+)_([0-9]+)_(.*)\\.wav/\\1,\\2,\\3/' >> programme.csv; end`,
  )
}

async function number(person, app, values) {
  await person.command(`ls rooms/${values.room}`)
  await rename(person, values)
  await programme(person, values)
  await person.command('tail -3 programme.csv')
}

const asked = { room: 'attic', meeting: 'gv32' }
const cellar = { room: 'cellar', meeting: 'rt07' }

export default {
  app: 'shell',
  kinds: ['fish', 'loop of the shell', 'rename'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Number the recordings of a room for a meeting and add them to the programme',
  prepare: async (app) => {
    await app.sh(
      'mkdir rooms; echo meeting,talk,title > programme.csv; echo gv30,01,hello >> programme.csv',
    )
    for (const [room, names] of Object.entries(ROOMS)) {
      await app.sh(`mkdir rooms/${room}; echo ${room} > rooms/${room}/NOTES`)
      for (const name of names) await app.sh(`echo 'sound of ${name}' > rooms/${room}/${name}.wav`)
    }
  },
  values: { room: 'hall', meeting: 'gv31' },
  perform: number,
  truth: {
    inputs: [
      { name: 'room', value: 'hall', source: 'given', changes: true },
      { name: 'meeting', value: 'gv31', source: 'given', changes: true },
    ],
    literals: ['rooms/hall', 'gv31_'],
    effects: [
      { name: 'the recordings have their names', kind: 'file', values: ['room', 'meeting'] },
      { name: 'the programme has them', kind: 'file', values: ['meeting'] },
    ],
    expected: (before, { room, meeting }) => {
      const out = { ...before }
      for (const [at, name] of [...ROOMS[room]].sort().entries()) {
        delete out[`rooms/${room}/${name}.wav`]
        out[`rooms/${room}/${meeting}_${pad(at)}_${name}.wav`] = `sound of ${name}\n`
        out['programme.csv'] += `${meeting},${pad(at)},${name}\n`
      }
      return Object.fromEntries(Object.entries(out).sort(([a], [b]) => (a < b ? -1 : 1)))
    },
    done: 'Each recording of the room has meeting and number in its name, and the programme has a line for each',
  },
  right: [
    { name: 'another room', values: asked },
    {
      name: 'another way: each by itself',
      values: cellar,
      perform: async (person, app, { room, meeting }) => {
        await person.command(`cd rooms/${room}`)
        for (const [at, name] of [...ROOMS[room]].sort().entries()) {
          await person.command(`mv ${name}.wav ${meeting}_${pad(at)}_${name}.wav`)
          await person.command(`echo ${meeting},${pad(at)},${name} >> ../../programme.csv`)
        }
        await person.command('cd ../..')
      },
    },
  ],
  faults: [
    {
      name: 'the programme is not written',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => rename(person, values),
    },
    {
      name: 'the programme is written twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await number(person, app, values)
        await programme(person, values)
      },
    },
    {
      name: 'the numbers start at nought',
      kind: 'one field wrong',
      values: cellar,
      perform: async (person, app, { room, meeting }) => {
        await person.command(
          `set n 0; for f in rooms/${room}/*.wav; mv $f rooms/${room}/${meeting}_(printf %02d $n)_(basename $f); set n (math $n + 1); end`,
        )
        await programme(person, { room, meeting })
      },
    },
    {
      name: 'the programme has the meeting of before',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await rename(person, values)
        await person.command(
          `for f in (ls rooms/${values.room} | grep ${values.meeting}_); echo $f | sed -E 's/^([^_]+)_([0-9]+)_(.*)\\.wav/gv31,\\2,\\3/' >> programme.csv; end`,
        )
      },
    },
    {
      name: 'the notes of the room are renamed as well',
      kind: 'other record touched',
      values: cellar,
      perform: async (person, app, values) => {
        await number(person, app, values)
        await person.command(
          `mv rooms/${values.room}/NOTES rooms/${values.room}/${values.meeting}_NOTES`,
        )
      },
    },
    {
      name: 'a recording is emptied behind the screen',
      kind: 'says saved but is not',
      values: cellar,
      behind: (app, { room, meeting }) => app.sh(`: > rooms/${room}/${meeting}_02_lamps.wav`),
    },
    {
      name: 'another room is numbered',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { room: 'cellar' },
    },
  ],
}
