import { expect, test } from 'vitest'
import { proposalDetail } from '#ui/test/fixtures'
import { asSlug } from './Blockers'
import { draftOf, editsOf, freshCheckpointId } from './revision'

const before = draftOf(proposalDetail())

test('nothing changed sends nothing', () => {
  expect(editsOf(before, { ...before, use: `${before.use}\n  ` })).toEqual({})
})

test('only what changed is sent', () => {
  const [first, ...rest] = before.checkpoints
  if (!first) throw new Error('fixture')
  expect(
    editsOf(before, {
      ...before,
      title: ' Notes ',
      triggers: ['x'],
      checkpoints: [{ ...first, goal: 'Listed' }, ...rest],
    }),
  ).toEqual({
    title: 'Notes',
    trigger_phrases: ['x'],
    checkpoints: [
      {
        checkpoint_id: 'cp-01',
        goal: 'Listed',
        success_condition: first.success_condition,
        optional: false,
      },
      ...rest,
    ],
  })
})

test('a new checkpoint gets the next number', () => {
  expect(freshCheckpointId(before.checkpoints)).toBe('cp-05')
  expect(freshCheckpointId([])).toBe('cp-01')
})

test.each([
  ['Post the Notes!', 'post-the-notes'],
  ['--a__b--', 'a-b'],
  [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
])('%s becomes the folder name %s', (text, slug) => {
  expect(asSlug(text)).toBe(slug)
})
