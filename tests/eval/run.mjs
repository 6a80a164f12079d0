// `scripts/eval`: runs the chosen tasks, some at a time, and prints their figures.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cache } from './support/cache.mjs'
import { figuresOf, figuresTable, historyRow, tasksTable } from './support/report.mjs'

const HELP = `scripts/eval [--split train|test] [--app A]... [--task T]... [--jobs N] [--draft-only] [--out FOLDER] [--list] [--report FOLDER]

Performs the tasks of tests/eval in real applications, and scores what Apprentice learned.
  --split S      only this half of the tasks
  --app A        only tasks of this application
  --task T       only tasks whose name contains T
  --run R        only rehearsals whose name contains R
  --jobs N       tasks at a time (2)
  --draft-only   no rehearsals
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
  }
  return parts.join('\n')
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
      ['train', 'test'].map((split) => [
        split,
        figuresOf(results.filter((result) => result.task.startsWith(`${split}/`))),
      ]),
    ),
    null,
    1,
  ),
)
process.stdout.write(`${text}\nDrafts, traces and verdicts: ${out}\n`)
process.exitCode = results.some((result) => result.error) ? 1 : 0
