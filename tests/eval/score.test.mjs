// The scores themselves, without a browser or an engine.

import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { fingerprintOf, RECORDED } from './support/author.mjs'
import { authored, figuresOf, figuresTable } from './support/report.mjs'
import {
  literalsLeft,
  repeatedShare,
  scoreEffects,
  scoreInputs,
  scoreLoops,
  untraced,
} from './support/score.mjs'
import { checkTask } from './support/shape.mjs'
import { valueAnswers } from './support/wire.mjs'

const given = (name, value, more = {}) => ({ name, value, source: 'given', changes: true, ...more })

test('values are answered from the truth, each name once', () => {
  const inputs = [
    given('Due day', '2031-01-02', { forms: ['2 January'] }),
    given('who', 'ada'),
    given('unlisted', 'nowhere'),
    { name: 'status', value: 'paid', source: 'constant', changes: false },
    { name: 'number', value: 'T-118', source: 'read', changes: true },
  ]
  const value = (example, name, changes = true) => ({ example, name, changes })
  const values = [
    value('2031-01-02', 'text'),
    value('2  January', 'text_2'),
    value('paid', 'status', false),
    value('T-118', 'ticket'),
    value('Ada', 'name'),
    value('other', 'who'),
  ]
  assert.deepEqual(valueAnswers({ values }, { inputs }), {
    values: [
      { example: '2031-01-02', changes: 'changes', name: 'due_day' },
      { example: '2  January', changes: 'changes' },
      { example: 'paid', changes: 'same' },
      { example: 'T-118', changes: 'read', name: 'number' },
      { example: 'Ada', changes: 'changes' },
    ],
    unlisted: ['unlisted'],
  })
})

test('an input is right once, by its value or another form of it', () => {
  const truth = [
    given('quarter', 'q4-2031', { forms: ['Q4 2031'] }),
    given('note', 'Hello', { optional: true }),
    given('who', 'ada'),
    { name: 'status', value: 'paid', source: 'constant', changes: false },
    { name: 'number', value: 'T-118', source: 'read', changes: true },
  ]
  const found = [
    { name: 'a', example: 'Q4  2031' },
    { name: 'b', example: 'q4-2031' },
    { name: 'c', example: 'paid' },
    { name: 'd', example: 'T-118' },
    { name: 'e', example: 'nonsense' },
  ]
  const score = scoreInputs(found, truth)
  assert.deepEqual(score.right, [{ name: 'quarter', as: 'a' }])
  assert.deepEqual(
    score.wrong.map(({ name }) => name),
    ['b', 'c', 'e'],
  )
  assert.deepEqual(score.neutral, [{ name: 'number', as: 'd' }])
  assert.deepEqual(score.missing, ['who'])
  assert.deepEqual([score.foundRight, score.found, score.wantedFound, score.wanted], [1, 4, 1, 2])
})

test('two values that differ by a capital alone are two inputs', () => {
  const truth = [given('town', 'Linz'), given('file', 'linz', { optional: true })]
  const found = [
    { name: 'a', example: 'Linz' },
    { name: 'b', example: 'linz' },
  ]
  const { right, wrong } = scoreInputs(found, truth)
  assert.deepEqual(right, [
    { name: 'town', as: 'a' },
    { name: 'file', as: 'b' },
  ])
  assert.deepEqual(wrong, [])
})

test('a demonstrated value is found in the text as a word, not as a part of one', () => {
  const truth = {
    inputs: [given('city', 'London'), given('name', 'Ada  Lovelace'), given('n', '12')],
    literals: ['out/x'],
  }
  assert.deepEqual(literalsLeft('The Londoner met ada lovelace.', truth), ['Ada  Lovelace'])
  assert.deepEqual(literalsLeft('In “London”: out/x, 12.', truth), ['London', 'out/x'])
})

test('an effect is read back if one look at the end compares every value', () => {
  const truth = {
    inputs: [given('name', 'Ada'), given('city', 'London')],
    effects: [
      { name: 'stored', kind: 'created', values: ['name', 'city'] },
      { name: 'report', kind: 'file', values: ['name'] },
    ],
  }
  const inputs = {
    right: [
      { name: 'name', as: 'who' },
      { name: 'city', as: 'place' },
    ],
    neutral: [],
  }
  const page = (name, durable) => ({
    kind: 'page',
    shows: [{ role: 'row', name }],
    lacks: [],
    durable,
  })
  const grades = (...evidence) =>
    scoreEffects(
      { checkpoints: evidence.map((one) => ({ evidence: one, goal: '', success_condition: '' })) },
      truth,
      inputs,
    ).map(({ grade }) => grade)
  assert.deepEqual(grades(page('{{who}} {{place}}', true)), ['full', 'none'])
  assert.deepEqual(grades(page('{{who}}', true), page('{{place}}', true)), ['partial', 'none'])
  assert.deepEqual(grades(page('{{who}} {{place}}', false)), ['none', 'none'])
  assert.deepEqual(grades({ kind: 'file', path: '{{who}}.txt', durable: true }), ['none', 'none'])
  assert.deepEqual(grades({ kind: 'file', path: '{{who}}.txt', durable: true, contains: 'x' }), [
    'none',
    'full',
  ])
})

test('a page that must be gone is named by its address', () => {
  const grade = (change, url) =>
    scoreEffects(
      {
        checkpoints: [
          { evidence: { kind: 'records', source: { kind: 'page', url }, change, cells: [] } },
        ],
      },
      { inputs: [given('name', 'Lamps')], effects: [{ kind: 'deleted', values: ['name'] }] },
      { right: [{ name: 'name', as: 'page' }], neutral: [] },
    )[0].grade
  assert.equal(grade('removed', '*/{{page}}'), 'full')
  assert.equal(grade('added', '*/{{page}}'), 'none')
  assert.equal(grade('removed', '*/pages'), 'none')
})

