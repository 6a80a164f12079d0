import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useTyped } from './useSkillsPage'

test('letters typed while the address catches up stay; another change of the address leads', () => {
  vi.useFakeTimers()
  try {
    const tell = vi.fn<(text: string) => void>()
    const { result, rerender } = renderHook(({ address }) => useTyped(address, tell), {
      initialProps: { address: '' },
    })
    act(() => result.current[1]('wi'))
    act(() => vi.advanceTimersByTime(500))
    expect(tell).toHaveBeenCalledWith('wi')
    act(() => result.current[1]('wik'))
    rerender({ address: 'wi' })
    expect(result.current[0]).toBe('wik')
    rerender({ address: 'a saved view' })
    expect(result.current[0]).toBe('a saved view')
  } finally {
    vi.useRealTimers()
  }
})
