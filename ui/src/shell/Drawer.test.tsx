import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Drawer, DrawerSlot } from './Drawer'

afterEach(() => {
  document.documentElement.dir = 'ltr'
})

test.each([
  ['ltr', 24],
  ['rtl', -24],
] as const)('in %s text, the left arrow changes the width by %i', async (direction, change) => {
  document.documentElement.dir = direction
  const slot = document.body.appendChild(document.createElement('div'))
  render(
    <DrawerSlot value={slot}>
      <Drawer title="Notes">Text</Drawer>
    </DrawerSlot>,
  )
  const handle = await screen.findByRole('separator')
  const width = (): number => Number(handle.getAttribute('aria-valuenow'))
  const before = width()
  handle.focus()
  await userEvent.setup().keyboard('{ArrowLeft}')
  expect(width() - before).toBe(change)
  slot.remove()
})
