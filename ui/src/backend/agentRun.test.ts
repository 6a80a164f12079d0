import { expect, test } from 'vitest'
import { agentRun } from '#ui/test/fixtures'
import { mergeRun, transcriptFrom } from './agentRun'
import type { AgentRun } from './types'

const entry = (number: number, text = `entry ${number}`): AgentRun['entries'][number] => ({
  number,
  at: '2026-11-20T10:00:00Z',
  kind: 'message',
  text,
})
const upTo = (count: number): AgentRun['entries'] =>
  Array.from({ length: count }, (_, number) => entry(number))

test('a short transcript is fetched whole, of a long one only the end that may still change', () => {
  expect(transcriptFrom(undefined)).toBe(0)
  expect(transcriptFrom(agentRun({ phase: 'working', entries: upTo(12) }))).toBe(0)
  expect(transcriptFrom(agentRun({ phase: 'working', entries: upTo(100) }))).toBe(60)
  expect(transcriptFrom(agentRun({ phase: 'ended', entries: upTo(100) }))).toBe(0)
})

test('the fetched end replaces what is known from there on, and everything else is the newer run', () => {
  const before = agentRun({ phase: 'working', entries: upTo(100), action_count: 3 })
  const now = agentRun({
    phase: 'checking',
    entries: [...upTo(102).slice(60, 101), entry(101, 'grown')],
    action_count: 5,
  })
  const merged = mergeRun(before, now, 60)
  expect(merged.entries.map(({ number }) => number)).toEqual(upTo(102).map(({ number }) => number))
  expect(merged.entries.at(-1)?.text).toBe('grown')
  expect([merged.phase, merged.action_count]).toEqual(['checking', 5])
})
