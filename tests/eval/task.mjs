// Runs one task in a process of its own: `node tests/eval/task.mjs FILE FOLDER [--draft-only] [--run NAME] [--author A]`.
// Writes FOLDER/<split>-<task>.json and .md; exits 1 when the harness failed.

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadTask, runTask } from './support/session.mjs'
import { checkTask } from './support/shape.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'draft-only': { type: 'boolean' },
    run: { type: 'string' },
    author: { type: 'string' },
    'author-only': { type: 'boolean' },
  },
})
const [file, folder] = positionals
const { id, task } = await loadTask(path.resolve(file))
const name = id.replace('/', '-')
await mkdir(folder, { recursive: true })

let result
try {
  checkTask(id, task)
  result = await runTask(id, task, {
    draftOnly: options['draft-only'],
    only: options.run,
    author: options.author,
    authorOnly: options['author-only'],
    prompts: path.join(folder, 'prompts'),
    log: (text) => process.stderr.write(`${id}: ${text}\n`),
  })
  await writeFile(path.join(folder, `${name}.md`), result.draft.text)
  if (result.author?.draft)
    await writeFile(path.join(folder, `${name}.author.md`), result.author.draft.text)
} catch (error) {
  result = { task: id, app: task.app, goal: task.goal, kinds: task.kinds ?? [], error: error.stack }
  process.stderr.write(`${id}: the harness failed: ${error.stack}\n`)
}
await writeFile(path.join(folder, `${name}.json`), JSON.stringify(result, null, 1))
// Sockets of the watched browser may linger.
process.exit(result.error ? 1 : 0)
