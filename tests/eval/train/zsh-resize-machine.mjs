// A section of an ini file is changed between its header and the next one; a new disk gets a section of its
// own at the end.

const INI = `[alder]
memory = 2048
cores = 2
disk = alder-root

[birch]
memory = 4096
cores = 4
disk = birch-root

[cedar]
memory = 1024
cores = 1
disk = cedar-root
`

async function memory(person, { machine, memory }) {
  await person.command(
    `sed -i '/^\\[${machine}\\]/,/^\\[/s/^memory = .*/memory = ${memory}/' machines.ini`,
  )
}

async function disk(person, { machine, disk, size }) {
  await person.command(
    `cat >> disks.ini <<'END'\n\n[${disk}]\nowner = ${machine}\nsize = ${size}G\nformat = ext4\nEND`,
  )
}

async function resize(person, app, values) {
  await person.command(`sed -n '/${values.machine}/,/^$/p' machines.ini`)
  await memory(person, values)
  await disk(person, values)
  await person.command("grep -c '^\\[' disks.ini")
}

const asked = { machine: 'cedar', memory: '3072', disk: 'cedar-data', size: '40' }
const other = { machine: 'birch', memory: '6144', disk: 'scratch', size: '12' }

export default {
  app: 'shell',
  kinds: ['zsh', 'ini', 'sed by range', 'here-document'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Give a machine more memory and a new disk',
  prepare: (app) =>
    app.sh(
      `cat > machines.ini <<'END'\n${INI}END\nprintf '[backup]\\nowner = alder\\nsize = 100G\\nformat = xfs\\n' > disks.ini`,
    ),
  values: { machine: 'alder', memory: '8192', disk: 'alder-media', size: '250' },
  perform: resize,
  truth: {
    inputs: [
      { name: 'machine', value: 'alder', source: 'given', changes: true },
      { name: 'memory', value: '8192', source: 'given', changes: true },
      { name: 'disk', value: 'alder-media', source: 'given', changes: true },
      { name: 'size', value: '250', forms: ['250G'], source: 'given', changes: true },
      { name: 'format', value: 'ext4', source: 'given', changes: true, optional: true },
    ],
    effects: [
      { name: 'the machine has the memory', kind: 'file', values: ['machine', 'memory'] },
      { name: 'the disk is there', kind: 'file', values: ['disk', 'machine', 'size'] },
    ],
    expected: (before, { machine, memory, disk, size }) => ({
      'disks.ini': `${before['disks.ini']}\n[${disk}]\nowner = ${machine}\nsize = ${size}G\nformat = ext4\n`,
      'machines.ini': before['machines.ini'].replace(
        new RegExp(`(\\[${machine}\\]\\nmemory = ).*`),
        `$1${memory}`,
      ),
    }),
    done: 'The section of the machine has the memory, and disks.ini has a section for the disk with owner and size',
  },
  right: [
    { name: 'another machine', values: asked },
    {
      name: 'another way: Python and printf',
      values: other,
      perform: async (person, app, { machine, memory, disk, size }) => {
        await person.command(
          `python3 -c 'import configparser as c; p = c.ConfigParser(); p.read("machines.ini"); p["${machine}"]["memory"] = "${memory}"; p.write(open("m.ini", "w"))' && sed '$d' m.ini > machines.ini; rm m.ini`,
        )
        await person.command(
          `printf '\\n[%s]\\nowner = %s\\nsize = %s\\nformat = ext4\\n' ${disk} ${machine} ${size}G >> disks.ini`,
        )
      },
    },
  ],
  faults: [
    {
      name: 'every machine gets the memory',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(`sed -i 's/^memory = .*/memory = ${values.memory}/' machines.ini`)
        await disk(person, values)
      },
    },
    {
      name: 'the size has no unit',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await memory(person, values)
        await person.command(
          `cat >> disks.ini <<'END'\n\n[${values.disk}]\nowner = ${values.machine}\nsize = ${values.size}\nformat = ext4\nEND`,
        )
      },
    },
    {
      name: 'the disk belongs to the machine of the demonstration',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        await memory(person, values)
        await disk(person, { ...values, machine: 'alder' })
      },
    },
    {
      name: 'the memory is not changed',
      kind: 'half done',
      values: other,
      perform: (person, app, values) => disk(person, values),
    },
    {
      name: 'the disks are written over',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await memory(person, values)
        await person.command(
          `printf '\\n[${values.disk}]\\nowner = ${values.machine}\\nsize = ${values.size}G\\nformat = ext4\\n' >| disks.ini`,
        )
      },
    },
    {
      name: 'the memory is put back behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.sh(`sed -i 's/3072/1024/' machines.ini`),
    },
  ],
}
