// Asks each agent which skills it loads, and compares the answer with what Apprentice reports. Each
// test skill has a quirk that some agents mind and others do not.

import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { Model } from './model.mjs'
import { PROGRAMS } from './programs.mjs'
import { World } from './world.mjs'

const text = (name, description, more = '') =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n# Words\n\nDo it.\n`

/**
 * For each quirk: where the file is in a skills folder, and what it contains. `mark` is unique per
 * quirk and folder.
 */
const QUIRKS = {
  plain: (mark) => [`${mark}/SKILL.md`, text(mark, mark)],
  othername: (mark) => [`${mark}/SKILL.md`, text(`other-${mark}`, mark)],
  noname: (mark) => [`${mark}/SKILL.md`, `---\ndescription: ${mark}\n---\n\n# Words\n`],
  nodescription: (mark) => [`${mark}/SKILL.md`, `---\nname: ${mark}\n---\n\nWords.\n`],
  nofront: (mark) => [`${mark}/SKILL.md`, '# Words\n\nMore words.\n'],
  nested: (mark) => [`group/${mark}/SKILL.md`, text(mark, mark)],
  deep: (mark) => [`one/two/three/${mark}/SKILL.md`, text(mark, mark)],
  inner: (mark) => [`outer/references/${mark}/SKILL.md`, text(mark, mark)],
  bom: (mark) => [`${mark}/SKILL.md`, `\ufeff${text(mark, mark)}`],
  crlf: (mark) => [`${mark}/SKILL.md`, text(mark, mark).replaceAll('\n', '\r\n')],
  colon: (mark) => [`${mark}/SKILL.md`, text(mark, `Use when: ${mark}`)],
  block: (mark) => [`${mark}/SKILL.md`, text(mark, `>-\n  ${mark}\n  in two lines`)],
  listed: (mark) => [`${mark}/SKILL.md`, text(mark, `\n  - ${mark}`)],
  lower: (mark) => [`${mark}/skill.md`, text(mark, mark)],
  hidden: (mark) => [`.${mark}/SKILL.md`, text(mark, mark)],
  module: (mark) => [`node_modules/${mark}/SKILL.md`, text(mark, mark)],
  long: (mark) => [`${mark}/SKILL.md`, text(mark, `${mark} ${'word '.repeat(300)}`)],
  upper: (mark) => [`Upper_${mark}/SKILL.md`, text(`Upper_${mark}`, mark)],
  longname: (mark) => [
    `${'n'.repeat(70)}-${mark}/SKILL.md`,
    text(`${'n'.repeat(70)}-${mark}`, mark),
  ],
}
/**
 * Writes the quirks into every skills folder of the agent: in the home, in the project, and in a
 * folder inside of the project. Returns the marks.
 */
function lay(world, folders) {
  const marks = []
  for (const [place, own] of [
    ['home', folders.home],
    ['project', folders.project],
    ['project/sub', folders.project],
  ]) {
    for (const folder of own) {
      const root = world.path(place, folder)
      const tag = `${place}-${folder}`.replaceAll(/[^a-z]+/g, '-').replace(/-skills$/, '')
      world.write(path.join(root, 'outer/SKILL.md'), text('outer', 'the outer one'))
      world.write(path.join(root, 'clash/SKILL.md'), text('clash', `clash-in-${tag}`))
      marks.push(`clash-in-${tag}`)
      for (const [quirk, write] of Object.entries(QUIRKS)) {
        const mark = `${quirk}-in-${tag}`
        const [file, words] = write(mark)
        world.write(path.join(root, file), words)
        marks.push(mark)
      }
      world.write(
        world.path('elsewhere', `linked-in-${tag}`, 'SKILL.md'),
        text(`linked-in-${tag}`, `linked-in-${tag}`),
      )
      symlinkSync(world.path('elsewhere', `linked-in-${tag}`), path.join(root, `linked-in-${tag}`))
      world.write(
        world.path('elsewhere', `filelink-in-${tag}.md`),
        text(`filelink-in-${tag}`, `filelink-in-${tag}`),
      )
      mkdirSync(path.join(root, `filelink-in-${tag}`))
      symlinkSync(
        world.path('elsewhere', `filelink-in-${tag}.md`),
        path.join(root, `filelink-in-${tag}`, 'SKILL.md'),
      )
      marks.push(`linked-in-${tag}`, `filelink-in-${tag}`)
    }
  }
  return marks
}

/** The marks that occur in a name or description. */
function marked(marks, skills) {
  const words = new Set(
    skills.flatMap(
      ({ name, description }) => `${name} ${description ?? ''}`.match(/[a-z]+-in-[a-z-]+/g) ?? [],
    ),
  )
  return marks.filter((mark) => words.has(mark))
}

for (const program of PROGRAMS) {
  for (const cwd of ['project', 'project/sub']) {
    test(`${program.id}, started in ${cwd}, loads what we say it loads`, async () => {
      const world = new World()
      const model = await Model.open(() => ({ say: 'Done.' }))
      try {
        const marks = lay(world, program.folders)
        const theirs = marked(marks, await program.loads(world, model, cwd))
        const listing = JSON.parse(
          await world.ours(
            ['skills', 'list', '--target', program.id, '--project', world.path(cwd), '--json'],
            { cwd },
          ),
        )
        const loaded = listing.skills.filter((skill) => skill.for_agent.verdict === 'loaded')
        const later = new Set(
          listing.skills
            .filter((skill) => skill.for_agent.verdict === 'on_demand')
            .map((skill) => skill.root),
        )
        // Apprentice never follows a link out of the skills folder, and reports it.
        const followed = listing.skipped.filter(
          ({ path: at, message }) =>
            message.endsWith('reads it anyway') && !later.has(path.dirname(at)),
        )
        const chance = listing.skills.filter((skill) =>
          skill.for_agent.reason?.endsWith('by chance'),
        )
        const ours = marked(marks, [
          ...loaded,
          ...followed.map((skipped) => ({ name: path.basename(skipped.path) })),
        ])
        const isClash = (mark) => mark.startsWith('clash-')
        const judged = (mark) => chance.length === 0 || !isClash(mark)
        assert.ok(theirs.length > 5, `the program told too little: ${theirs}`)
        const differs = {
          'we say it loads, and it does not': ours.filter(
            (mark) => judged(mark) && !theirs.includes(mark),
          ),
          'it loads, and we say it does not': theirs.filter(
            (mark) => judged(mark) && !ours.includes(mark),
          ),
        }
        assert.deepEqual(Object.values(differs), [[], []], JSON.stringify(differs, null, 2))
        if (chance.length > 0)
          assert.equal(theirs.filter(isClash).length, 1, 'it loads one of the name')
      } finally {
        await model.close()
        world.close()
      }
    })
  }
}
