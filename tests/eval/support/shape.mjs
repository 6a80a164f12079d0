// Refuses a task that would be scored wrongly because something is missing or misspelled in it.

const KEYS = {
  task: [
    'app',
    'goal',
    'kinds',
    'watch',
    'shell',
    'values',
    'perform',
    'prepare',
    'read',
    'start',
    'answers',
    'truth',
    'right',
    'faults',
  ],
  truth: ['inputs', 'loops', 'effects', 'expected', 'literals', 'done'],
  input: ['name', 'value', 'source', 'changes', 'forms', 'optional', 'neutral'],
  loop: ['over', 'kind'],
  effect: ['name', 'kind', 'values'],
  right: ['name', 'values', 'perform', 'expected', 'prepare'],
  fault: ['name', 'kind', 'values', 'does', 'perform', 'behind', 'needs', 'prepare'],
}

export const SOURCES = ['given', 'read', 'made', 'derived', 'constant']
export const EFFECTS = ['created', 'changed', 'deleted', 'bulk', 'file', 'command', 'sent']
export const FAULTS = [
  'says saved but is not',
  'wrong record',
  'one field wrong',
  'half done',
  'done twice',
  'undone after',
  'other record touched',
  'empty or old file',
]

/** Throws a list of everything that is wrong with the task. */
export function checkTask(id, task) {
  const wrong = []
  const keys = (what, object, name = what) => {
    for (const key of Object.keys(object ?? {}))
      if (!KEYS[what].includes(key)) wrong.push(`${name} has an unknown field “${key}”`)
  }
  const need = (fact, message) => fact || wrong.push(message)
  keys('task', task)
  keys('truth', task.truth)
  need(/^\p{Lu}.*[^.]$/u.test(task.goal ?? ''), 'goal: a request in the words of a person')
  need(typeof task.perform === 'function', 'perform is missing')
  need(typeof task.truth?.expected === 'function', 'truth.expected is missing')
  need(task.truth?.done, 'truth.done is missing: how somebody can tell, in words')
  for (const input of task.truth?.inputs ?? []) {
    keys('input', input, `input ${input.name}`)
    need(SOURCES.includes(input.source), `input ${input.name}: source ${input.source}`)
    need(typeof input.changes === 'boolean', `input ${input.name}: changes is missing`)
    need(input.value !== undefined, `input ${input.name}: value is missing`)
  }
  const inputs = (task.truth?.inputs ?? []).map((input) => input.name)
  for (const loop of task.truth?.loops ?? []) {
    keys('loop', loop)
    for (const name of loop.over) need(inputs.includes(name), `loop over an unknown input ${name}`)
  }
  need(task.truth?.effects?.length, 'truth.effects is empty')
  for (const effect of task.truth?.effects ?? []) {
    keys('effect', effect, `effect ${effect.name}`)
    need(EFFECTS.includes(effect.kind), `effect ${effect.name}: kind ${effect.kind}`)
    for (const name of effect.values ?? [])
      need(inputs.includes(name), `effect over an unknown input ${name}`)
  }
  for (const run of task.right ?? []) keys('right', run, `right “${run.name}”`)
  for (const run of task.faults ?? []) {
    keys('fault', run, `fault “${run.name}”`)
    need(FAULTS.includes(run.kind), `fault “${run.name}”: kind ${run.kind}`)
    need(
      run.needs === undefined || run.needs === 'request',
      `fault “${run.name}”: needs ${run.needs}`,
    )
    need(
      run.does || run.perform || run.behind || run.prepare,
      `fault “${run.name}” does nothing wrong`,
    )
  }
  need(task.right?.length, 'there is no right run')
  need(task.faults?.length, 'there is no fault')
  if (wrong.length) throw new Error(`${id}:\n  ${wrong.join('\n  ')}`)
}
