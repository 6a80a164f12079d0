import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Refusal } from '#ui/test/fakeBackend'
import { PROPOSAL, film } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const REVIEW = `/learn/pending/${PROPOSAL}`
const strip = (): Promise<HTMLElement> =>
  screen.findByRole('listbox', { name: 'Moments of Post the weekly release notes' })
const scrubber = (): HTMLElement => screen.getByRole('slider', { name: 'Moment' })

afterEach(() => {
  vi.useRealTimers()
  document.documentElement.dir = ''
})

test('the filmstrip is walked by keyboard and says what each moment is', async () => {
  const { user } = await renderApp('ready', REVIEW)
  await screen.findByText('7 moments')
  await user.keyboard('rm')
  const frames = within(await strip()).getAllByRole('option')
  expect(frames[0]).toHaveAccessibleName(
    '1. Ran “git log --merges --since=2026-11-13”, input: since, checkpoint: Merged changes of the week are listed',
  )
  expect(screen.getByText('There is no picture of this moment.')).toBeVisible()
  act(() => frames[0]?.focus())
  await user.keyboard('{ArrowRight}{ArrowRight}')
  const third = within(await strip()).getByRole('option', { name: /^3\. Filled “Title”/ })
  expect(third).toHaveFocus()
  expect(third).toHaveAttribute('aria-selected', 'true')
  expect(scrubber()).toHaveAttribute('aria-valuetext', '3. Filled “Title” with “Week 47”')
  const picture = await screen.findByRole('img', {
    name: 'What the page showed, without values: Filled “Title”',
  })
  expect(within(picture).getByText('Title: ▮▮▮▮▮▮')).toBeVisible()
  expect(picture.innerHTML).not.toContain('Week 47')
  await user.keyboard('{End}')
  expect(scrubber()).toHaveValue('7')
  expect(screen.getByText('Moment 7 of 7', { exact: false })).toBeVisible()
  expect(screen.getByText('01:14 / 01:14')).toBeVisible()
  await user.keyboard('{Home}{ArrowLeft}')
  expect(scrubber()).toHaveValue('1')
})

test('arrows follow the direction of the page', async () => {
  document.documentElement.dir = 'rtl'
  const { user } = await renderApp('ready', REVIEW)
  await screen.findByText('7 moments')
  await user.keyboard('rm')
  act(() => screen.getByRole('option', { name: /^1\. / }).focus())
  await user.keyboard('{ArrowLeft}')
  expect(scrubber()).toHaveValue('2')
  await user.keyboard('{ArrowRight}')
  expect(scrubber()).toHaveValue('1')
})

test('a checkpoint and a value lead to their moment, and the moment back to them', async () => {
  const { user } = await renderApp('ready', REVIEW)
  await screen.findByText('7 moments')
  await user.click(
    await screen.findByRole('button', {
      name: 'Show the moment of “The page is published and readable”',
    }),
  )
  await strip()
  expect(scrubber()).toHaveValue('7')
  const section = within((await strip()).closest('details')!)
  await user.click(section.getByRole('button', { name: 'The page is published and readable' }))
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-checkpoint', 'cp-04'))
  await user.click(screen.getByRole('button', { name: 'Show the moment of “Week 47”' }))
  expect(scrubber()).toHaveValue('3')
  await user.click(section.getByRole('button', { name: 'Title' }))
  expect(document.activeElement).toHaveAttribute('data-input', 'week')
  expect(
    screen.queryByRole('button', { name: 'Show the moment of “Releases”' }),
    'a value that never changes was understood at no moment',
  ).toBeNull()
})

test('it plays at the pace of the demonstration, and stops at its end', async () => {
  const { user } = await renderApp('ready', REVIEW)
  await screen.findByText('7 moments')
  await user.keyboard('rm')
  await strip()
  fireEvent.change(scrubber(), { target: { value: '6' } })
  vi.useFakeTimers()
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  act(() => vi.advanceTimersByTime(2999))
  expect(scrubber(), 'eight seconds are cut to three').toHaveValue('6')
  act(() => vi.advanceTimersByTime(1))
  expect(scrubber()).toHaveValue('7')
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  expect(scrubber(), 'again from the beginning').toHaveValue('1')
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  act(() => vi.advanceTimersByTime(60_000))
  expect(scrubber()).toHaveValue('1')
})

test('it is exported as a page, and a failure is shown', async () => {
  const { fake, user } = await renderApp('ready', REVIEW)
  await screen.findByText('7 moments')
  await user.keyboard('rm')
  await strip()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'As a page (HTML)' }))
  const name = 'post-weekly-release-notes-filmstrip.html'
  await waitFor(() => expect(fake.saved.get(name)).toBe('<!doctype html>'))
  fake.on('GET /api/learn/sessions/*/filmstrip/file', () => {
    throw new Refusal(500, 'INTERNAL', 'The disk answered with an error.')
  })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'filmstrip as SVG')
  await user.click(await screen.findByRole('option', { name: /^Export the filmstrip as SVG/ }))
  expect(await screen.findByText('The disk answered with an error.')).toBeVisible()
})

test('a recording that was deleted has no moments, no command and no buttons', async () => {
  const { user } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('GET /api/learn/sessions/*/filmstrip', () => ({ ...film(), moments: [] })),
  )
  await user.click(await screen.findByText('no moments'))
  expect(await screen.findByRole('heading', { name: 'Nothing to play' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Show the moment/ })).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'filmstrip')
  expect(screen.queryByRole('option', { name: /the filmstrip/ })).toBeNull()
})

test('only the thumbnails in view are rendered, and their pictures asked for', async () => {
  const asked: string[] = []
  const many = Array.from({ length: 400 }, (_, at) => ({
    ...film().moments[1]!,
    event_id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    at_ms: at * 1000,
  }))
  const { user } = await renderApp('ready', REVIEW, (fake) => {
    fake.on('GET /api/learn/sessions/*/filmstrip', () => ({ ...film(), moments: many }))
    fake.on('GET /api/learn/sessions/*/filmstrip/pictures', ({ query }) => {
      asked.push(query.get('first') ?? '')
      return { pictures: [] }
    })
  })
  await screen.findByText('400 moments')
  expect(asked, 'nothing before it is open').toEqual([])
  await user.keyboard('rm')
  const shown = within(await strip()).getAllByRole('option')
  expect(shown.length).toBeLessThan(30)
  expect(shown[0]).toHaveAttribute('aria-setsize', '400')
  act(() => shown[0]?.focus())
  await user.keyboard('{End}')
  expect(await screen.findByRole('option', { name: /^400\. / })).toHaveFocus()
  await waitFor(() => expect(asked).toContain('397'))
  expect(asked.length).toBeLessThan(8)
})
