import { expect, test } from 'vitest'
import type { WorkflowBoundary } from '#ui/backend/types'
import { ACTIONS, BOUNDARIES, uuid } from '#ui/test/fixtures'
import { effectsOf, splitAtName, scopeSentence, toRows } from './timeline'

const trim = (kind: 'trim_start' | 'trim_end', seq: number, n = 900 + seq): WorkflowBoundary => ({
  boundary_id: uuid(n),
  learn_session_id: uuid(1),
  kind,
  source: 'user_click',
  source_event_id: uuid(100 + seq),
  after_seq: 7,
  created_at: '2026-11-20T10:50:00Z',
  schema_version: 1,
})
const shown = (boundaries: WorkflowBoundary[]): string[] =>
  toRows(ACTIONS, boundaries).map((row) =>
    row.kind === 'mark' ? `${row.boundary.kind}` : `${row.action.seq}${row.trimmed ? '-' : ''}`,
  )

test('marks appear where they were set; the start of a session has no row', () => {
  expect(shown(BOUNDARIES)).toEqual(['mark_goal', '1', '2', '3', '4', '5', 'mark_step', '6', '7'])
})

test('trimmed actions stay visible, and the last trim of a kind counts', () => {
  expect(shown([trim('trim_start', 3), trim('trim_end', 6)])).toEqual([
    '1-',
    '2-',
    '3',
    '4',
    '5',
    '6',
    '7-',
  ])
  expect(shown([trim('trim_start', 3), trim('trim_start', 1, 990)])).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
  ])
})

test('a trim to a deleted action hides nothing', () => {
  expect(shown([trim('trim_start', 50)])).not.toContain('1-')
})

test('effects list what appeared first, and count the rest', () => {
  const published = ACTIONS[5]
  const tagged = ACTIONS[6]
  if (!published || !tagged) throw new Error('fixture')
  expect(effectsOf(published, 2)).toEqual({
    lines: ['page “Week 47”', 'message “Published” appeared'],
    more: 2,
  })
  expect(effectsOf(tagged).lines).toEqual(['created notes.md'])
})

test('only the name of the target is bold', () => {
  expect(splitAtName('Filled “Title” with “Week”', 'Title')).toEqual([
    'Filled “',
    'Title',
    '” with “Week”',
  ])
  expect(splitAtName('Pressed Enter', undefined)).toEqual(['Pressed Enter', '', ''])
})

test('the scope as text', () => {
  expect(scopeSentence(['browser', 'terminal'], [])).toBe(
    'Watching one browser window and the terminal. Not watching: anything else.',
  )
  expect(scopeSentence(['browser'], ['wiki.example.org'], 'before')).toBe(
    'Watched one browser window, only in wiki.example.org. Not watching: anything else.',
  )
})
