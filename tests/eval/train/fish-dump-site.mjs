// Two values of the request are in one file name.

async function dump(person, app, { site, day }) {
  await person.command(`./dump.sh ${site} > backups/${site}_${day}.dump`)
  await person.command(`gzip backups/${site}_${day}.dump`)
  await person.command(`echo ${site} ${day} >> backups/log.txt`)
}

/** What the files hold; archives unpacked. */
async function read(app) {
  const files = await app.read()
  for (const name of Object.keys(files))
    if (name.endsWith('.gz')) files[name] = await app.sh(`gunzip -c ${name}`).catch(() => 'damaged')
  return files
}

export default {
  app: 'shell',
  kinds: ['fish'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Back up a site for a day',
  prepare: (app) =>
    app.sh(
      `mkdir backups; echo start > backups/log.txt; printf '#!/bin/sh\\necho "-- dump of $1"\\necho rows\\n' > dump.sh; chmod +x dump.sh`,
    ),
  read,
  values: { site: 'shop', day: '2031-04-09' },
  perform: dump,
  truth: {
    inputs: [
      { name: 'site', value: 'shop', source: 'given', changes: true },
      { name: 'day', value: '2031-04-09', source: 'given', changes: true },
    ],
    literals: ['shop_2031-04-09'],
    effects: [
      { name: 'the backup holds the dump', kind: 'file', values: ['site', 'day'] },
      { name: 'the log has a line', kind: 'file', values: ['site', 'day'] },
    ],
    expected: (before, { site, day }) =>
      Object.fromEntries(
        Object.entries({
          ...before,
          [`backups/${site}_${day}.dump.gz`]: `-- dump of ${site}\nrows\n`,
          'backups/log.txt': `${before['backups/log.txt']}${site} ${day}\n`,
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    done: 'The packed dump of the site and the day exists and is not empty, and the log names it',
  },
  right: [
    { name: 'another site and day', values: { site: 'blog', day: '2031-05-30' } },
    {
      name: 'another way: a pipe, without the file in between',
      values: { site: 'wiki', day: '2031-06-01' },
      perform: async (person, app, { site, day }) => {
        await person.command(`./dump.sh ${site} | gzip > backups/${site}_${day}.dump.gz`)
        await person.command(`echo ${site} ${day} >> backups/log.txt`)
      },
    },
  ],
  faults: [
    {
      name: 'the dump is empty',
      kind: 'empty or old file',
      values: { site: 'blog', day: '2031-05-30' },
      behind: (app, { site, day }) => app.sh(`printf '' | gzip > backups/${site}_${day}.dump.gz`),
    },
    {
      name: 'the dump of another site is in the file',
      kind: 'one field wrong',
      values: { site: 'blog', day: '2031-05-30' },
      perform: async (person, app, { site, day }) => {
        await person.command(`./dump.sh shop > backups/${site}_${day}.dump`)
        await person.command(`gzip backups/${site}_${day}.dump`)
        await person.command(`echo ${site} ${day} >> backups/log.txt`)
      },
    },
    {
      name: 'the log is not written',
      kind: 'half done',
      values: { site: 'blog', day: '2031-05-30' },
      perform: async (person, app, { site, day }) => {
        await person.command(`./dump.sh ${site} > backups/${site}_${day}.dump`)
        await person.command(`gzip backups/${site}_${day}.dump`)
      },
    },
    {
      name: 'the log is overwritten',
      kind: 'other record touched',
      values: { site: 'blog', day: '2031-05-30' },
      perform: async (person, app, { site, day }) => {
        await person.command(`./dump.sh ${site} > backups/${site}_${day}.dump`)
        await person.command(`gzip backups/${site}_${day}.dump`)
        await person.command(`echo ${site} ${day} > backups/log.txt`)
      },
    },
    {
      name: 'another day is written than was asked for',
      kind: 'wrong record',
      needs: 'request',
      values: { site: 'blog', day: '2031-05-30' },
      does: { day: '2031-05-03' },
    },
    {
      name: 'the backup is removed again',
      kind: 'undone after',
      values: { site: 'blog', day: '2031-05-30' },
      perform: async (person, app, values) => {
        await dump(person, app, values)
        await person.command(`rm backups/${values.site}_${values.day}.dump.gz`)
      },
    },
  ],
}
