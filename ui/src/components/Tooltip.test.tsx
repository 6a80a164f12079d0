import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Tip, TipProvider } from './Tooltip'

test('a tip stands in a place of its own, where a screen reader finds it', async () => {
  render(
    <TipProvider>
      <Tip text="Narrow the sidebar">
        <button type="button">Fold</button>
      </Tip>
    </TipProvider>,
  )
  expect(screen.queryByRole('region')).toBeNull()
  act(() => screen.getByRole('button').focus())
  expect(await screen.findByRole('region', { name: 'Tip' })).toContainElement(
    screen.getByRole('tooltip'),
  )
})