test('a loop is found if the draft repeats over one of its inputs', () => {
  const inputs = { right: [{ name: 'customers', as: 'value' }], neutral: [] }
  const draft = {
    inputs: [],
    checkpoints: [{ evidence: { kind: 'each', over: ['value'], holds: {} } }],
  }
  assert.deepEqual(scoreLoops(draft, { loops: [{ over: ['customers'] }] }, inputs), [
    { over: ['customers'], found: true },
  ])
  assert.deepEqual(
    scoreLoops({ ...draft, checkpoints: [] }, { loops: [{ over: ['customers'] }] }, inputs)[0]
      .found,
    false,
  )
})

test('a step without an action of its value, name or moment has no trace', () => {
  const step = (kind, name, value, from) => ({ kind, name, value, from, to: from + 50 })
  const action = (kind, name, at, ...words) => ({ kind, name, at, words: [kind, name, ...words] })
  const steps = [
    step('type', 'City', 'London', 1_000),
    step('click', 'Save', undefined, 2_000),
    step('click', '', undefined, 3_000),
    step('click', 'Close', undefined, 9_000),
    step('command', 'ls', 'ls', 10_000),
  ]
  const actions = [
    action('fill', 'City', 2_001, 'London'),
    action('click', 'Save', 2_010),
    action('click', 'unknown', 3_020),
    action('command', '', 10_020, 'ls'),
  ]
  assert.deepEqual(
    untraced(steps, actions).map(({ name }) => name),
    ['Close'],
  )
})

test('repeated text is what stands in most files', () => {
  const same = 'one two three four five six seven eight'
  const share = repeatedShare([`${same} red`, `${same} green`, `${same} blue`])
  assert.ok(share > 0.85 && share < 0.95, String(share))
  assert.equal(repeatedShare(['a b c d e f g', 'h i j k l m n', 'o p q r s t u']), 0)
})

test('errors of the harness are counted apart from verdicts', () => {
  const run = (kind, verdict, more) => ({ kind, verdict, name: '', ...more })
  const scores = {
    inputs: { found: 0, foundRight: 0, wanted: 0, wantedFound: 0 },
    literals: [],
    loops: [],
    effects: [],
    untraced: [],
    steps: 0,
    tokens: 8,
  }
  const figures = figuresOf([
    {
      draft: { text: '' },
      scores,
      rehearsals: [
        run('right', 'error'),
        run('right', 'refused'),
        run('fault', 'accepted'),
        run('fault', 'accepted', { needs: 'request' }),
        run('fault', 'accepted', { needs: 'request', told: true }),
        run('fault', 'impossible'),
      ],
    },
    { error: 'no browser' },
  ])
  assert.deepEqual(
    [
      figures.right,
      figures.false_refusals,
      figures.faults,
      figures.wrong_acceptances,
      figures.faults_untold_accepted,
    ],
    [1, 1, 2, 2, 1],
  )
  assert.deepEqual(
    [figures.rehearsal_errors, figures.rehearsals_impossible, figures.harness_errors],
    [1, 1, 1],
  )
})

test('every task says what it must', async () => {
  for (const split of ['train', 'test']) {
    const folder = path.join(import.meta.dirname, split)
    for (const name of await readdir(folder).catch(() => []))
      if (name.endsWith('.mjs'))
        checkTask(`${split}/${name}`, (await import(path.join(folder, name))).default)
  }
})

test('a prompt keeps its fingerprint from one run to the next, and no longer', () => {
  const prompt = (time, commit, files, title) =>
    `{"at":"${time}","is":"main ${commit}",${files}"folder":".","title":"${title}"}`
  const one = fingerprintOf(prompt('2031-01-02 10:11:12', '8fe76b5', '', 'Add'))
  const files = '"files":[{"change":"created","path":"a"}],'
  assert.equal(fingerprintOf(prompt('2031-01-03.09:08', 'a2ce640', files, 'Add')), one)
  assert.notEqual(fingerprintOf(prompt('2031-01-02 10:11:12', '8fe76b5', '', 'Remove')), one)
})

test('every recorded answer belongs to a task and says which prompt it answers', async () => {
  const names = (await readdir(RECORDED)).filter((name) => name.endsWith('.json'))
  assert.ok(names.length > 0)
  for (const name of names) {
    const [, split, task] = /^(train|test)-(.+)\.json$/.exec(name)
    await readFile(path.join(import.meta.dirname, split, `${task}.mjs`))
    const { fingerprint, model, answer } = JSON.parse(await readFile(path.join(RECORDED, name)))
    assert.match(fingerprint, /^[0-9a-f]{64}$/, name)
    assert.ok(model && answer.title && Array.isArray(answer.checkpoints), name)
  }
})

test('the figures of the rules and of the author stand side by side', () => {
  const draft = (tokens) => ({ text: 'words', tokens })
  const scores = (tokens) => ({
    inputs: scoreInputs([], []),
    literals: [],
    loops: [],
    effects: [],
    untraced: [],
    steps: 3,
    tokens,
  })
  const result = {
    task: 'train/one',
    draft: draft(300),
    scores: scores(300),
    rehearsals: [],
    author: { draft: draft(200), scores: scores(200), rehearsals: [] },
  }
  const table = figuresTable(
    [figuresOf([result]), figuresOf([authored(result)])],
    ['rules', 'author (recorded)'],
  )
  assert.match(table, /\| figure \| bar \| rules \| author \(recorded\) \|/)
  assert.match(table, /median \| ≤ 400 \| 300 \| 200 \|/)
})
