import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createStore, useStore } from './createStore'

test('a component shows the value and renders again when it changes', () => {
  const store = createStore(1)
  const Value = () => <p>{useStore(store)}</p>
  render(<Value />)
  expect(screen.getByText('1')).toBeVisible()
  act(() => store.set(2))
  expect(screen.getByText('2')).toBeVisible()
})

test('a component that selects a part renders again only when that part changes', () => {
  const store = createStore({ name: 'tea', count: 1 })
  const rendered = vi.fn<(name: string) => void>()
  const Name = () => {
    const name = useStore(store, (value) => value.name)
    rendered(name)
    return <p>{name}</p>
  }
  render(<Name />)
  act(() => store.set({ name: 'tea', count: 2 }))
  expect(rendered).toHaveBeenCalledTimes(1)
  act(() => store.set({ name: 'coffee', count: 2 }))
  expect(screen.getByText('coffee')).toBeVisible()
})

test('a listener that unsubscribed is not called any more', () => {
  const store = createStore(0)
  const listener = vi.fn<() => void>()
  const unsubscribe = store.subscribe(listener)
  store.set(1)
  unsubscribe()
  store.set(2)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(store.get()).toBe(2)
})
