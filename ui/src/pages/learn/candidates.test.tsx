// Repeated tasks on the page Pending Abilities: why, build, questions, dismissal.

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  COLLECTING,
  MINING_SETTINGS,
  PROPOSAL,
  SETTINGS,
  candidate,
  session,
} from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const answer = (candidates: unknown[]) => ({
  settings: MINING_SETTINGS,
  candidates,
  schema_version: 1,
})
const card = async (name: string) => within(await screen.findByRole('listitem', { name }))

test('a repeated task says why, and one button builds its draft', async () => {
  const { fake, user, path } = await renderApp('repeated', '/learn/pending', (fake) => {
    fake.on('POST /api/learn/candidates/*/build', () => ({
      session: session({ state: 'drafting_proposal' }),
      proposal_id: PROPOSAL,
    }))
  })
  const ready = await card('File the weekly report')
  expect(ready.getByText('Suggestion')).toBeVisible()
  expect(ready.getByText(/3 demonstrations and one rehearsal succeeded/)).toBeVisible()
  const collecting = await card('Archive paid invoices')
  expect(collecting.getByText('Not often enough')).toBeVisible()
  expect(collecting.getByText('Not met yet: 2 of 3 successful runs.')).toBeVisible()
  expect(collecting.getByRole('button', { name: 'Build the draft' })).toBeDisabled()
  await user.click(ready.getByRole('button', { name: 'Build the draft' }))
  await waitFor(() => expect(path()).toBe(`/learn/pending/${PROPOSAL}`))
  expect(fake.calls.filter(({ path: called }) => called.endsWith('/build'))).toHaveLength(1)
})

test('a dismissal can be undone', async () => {
  const { fake, user } = await renderApp('repeated', '/learn/pending', (fake) => {
    const list = (state: 'ready' | 'dismissed') => () => {
      fake.on('GET /api/learn/candidates', () => answer([candidate({ state }), COLLECTING]))
      return answer([candidate({ state }), COLLECTING])
    }
    fake.on('POST /api/learn/candidates/*/dismiss', list('dismissed'))
    fake.on('POST /api/learn/candidates/*/restore', list('ready'))
  })
  await user.click((await card('File the weekly report')).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() =>
    expect(screen.queryByRole('listitem', { name: 'File the weekly report' })).toBeNull(),
  )
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await card('File the weekly report')
  expect(fake.calls.some(({ path: called }) => called.endsWith('/restore'))).toBe(true)
})

test('questions are answered before the draft is built', async () => {
  const { fake, user } = await renderApp('repeated', '/learn/pending', (fake) => {
    fake.on('POST /api/learn/candidates/*/answers', () => answer([candidate()]))
  })
  await user.click(
    (await card('File the weekly report')).getByRole('button', { name: 'Answer questions' }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('What should this skill be called?'), 'Report the week')
  await user.click(dialog.getByRole('radio', { name: 'Ask me every time' }))
  await user.click(dialog.getByRole('button', { name: 'Save the answers' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = fake.calls.find(({ path: called }) => called.endsWith('/answers'))
  expect(sent?.body).toEqual({
    answers: [
      { topic: 'name', text: 'Report the week' },
      { topic: 'approval', text: 'Ask me every time' },
    ],
  })
})

test('the settings say what each mode does', async () => {
  const { fake, user } = await renderApp('ready', '/settings', (fake) => {
    fake.on('PUT /api/settings', () => SETTINGS)
  })
  const group = within(await screen.findByRole('group', { name: 'When a task was repeated' }))
  expect(group.getByText('A draft is built when you ask for it.')).toBeVisible()
  await user.click(group.getByRole('radio', { name: 'Do nothing' }))
  await waitFor(() => {
    const sent = fake.calls.find(({ method }) => method === 'PUT')
    expect(sent?.body).toMatchObject({ mining: { mode: 'off', min_successful_traces: 3 } })
  })
})
