import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { proposalDetail } from '#ui/test/fixtures'
import { useSkillEdit } from './useSkillEdit'

const typing = (skill_md: string) =>
  renderHook(({ text }) => useSkillEdit({ ...proposalDetail(), skill_md: text }), {
    initialProps: { text: skill_md },
  })

test('what was typed outlives a change of the draft, which is told', () => {
  const { result, rerender } = typing('one')
  act(() => result.current.set('one, typed'))
  expect(result.current).toMatchObject({ text: 'one, typed', dirty: true, outdated: false })
  rerender({ text: 'two' })
  expect(result.current).toMatchObject({ text: 'one, typed', dirty: true, outdated: true })
  act(() => result.current.discard())
  expect(result.current).toMatchObject({ text: 'two', dirty: false, outdated: false })
})

test('a text that is typed back to what is saved follows the draft', () => {
  const { result, rerender } = typing('one')
  act(() => result.current.set('one, typed'))
  act(() => result.current.set('one'))
  rerender({ text: 'two' })
  expect(result.current).toMatchObject({ text: 'two', dirty: false })
})

test('after saving nothing is left to save, even where the engine wrote it otherwise; what was typed since stays', () => {
  const { result, rerender } = typing('one')
  act(() => result.current.set('two  '))
  const before = result.current.beginning
  rerender({ text: 'two' })
  act(() => result.current.saved('two  '))
  expect(result.current).toMatchObject({ text: 'two', dirty: false })
  expect(result.current.beginning, 'an editor shows what was kept').not.toBe(before)

  act(() => result.current.set('three'))
  const { saved } = result.current
  act(() => result.current.set('three, four'))
  rerender({ text: 'three' })
  act(() => saved('three'))
  expect(result.current).toMatchObject({ text: 'three, four', dirty: true, outdated: false })
})
