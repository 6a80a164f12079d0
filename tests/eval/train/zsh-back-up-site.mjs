// A site is packed without its logs, with a sum to check it by; a link leads to the newest one.

async function pack(person, { site, day }) {
  await person.command(`tar czf backups/${site}-${day}.tgz --exclude='*.log' -C sites ${site}`)
}

async function sum(person, { site, day }) {
  await person.command(`(cd backups && sha256sum ${site}-${day}.tgz > ${site}-${day}.tgz.sha256)`)
}

async function point(person, { site, day }) {
  await person.command(`ln -sfn ${site}-${day}.tgz backups/${site}-latest.tgz`)
}

async function backUp(person, app, values) {
  await pack(person, values)
  await sum(person, values)
  await point(person, values)
  await person.command('ls -l backups')
}

/** An archive as the names in it; a sum as whether it is right. */
async function read(app) {
  const files = await app.read()
  for (const name of Object.keys(files)) {
    if (files[name].startsWith('->')) continue
    if (name.endsWith('.tgz'))
      files[name] = await app.sh(`tar tzf ${name} | grep -v /$ | sort`).catch(() => 'damaged')
    if (name.endsWith('.sha256'))
      files[name] = await app.sh(`cd backups && sha256sum -c ../${name}`).catch(() => 'wrong')
  }
  return files
}

const packed = (site) => `${site}/index.html\n${site}/pages/about.html\n`
const asked = { site: 'shop', day: '2031-08-02' }
const blog = { site: 'blog', day: '2031-09-30' }

export default {
  app: 'shell',
  kinds: ['zsh', 'archive', 'link'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Back up a site as it is on a day, with a sum, as the latest one',
  prepare: async (app) => {
    await app.sh('mkdir -p backups')
    for (const site of ['wiki', 'shop', 'blog'])
      await app.sh(`mkdir -p sites/${site}/pages && echo '<h1>${site}</h1>' > sites/${site}/index.html
echo '<p>About ${site}</p>' > sites/${site}/pages/about.html; echo visit > sites/${site}/access.log
tar czf backups/${site}-2031-07-01.tgz --exclude='*.log' -C sites ${site}
cd backups && sha256sum ${site}-2031-07-01.tgz > ${site}-2031-07-01.tgz.sha256 && ln -s ${site}-2031-07-01.tgz ${site}-latest.tgz`)
  },
  read,
  values: { site: 'wiki', day: '2031-08-01' },
  perform: backUp,
  truth: {
    inputs: [
      { name: 'site', value: 'wiki', source: 'given', changes: true },
      { name: 'day', value: '2031-08-01', source: 'given', changes: true },
    ],
    literals: ['wiki-latest.tgz'],
    effects: [
      { name: 'the site is packed', kind: 'file', values: ['site', 'day'] },
      { name: 'there is a sum', kind: 'file', values: ['site', 'day'] },
      { name: 'the link leads to it', kind: 'file', values: ['site', 'day'] },
    ],
    expected: (before, { site, day }) =>
      Object.fromEntries(
        Object.entries({
          ...before,
          [`backups/${site}-${day}.tgz`]: packed(site),
          [`backups/${site}-${day}.tgz.sha256`]: `${site}-${day}.tgz: OK\n`,
          [`backups/${site}-latest.tgz`]: `-> ${site}-${day}.tgz`,
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    done: 'The archive has the pages of the site without its logs, its sum is right, and the link leads to it',
  },
  right: [
    { name: 'another site', values: asked },
    {
      name: 'another way: from within the folders, the old link removed',
      values: blog,
      perform: async (person, app, { site, day }) => {
        await person.command('cd sites')
        await person.command(
          `find ${site} -type f ! -name '*.log' -print0 | tar -c -z --null -T - -f ../backups/${site}-${day}.tgz`,
        )
        await person.command('cd ../backups')
        await person.command(`sha256sum ${site}-${day}.tgz | tee ${site}-${day}.tgz.sha256`)
        await person.command(`rm ${site}-latest.tgz`)
        await person.command(`ln -s ${site}-${day}.tgz ${site}-latest.tgz`)
        await person.command('cd ..')
      },
    },
  ],
  faults: [
    {
      name: 'the logs are packed too',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(
          `tar czf backups/${values.site}-${values.day}.tgz -C sites ${values.site}`,
        )
        await sum(person, values)
        await point(person, values)
      },
    },
    {
      name: 'the link still leads to the old one',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await pack(person, values)
        await sum(person, values)
      },
    },
    {
      name: 'the sum is that of another archive',
      kind: 'one field wrong',
      values: blog,
      perform: async (person, app, values) => {
        await pack(person, values)
        await person.command(
          `sed s/2031-07-01/${values.day}/ backups/${values.site}-2031-07-01.tgz.sha256 > backups/${values.site}-${values.day}.tgz.sha256`,
        )
        await person.command(`echo extra >> backups/${values.site}-${values.day}.tgz`)
        await point(person, values)
      },
    },
    {
      name: 'the archive is cut behind the screen',
      kind: 'says saved but is not',
      values: blog,
      behind: (app, { site, day }) => app.sh(`truncate -s 40 backups/${site}-${day}.tgz`),
    },
    {
      name: 'the older archive is deleted',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await backUp(person, app, values)
        await person.command(`rm backups/${values.site}-2031-07-01.tgz`)
      },
    },
    {
      name: 'the link leads to an archive of another site',
      kind: 'wrong record',
      values: blog,
      perform: async (person, app, values) => {
        await pack(person, values)
        await sum(person, values)
        await person.command(`ln -sfn wiki-2031-07-01.tgz backups/${values.site}-latest.tgz`)
      },
    },
  ],
}
