// The short form of the evaluation, for `make test`: three tasks on programs that scripts/setup installs,
// with the rehearsals that hold today. The figures of all tasks are in docs/evaluation.md.

import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { loadTask, runTask } from './support/session.mjs'

/** A task, the names of rehearsals to perform, and the verdict that each must get. */
const WANTED = [
  [
    'sqlite-web-add-customer',
    {
      'other values': 'accepted',
      'the address is stored wrong': 'refused',
      'the customer is deleted again': 'refused',
    },
  ],
  ['bash-archive-quarter', { 'the archive is removed afterwards': 'refused' }],
  [
    'zsh-invoice-each',
    { 'two other customers': 'accepted', 'one invoice is deleted again': 'refused' },
  ],
]

for (const [name, wanted] of WANTED)
  test(name, async () => {
    const { id, task } = await loadTask(path.join(import.meta.dirname, 'train', `${name}.mjs`))
    const chosen = (run) => run.name in wanted
    const result = await runTask(id, {
      ...task,
      right: task.right.filter(chosen),
      faults: task.faults.filter(chosen),
    })
    const verdicts = Object.fromEntries(
      result.rehearsals.map((run) => [run.name, run.error ?? run.verdict]),
    )
    assert.deepEqual(verdicts, wanted)
    assert.deepEqual(result.scores.inputs.missing, [], 'every value of the request is an input')
    assert.deepEqual(result.scores.literals, [], 'no demonstrated value stands in the text')
    assert.deepEqual(result.scores.untraced, [], 'every step left a trace')
  })
