// Pictures of an event become small ones of a given width, in a folder of their own, with a page of them.

async function shrink(person, { event, width }) {
  await person.command(`mkdir -p small/${event}`)
  await person.command(
    `for f in photos/${event}/*.png; do convert "$f" -resize ${width}x "small/${event}/$(basename "$f" .png).gif"; done`,
  )
}

async function index(person, { event }) {
  await person.command(`ls small/${event} | sed 's/.*/<img src="&">/' > small/${event}.html`)
}

async function publish(person, app, values) {
  await person.command(`ls photos/${values.event}`)
  await shrink(person, values)
  await index(person, values)
}

const PICTURES = { fair: ['gate', 'stage', 'tent'], walk: ['hill', 'lake'], choir: ['hall', 'row'] }

/** Pictures as their size and kind. */
async function read(app) {
  const files = await app.read()
  for (const name of Object.keys(files))
    if (/\.(png|gif)$/.test(name))
      files[name] = await app.sh(`identify -format '%m %wx%h' ${name}`).catch(() => 'damaged')
  return files
}

const asked = { event: 'choir', width: '20' }
const walk = { event: 'walk', width: '10' }

export default {
  app: 'shell',
  kinds: ['bash', 'pictures', 'loop of the shell'],
  watch: ['terminal'],
  goal: 'Make small pictures of an event and a page that shows them',
  prepare: async (app) => {
    for (const [event, names] of Object.entries(PICTURES)) {
      await app.sh(`mkdir -p photos/${event} small`)
      for (const name of names)
        await app.sh(`convert -size 40x20 xc:navy photos/${event}/${name}.png`)
    }
    await app.sh('echo "<p>Nothing yet</p>" > small/index.html')
  },
  read,
  values: { event: 'fair', width: '16' },
  perform: publish,
  truth: {
    inputs: [
      { name: 'event', value: 'fair', source: 'given', changes: true },
      { name: 'width', value: '16', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the small pictures are there', kind: 'file', values: ['event', 'width'] },
      { name: 'the page shows them', kind: 'file', values: ['event'] },
    ],
    expected: (before, { event, width }) => {
      const names = PICTURES[event]
      const out = { ...before }
      for (const name of names) out[`small/${event}/${name}.gif`] = `GIF ${width}x${width / 2}`
      out[`small/${event}.html`] = names.map((name) => `<img src="${name}.gif">\n`).join('')
      return Object.fromEntries(Object.entries(out).sort(([a], [b]) => (a < b ? -1 : 1)))
    },
    done: 'Each picture of the event is there in the width that was asked for, and the page shows each',
  },
  right: [
    { name: 'another event', values: asked },
    {
      name: 'another way: mogrify, and a loop for the page',
      values: walk,
      perform: async (person, app, { event, width }) => {
        await person.command(`mkdir small/${event}`)
        await person.command(
          `mogrify -format gif -resize ${width}x -path small/${event} photos/${event}/*.png`,
        )
        await person.command(
          `for f in $(ls small/${event}); do echo "<img src=\\"$f\\">"; done > small/${event}.html`,
        )
      },
    },
  ],
  faults: [
    {
      name: 'the width of the demonstration is used again',
      kind: 'one field wrong',
      values: asked,
      does: { width: '16' },
    },
    {
      name: 'the page is written before the pictures',
      kind: 'empty or old file',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(`mkdir -p small/${values.event}`)
        await index(person, values)
        await shrink(person, values)
      },
    },
    {
      name: 'one picture is left out',
      kind: 'half done',
      values: walk,
      perform: async (person, app, values) => {
        await publish(person, app, values)
        await person.command(`rm small/${values.event}/lake.gif`)
      },
    },
    {
      name: 'the large ones are made small as well',
      kind: 'other record touched',
      values: walk,
      perform: async (person, app, values) => {
        await publish(person, app, values)
        await person.command(`mogrify -resize ${values.width}x photos/${values.event}/*.png`)
      },
    },
    {
      name: 'a picture is damaged behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { event }) => app.sh(`: > small/${event}/hall.gif`),
    },
  ],
}
