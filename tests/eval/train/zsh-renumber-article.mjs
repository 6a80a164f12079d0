// An article gets another number: in the names of its pictures, wherever they lie, in the price list, and
// on the pages that mention it.

const PICTURES = {
  'pictures/front': [
    'A-1042_front.jpg',
    'A-10420_front.jpg',
    'A-1077_front.jpg',
    'B-310_front.jpg',
  ],
  'pictures/detail': ['A-1042_lid.jpg', 'A-1042_spout.jpg', 'A-1077_handle.jpg', 'B-310_cup.jpg'],
  'pictures/detail/old': ['A-1042_lid-2029.jpg', 'B-310_cup-2028.jpg'],
}
const ARTICLES = {
  'A-1042': 'Teapot,39.00',
  'A-10420': 'Lid of the teapot,9.00',
  'A-1077': 'Pan,54.00',
  'B-310': 'Mug,12.50',
}
const PAGES = {
  'pages/tea.md': '# Tea\n\nThe teapot A-1042 holds a litre. Its lid A-10420 is sold alone.\n',
  'pages/gifts.md': '# Gifts\n\n- A-1042 in blue\n- B-310, two of them\n- A-1042 in white\n',
  'pages/kitchen.md': '# Kitchen\n\nPan A-1077, for every stove.\n',
}

async function look(person, { old }) {
  await person.command(`find pictures -name '${old}_*'`)
  await person.command(`grep -rnw ${old} pages`)
}

async function rename(person, { old, number }) {
  await person.command(
    `for f in pictures/**/${old}_*.jpg; do mv -v $f \${f/${old}_/${number}_}; done`,
  )
}

async function list(person, { old, number }) {
  await person.command(`sed -i 's/^${old},/${number},/' articles.csv`)
}

async function mention(person, { old, number }) {
  await person.command(`grep -rlw ${old} pages | xargs sed -i 's/\\b${old}\\b/${number}/g'`)
}

async function note(person, { old, number }) {
  await person.command(`echo '${old},${number}' >> renumbered.csv`)
}

async function renumber(person, app, values) {
  await person.command(`grep ${values.old} articles.csv`)
  await look(person, values)
  await rename(person, values)
  await list(person, values)
  await mention(person, values)
  await look(person, values)
  await note(person, values)
}

function expected(before, { old, number }) {
  const whole = new RegExp(`\\b${old}\\b`, 'g')
  const files = {}
  for (const [name, text] of Object.entries(before)) {
    if (name.startsWith('pictures/')) files[name.replace(`/${old}_`, `/${number}_`)] = text
    else if (name === 'renumbered.csv') files[name] = `${text}${old},${number}\n`
    else files[name] = text.replace(whole, number)
  }
  return files
}

const asked = { old: 'B-310', number: 'M-310' }
const pan = { old: 'A-1077', number: 'P-077' }

