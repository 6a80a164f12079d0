import { expect, test } from 'vitest'
import type { Schemas } from '#ui/backend/types'
import { RUNTIMES, proposalDetail } from '#ui/test/fixtures'
import { EMPTY_RUN, inputsOf, isReady, problemsOf, requestOf } from './runRequest'

const [isolated, open] = RUNTIMES as [Schemas['AgentRuntime'], Schemas['AgentRuntime']]
const { variables } = proposalDetail()
const values = { since: '2026-11-13', week: ' Week 48 ' }

test('an agent is asked for what is given or read, and for nothing that is secret, made or the same', () => {
  const [since] = variables
  if (!since) throw new Error('fixture')
  const more = (name: string, change: Partial<Schemas['Variable']>) => ({
    ...since,
    ...change,
    name,
  })
  expect(
    inputsOf([
      ...variables,
      more('number', { source: 'made' }),
      more('total', { source: 'derived' }),
      more('found', { source: 'read' }),
      more('parent', { changes: false }),
    ]).map(({ name }) => name),
  ).toEqual(['since', 'week', 'found'])
})

test('every problem names its field', () => {
  const none = problemsOf(EMPTY_RUN, variables, undefined)
  expect(none.agent).toBe('Choose an agent.')
  expect(Object.keys(none.values)).toEqual(['since', 'week'])
  expect(isReady(none)).toBe(false)
  const form = { ...EMPTY_RUN, values }
  expect(isReady(problemsOf(form, variables, isolated))).toBe(true)
  for (const [change, field] of [
    [{ folder: 'reports' }, 'folder'],
    [{ folder: '~/reports' }, 'folder'],
    [{ minutes: '0' }, 'minutes'],
    [{ minutes: '121' }, 'minutes'],
    [{ minutes: '1.5' }, 'minutes'],
    [{ minutes: 'ten' }, 'minutes'],
  ] as const) {
    const problems = problemsOf({ ...form, ...change }, variables, isolated)
    expect({ change, problem: problems[field] }).toEqual({ change, problem: expect.any(String) })
    expect(isReady(problems)).toBe(false)
  }
  for (const folder of ['/home/ada/reports', 'C:\\reports', 'c:/reports'])
    expect(problemsOf({ ...form, folder }, variables, isolated).folder).toBeUndefined()
})

test('an agent that cannot be isolated runs only when the person says so', () => {
  const form = { ...EMPTY_RUN, values }
  expect(problemsOf(form, variables, open).withoutIsolation).toBeTruthy()
  const said = { ...form, withoutIsolation: true }
  expect(isReady(problemsOf(said, variables, open))).toBe(true)
  expect(requestOf({ proposalId: 'p' }, said, open).without_isolation).toBe(true)
  expect(
    requestOf({ proposalId: 'p' }, said, isolated).without_isolation,
    'the walls of another agent stay',
  ).toBe(false)
})

test('the request has what was filled in, trimmed, and nothing else', () => {
  expect(
    requestOf(
      { ability: 'ability_notes' },
      { ...EMPTY_RUN, values: { ...values, more: ' ' } },
      isolated,
    ),
  ).toEqual({
    agent: 'claude',
    ability: 'ability_notes',
    inputs: { since: '2026-11-13', week: 'Week 48' },
    folder: null,
    message: null,
    minutes: null,
    without_isolation: false,
  })
})
