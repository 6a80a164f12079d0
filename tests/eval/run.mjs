// `scripts/eval`: runs the chosen tasks, some at a time, and prints their figures.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cache } from './support/cache.mjs'
import { authored, figuresOf, figuresTable, historyRow, tasksTable } from './support/report.mjs'

const MISSING = 'No recorded answer'

const HELP = `scripts/eval [--split train|test] [--app A]... [--task T]... [--jobs N] [--draft-only] [--author A] [--out FOLDER] [--list] [--report FOLDER]

Performs the tasks of tests/eval in real applications, and scores what Apprentice learned.
  --split S      only this half of the tasks
  --app A        only tasks of this application
  --task T       only tasks whose name contains T
  --run R        only rehearsals whose name contains R
  --jobs N       tasks at a time (2)
  --draft-only   no rehearsals
  --author A     recorded: the recorded answer of a model (tests/eval/recorded) improves each draft,
                 and both are scored; record-prompts: only writes the prompts to FOLDER/prompts
  --author-only  rehearses only the drafts that a recorded answer improved
  --out FOLDER   where results go (a new folder in ~/.cache/apprentice/eval/results)
  --report DIR   prints the tables of earlier results again
  --list         names the tasks and ends
`
const { values: options } = parseArgs({
  options: {
    split: { type: 'string' },
    app: { type: 'string', multiple: true },
    task: { type: 'string', multiple: true },
    run: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    'draft-only': { type: 'boolean' },
    author: { type: 'string' },
    'author-only': { type: 'boolean' },
    out: { type: 'string' },
    report: { type: 'string' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
if (options.help) {
  process.stdout.write(HELP)
  process.exit(0)
}

const AUTHORS = ['recorded', 'record-prompts']
if (options.author && !AUTHORS.includes(options.author)) {
  process.stderr.write(`eval: --author is one of ${AUTHORS.join(', ')}\n`)
  process.exit(2)
}
const here = import.meta.dirname

async function chosen() {
  const files = []
  for (const split of options.split ? [options.split] : ['train', 'test'])
    for (const name of (await readdir(path.join(here, split)).catch(() => [])).sort())
      if (name.endsWith('.mjs')) files.push(path.join(here, split, name))
  const picked = []
  for (const file of files) {
    if (options.task && !options.task.some((part) => file.includes(part))) continue
    const { default: task } = await import(file)
    if (!options.app || options.app.includes(task.app)) picked.push(file)
  }
  return picked
}

async function resultsIn(folder) {
  const names = (await readdir(folder))
    .filter((name) => /^(train|test)-.*\.json$/.test(name))
    .sort()
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(path.join(folder, name)))))
}

function report(results) {
  const parts = []
  for (const split of ['train', 'test']) {
    const ours = results.filter((result) => result.task.startsWith(`${split}/`))
    if (ours.length === 0) continue
    const figures = figuresOf(ours)
    const row = historyRow(figures, `${new Date().toISOString().slice(0, 10)}, ${split}`)
    parts.push(`## ${split}\n\n${figuresTable(figures)}\n\n${tasksTable(ours)}\n\n${row}\n`)
    if (ours.some((result) => result.author)) parts.push(authorReport(split, ours))
  }
  return parts.join('\n')
}

/** The figures of the drafts that recorded answers improved, beside those of the rules for the same tasks. */
function authorReport(split, results) {
  const missing = results.filter((result) => result.author?.missing || !result.author)
  const stale = results.filter((result) => result.author?.stale)
  const failed = results.filter((result) => result.author?.failure)
  const both = results.filter((result) => result.author?.draft)
  const improved = both.map(authored)
  const names = (list) => list.map(({ task }) => task).join(', ') || 'none'
  return [
    `## ${split}, author (recorded)`,
    `${both.length} of ${results.length} tasks. ${MISSING}: ${names(missing)}. Recorded for another prompt (stale): ${names(stale)}. Not used, the draft of the rules stands: ${names(failed)}.`,
    figuresTable(
      [figuresOf(both), figuresOf(improved)],
      ['rules, same tasks', 'author (recorded)'],
    ),
    tasksTable(improved),
    historyRow(
      figuresOf(improved),
      `${new Date().toISOString().slice(0, 10)}, ${split}, author (recorded)`,
    ),
    '',
  ].join('\n\n')
}

if (options.report) {
  process.stdout.write(report(await resultsIn(options.report)))
  process.exit(0)
}
const files = await chosen()
if (options.list) {
  for (const file of files) process.stdout.write(`${path.relative(here, file)}\n`)
  process.exit(0)
}
if (files.length === 0) {
  process.stderr.write('eval: no task fits\n')
  process.exit(2)
}

const stamp = new Date().toISOString().replace(/[:.]/g, '-')
const out = path.resolve(options.out ?? path.join(cache, 'results', stamp))
await mkdir(out, { recursive: true })
const waiting = [...files]
const running = new Set()

function stop() {
  for (const child of running) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

async function lane() {
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const args = [path.join(here, 'task.mjs'), file, out]
    if (options['draft-only']) args.push('--draft-only')
    if (options.run) args.push('--run', options.run)
    if (options.author) args.push('--author', options.author)
    if (options['author-only']) args.push('--author-only')
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    running.add(child)
    await once(child, 'exit')
    running.delete(child)
  }
}
await Promise.all(Array.from({ length: Number(options.jobs) }, lane))

const results = await resultsIn(out)
const text = report(results)
await writeFile(path.join(out, 'report.md'), text)
await writeFile(
  path.join(out, 'figures.json'),
  JSON.stringify(
    Object.fromEntries(
      ['train', 'test'].flatMap((split) => {
        const ours = results.filter((result) => result.task.startsWith(`${split}/`))
        const improved = ours.filter((result) => result.author?.draft).map(authored)
        return [
          [split, figuresOf(ours)],
          ...(improved.length ? [[`${split}, author (recorded)`, figuresOf(improved)]] : []),
        ]
      }),
    ),
    null,
    1,
  ),
)
if (options.author === 'record-prompts')
  process.stdout.write(`Prompts: ${path.join(out, 'prompts')}\n`)
process.stdout.write(`${text}\nDrafts, traces and verdicts: ${out}\n`)
const unanswered = options.author === 'recorded' && results.some((result) => !result.author?.draft)
process.exitCode = results.some((result) => result.error) || unanswered ? 1 : 0