export default {
  app: 'shell',
  kinds: ['zsh', 'rename', 'loop'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Give an article another number everywhere: pictures, price list and pages',
  prepare: async (app) => {
    await app.sh(
      'mkdir -p pictures/front pictures/detail/old pages; echo A-0900,C-900 > renumbered.csv',
    )
    for (const [folder, names] of Object.entries(PICTURES))
      for (const name of names) await app.sh(`echo 'picture ${name}' > ${folder}/${name}`)
    const rows = Object.entries(ARTICLES).map((row) => row.join(','))
    await app.sh(`printf '%s\\n' number,name,price '${rows.join("' '")}' > articles.csv`)
    for (const [name, text] of Object.entries(PAGES))
      await app.sh(`cat > ${name} <<'END'\n${text}END\n`)
  },
  values: { old: 'A-1042', number: 'T-1042' },
  perform: renumber,
  truth: {
    inputs: [
      { name: 'old', value: 'A-1042', source: 'given', changes: true },
      { name: 'number', value: 'T-1042', source: 'given', changes: true },
      { name: 'list', value: 'articles.csv', source: 'constant', changes: false },
      { name: 'pages', value: 'pages', source: 'constant', changes: false },
    ],
    literals: ['A-1042_', 'T-1042_'],
    effects: [
      { name: 'the pictures have the new number', kind: 'file', values: ['number'] },
      { name: 'the price list has it', kind: 'file', values: ['number'] },
      { name: 'the pages mention it', kind: 'file', values: ['number'] },
      { name: 'both numbers are noted', kind: 'file', values: ['old', 'number'] },
    ],
    expected,
    done: 'Nothing but renumbered.csv has the old number, and pictures, price list and pages have the new one',
  },
  right: [
    { name: 'an article with pictures in an old folder', values: asked },
    {
      name: 'another way: zmv, and the pages one by one',
      values: pan,
      perform: async (person, app, { old, number }) => {
        await person.command('autoload -U zmv')
        await person.command(`zmv -v 'pictures/(**/)${old}_(*)' 'pictures/$1${number}_$2'`)
        await person.command(`sed -i s/${old}/${number}/ articles.csv pages/kitchen.md`)
        await note(person, { old, number })
      },
    },
    { name: 'the part of another article', values: { old: 'A-10420', number: 'T-1043' } },
  ],
  faults: [
    {
      name: 'the pictures in folders of folders keep the old number',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { old, number } = values
        await look(person, values)
        await person.command(
          `for f in pictures/*/${old}_*.jpg; do mv -v $f \${f/${old}_/${number}_}; done`,
        )
        await list(person, values)
        await mention(person, values)
        await note(person, values)
      },
    },
    {
      name: 'only the first mention of a page is changed',
      kind: 'half done',
      values: { old: 'A-1042', number: 'K-42' },
      perform: async (person, app, values) => {
        const { old, number } = values
        await look(person, values)
        await rename(person, values)
        await list(person, values)
        await person.command(`sed -i '0,/${old}/ s/${old}/${number}/' pages/tea.md pages/gifts.md`)
        await note(person, values)
      },
    },
    {
      name: 'a longer number is changed as well',
      kind: 'other record touched',
      values: { old: 'A-1042', number: 'K-42' },
      perform: async (person, app, values) => {
        const { old, number } = values
        await look(person, values)
        await rename(person, values)
        await list(person, values)
        await person.command(`sed -i 's/${old}/${number}/g' pages/*.md`)
        await note(person, values)
      },
    },
    {
      name: 'the price list gets the new number with a typing error',
      kind: 'one field wrong',
      values: pan,
      perform: async (person, app, values) => {
        await look(person, values)
        await rename(person, values)
        await list(person, { ...values, number: 'P-O77' })
        await mention(person, values)
        await note(person, values)
      },
    },
    {
      name: 'the change of the price list is only printed',
      kind: 'says saved but is not',
      values: pan,
      perform: async (person, app, values) => {
        await look(person, values)
        await rename(person, values)
        await person.command(`sed 's/^${values.old},/${values.number},/' articles.csv`)
        await mention(person, values)
        await note(person, values)
      },
    },
    {
      name: 'the numbers are noted twice',
      kind: 'done twice',
      values: pan,
      perform: async (person, app, values) => {
        await renumber(person, app, values)
        await note(person, values)
      },
    },
    {
      name: 'another article is renumbered',
      kind: 'wrong record',
      needs: 'request',
      values: pan,
      does: { old: 'B-310' },
    },
    {
      name: 'one picture gets its old name again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await renumber(person, app, values)
        await person.command(
          `mv pictures/detail/${values.number}_cup.jpg pictures/detail/${values.old}_cup.jpg`,
        )
      },
    },
    {
      name: 'a page is emptied behind the screen',
      kind: 'empty or old file',
      values: asked,
      behind: (app) => app.sh(': > pages/gifts.md'),
    },
  ],
}
