import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Tip, TipProvider } from './Tooltip'

test('a tooltip is in a landmark, where a screen reader finds it', async () => {
  render(
    <TipProvider>
      <Tip text="Collapse the sidebar">
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
