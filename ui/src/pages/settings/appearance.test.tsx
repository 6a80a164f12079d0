import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as language from '#ui/lib/language'
import { USUAL_LOOK, applyLook, rememberedLook } from '#ui/lib/look'
import { renderApp } from '#ui/test/renderApp'

const root = document.documentElement

afterEach(() => applyLook(USUAL_LOOK))

test('the size of text and the density are chosen in Settings and applied at once', async () => {
  const { user } = await renderApp('empty', '/settings')
  const size = within(await screen.findByRole('radiogroup', { name: 'Size of text' }))
  expect(size.getByRole('radio', { name: '100 %' })).toBeChecked()
  await user.click(size.getByRole('radio', { name: '125 %' }))
  expect(root.style.fontSize).toBe('20px')
  // Arrow keys change it too.
  await user.keyboard('{ArrowRight>}')
  await waitFor(() => expect(size.getByRole('radio', { name: '150 %' })).toBeChecked())
  await user.keyboard('{/ArrowRight}')
  const density = within(screen.getByRole('radiogroup', { name: 'Density' }))
  await user.click(density.getByRole('radio', { name: 'Compact' }))
  expect(root.dataset.density).toBe('compact')
  expect(rememberedLook()).toEqual({ textSize: 150, density: 'compact' })
})

test('the language is chosen in Settings', async () => {
  const change = vi.spyOn(language, 'changeLanguage').mockImplementation(() => {})
  const { user } = await renderApp('empty', '/settings')
  const choice = await screen.findByRole('combobox', { name: 'Language' })
  expect(choice).toHaveValue('system')
  const names = within(choice)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['System', ...Object.values(language.LANGUAGES)])
  await user.selectOptions(choice, 'Français')
  expect(change).toHaveBeenCalledWith('fr')
  change.mockRestore()
})

test('the palette changes both', async () => {
  const { user } = await renderApp('empty', '/tasks')
  const run = async (label: string): Promise<void> => {
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), label)
    await user.keyboard('{Enter}')
  }
  await run('Larger text')
  expect(root.style.fontSize).toBe('17.6px')
  await run('Smaller text')
  expect(root.style.fontSize).toBe('')
  await run('Compact or comfortable rows')
  expect(root.dataset.density).toBe('compact')
})

test('whether a lane asks if a skill helps is chosen in Settings', async () => {
  const { user, fake } = await renderApp('empty', '/settings')
  const name = 'Before a skill is installed for the workspace'
  const choice = within(await screen.findByRole('radiogroup', { name }))
  expect(choice.getByRole('radio', { name: 'Do not ask' })).toBeChecked()
  await user.click(choice.getByRole('radio', { name: 'It must help' }))
  await waitFor(() => {
    const saved = fake.calls.findLast(
      ({ path, method }) => method === 'PUT' && path === '/api/settings',
    )
    expect(saved?.body).toMatchObject({ gate: 'require' })
  })
})
