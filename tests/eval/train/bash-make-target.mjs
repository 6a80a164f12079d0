// A Makefile gets a target for another chapter: its rule with a tab, its name in the list of all, and then
// it is made.

const WORDS = {
  intro: 'Why a garden',
  soil: 'Soil\nClay and sand',
  water: 'Water\nRain\nWells',
  seeds: 'Seeds\nBuy or keep\nStore dry',
  tools: 'Tools\nSpade',
}
const rule = ({ chapter, from }) =>
  `\nout/${chapter}.txt: text/${from}.md\n\tfold -s -w 20 $< > $@\n`

async function addRule(person, { chapter, from }) {
  await person.command(
    `printf '\\nout/%s.txt: text/%s.md\\n\\tfold -s -w 20 $< > $@\\n' ${chapter} ${from} >> Makefile`,
  )
}

async function list(person, { chapter }) {
  await person.command(`sed -i 's/^CHAPTERS =.*/& ${chapter}/' Makefile`)
}

async function addChapter(person, app, values) {
  await person.command('head -4 Makefile')
  await addRule(person, values)
  await list(person, values)
  await person.command(`make out/${values.chapter}.txt`)
}

const asked = { chapter: 'watering', from: 'water' }
const seeds = { chapter: 'sowing', from: 'seeds' }
const made = (from) => `${WORDS[from]}\n`

export default {
  app: 'shell',
  kinds: ['bash', 'make', 'tabs'],
  watch: ['terminal'],
  goal: 'Add a chapter to the Makefile of the book and make it',
  prepare: async (app) => {
    await app.sh(`mkdir text out
cat > Makefile <<'END'
CHAPTERS = start

all: $(CHAPTERS:%=out/%.txt)
${rule({ chapter: 'start', from: 'intro' })}END
cp /dev/null log.txt`)
    for (const [name, text] of Object.entries(WORDS))
      await app.sh(`cat > text/${name}.md <<'END'\n${text}\nEND`)
    await app.sh('make -s all')
  },
  values: { chapter: 'ground', from: 'soil' },
  perform: addChapter,
  truth: {
    inputs: [
      { name: 'chapter', value: 'ground', source: 'given', changes: true },
      { name: 'text', value: 'soil', source: 'given', changes: true },
      { name: 'width', value: '20', source: 'constant', changes: false },
    ],
    literals: ['ground.txt', 'soil.md'],
    effects: [
      { name: 'the rule is in the Makefile', kind: 'file', values: ['chapter', 'text'] },
      { name: 'the chapter is made', kind: 'file', values: ['chapter'] },
    ],
    expected: (before, { chapter, from }) =>
      Object.fromEntries(
        Object.entries({
          ...before,
          Makefile:
            before.Makefile.replace(/^CHAPTERS =.*/m, (line) => `${line} ${chapter}`) +
            rule({ chapter, from }),
          [`out/${chapter}.txt`]: made(from),
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    done: 'The Makefile lists the chapter and has its rule, and the file of the chapter has its text',
  },
  right: [
    { name: 'another chapter', values: asked },
    {
      name: 'another way: echo with escapes, and everything is made',
      values: seeds,
      perform: async (person, app, { chapter, from }) => {
        await person.command(
          `echo -e '\\nout/${chapter}.txt: text/${from}.md\\n\\tfold -s -w 20 $< > $@' >> Makefile`,
        )
        await person.command(`sed -i '1s/$/ ${chapter}/' Makefile`)
        await person.command('make')
      },
    },
  ],
  faults: [
    {
      name: 'it is not listed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await addRule(person, values)
        await person.command(`make out/${values.chapter}.txt`)
      },
    },
    {
      name: 'the rule takes the text of the demonstration',
      kind: 'one field wrong',
      values: seeds,
      does: { from: 'soil' },
    },
    {
      name: 'it is not made',
      kind: 'says saved but is not',
      values: seeds,
      perform: async (person, app, values) => {
        await addRule(person, values)
        await list(person, values)
        await person.command(`make -n out/${values.chapter}.txt`)
      },
    },
    {
      name: 'it is listed twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await addRule(person, values)
        await list(person, values)
        await list(person, values)
        await person.command(`make out/${values.chapter}.txt`)
      },
    },
    {
      name: 'the list loses its first chapter',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await addRule(person, values)
        await person.command(`sed -i 's/^CHAPTERS =.*/CHAPTERS = ${values.chapter}/' Makefile`)
        await person.command(`make out/${values.chapter}.txt`)
      },
    },
    {
      name: 'the chapter is emptied behind the screen',
      kind: 'empty or old file',
      values: seeds,
      behind: (app, { chapter }) => app.sh(`: > out/${chapter}.txt`),
    },
  ],
}
