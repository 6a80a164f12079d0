import { expect, test } from 'vitest'
import { installedDefinitions } from '#ui/test/definitionFixtures'
import { choicesFor, sourceOf, stateOf } from './definitionCopies'

const { definitions, installed } = installedDefinitions()
const [explore, reviewer] = definitions
const [copy] = installed
const AGENTS = [
  { id: 'openclaw', label: 'OpenClaw', detected: true },
  { id: 'gemini', label: 'Gemini CLI', detected: true },
  { id: 'claude-code', label: 'Claude Code', detected: false },
]

test('a definition is offered to agents whose format is written, found ones first, never to its own', () => {
  expect(choicesFor(AGENTS, explore!).map(({ id }) => id)).toEqual([
    'gemini',
    'claude-code',
    'codex',
    'opencode',
  ])
  expect(choicesFor(AGENTS, reviewer!).map(({ id }) => id)).not.toContain('claude-code')
})

test('the definition that counts is the one that nothing hides', () => {
  expect(sourceOf(definitions.toReversed(), 'explore')).toBe(explore)
  expect(sourceOf(definitions, 'translator')).toBeUndefined()
})

test.each([
  ['up to date', {}, explore, ['remove']],
  ['definition changed since', { source_fingerprint: '1' }, explore, ['update', 'remove']],
  ['definition changed since', {}, { ...explore!, fingerprint: '2', usable: false }, ['remove']],
  ['edited by hand', { state: 'edited' }, explore, []],
  ['edited by hand', { state: 'edited' }, undefined, []],
  ['file is gone', { state: 'missing' }, explore, ['update', 'remove']],
  ['file is gone', { state: 'missing' }, undefined, ['remove']],
  ['no definition', {}, undefined, ['remove']],
] as const)('%s: %o', (text, change, source, can) => {
  expect(stateOf({ ...copy!, ...change }, source)).toMatchObject({ text, can })
})
