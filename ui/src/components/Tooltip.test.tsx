import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Tooltip, TooltipProvider } from './Tooltip'

test('a tooltip is in a landmark, where a screen reader finds it', async () => {
  render(
    <TooltipProvider>
      <Tooltip text="Collapse the sidebar">
        <button type="button">Fold</button>
      </Tooltip>
    </TooltipProvider>,
  )
  expect(screen.queryByRole('region')).toBeNull()
  act(() => screen.getByRole('button').focus())
  expect(await screen.findByRole('region', { name: 'Tip' })).toContainElement(
    screen.getByRole('tooltip'),
  )
})
