import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Command, useAllCommands, useCommands } from './commands'

const command = (run: () => void, label = 'Start'): Command => ({
  id: 'start',
  label,
  group: 'Learn',
  keys: 'mod+enter',
  run,
})

test('a list that is made again with each rendering is registered once, and its newest action runs', () => {
  const ran: string[] = []
  const all = renderHook(() => useAllCommands())
  const user = renderHook(
    ({ name, label }: { name: string; label: string }) =>
      useCommands([command(() => ran.push(name), label)]),
    { initialProps: { name: 'first', label: 'Start' } },
  )
  const before = all.result.current
  expect(before.map(({ label }) => label)).toEqual(['Start'])
  user.rerender({ name: 'second', label: 'Start' })
  expect(all.result.current, 'nothing was registered again').toBe(before)
  act(() => all.result.current[0]?.run())
  expect(ran).toEqual(['second'])
  user.rerender({ name: 'third', label: 'Edit' })
  expect(all.result.current.map(({ label }) => label)).toEqual(['Edit'])
  user.unmount()
  expect(all.result.current).toEqual([])
})
