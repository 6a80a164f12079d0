// Correcting a draft: its values, its fields, its text, and by instructions.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Schemas } from '#ui/backend/types'
import { PROPOSAL, SESSION, SKILL_MD, proposal, proposalDetail } from '#ui/test/fixtures'
import { revisionPreview } from '#ui/test/learnFixtures'
import { renderApp } from '#ui/test/renderApp'

const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('a value that is always the same is corrected with one key, and taken back', async () => {
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('PUT /api/learn/proposals/*/values', () => proposalDetail()),
  )
  const table = await screen.findByRole('region', { name: 'What changes next time?' })
  const choice = within(table).getByRole('radiogroup', { name: 'Next time, “Week 47”' })
  within(choice).getByRole('radio', { name: 'Changes' }).focus()
  await user.keyboard('{Enter}')
  const said = () => fake.calls.filter((call) => call.path.endsWith('/values'))
  await waitFor(() => expect(said()).toHaveLength(1))
  const before = { example: '2026-11-13', name: 'since', changes: 'derived' }
  expect(said()[0]?.body).toEqual({
    values: [before, { example: 'Week 47', name: 'week', changes: 'same' }],
  })
  await user.click(within(table).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(said()).toHaveLength(2))
  expect(said()[1]?.body).toEqual({ values: [before] })

  await user.click(within(table).getByRole('button', { name: 'Where “Week 47” comes from' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Read while doing it' }))
  await waitFor(() => expect(said()).toHaveLength(3))
  // Ctrl+Z takes back what the button would.
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(said()).toHaveLength(4))
  expect(said()[3]?.body).toEqual({ values: [before] })
  expect(within(table).queryByRole('button', { name: 'Undo' })).toBeNull()
  const name = within(table).getByLabelText('Name of “2026-11-13”')
  await user.clear(name)
  await user.type(name, 'First day{Enter}')
  await waitFor(() => expect(said()).toHaveLength(5))
  expect(said()[4]?.body).toMatchObject({
    values: expect.arrayContaining([{ ...before, name: 'first_day' }]),
  })
})

test('a draft without values says so', async () => {
  await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({ values: [], variables: [] }),
    ),
  )
  expect(await screen.findByText(/Nothing was typed, chosen or picked/)).toBeVisible()
})

test('only changed fields of a draft are sent', async () => {
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) => {
    fake.on('POST /api/learn/proposals/*/revise', () => proposalDetail())
  })
  await user.click(await button('Revise'))
  const form = await screen.findByRole('form', { name: 'Revise' })
  expect(within(form).getByRole('button', { name: 'Save changes' })).toBeDisabled()
  const goal = within(form).getByLabelText('Checkpoint 1: goal')
  await user.clear(goal)
  expect(within(form).getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await user.type(goal, 'All merges are listed')
  await user.click(within(form).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Revise' })).toBeNull())
  const sent = fake.calls.find((call) => call.path.endsWith('/revise'))?.body as {
    edited_fields: { checkpoints: Array<{ goal: string }> }
  }
  expect(Object.keys(sent.edited_fields)).toEqual(['checkpoints'])
  expect(sent.edited_fields.checkpoints[0]?.goal).toBe('All merges are listed')
})

test('a page with unsaved text asks before it is left', async () => {
  const { user, path, fake } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('POST /api/learn/proposals/*/revise', () => proposalDetail()),
  )
  const here = path()
  await user.click(await button('Revise'))
  await user.type(
    within(await screen.findByRole('form', { name: 'Revise' })).getByLabelText(
      'Checkpoint 1: goal',
    ),
    ' today',
  )
  expect(await button('Install privately'), 'what is installed is what was saved').toBeDisabled()

  await user.click(screen.getByRole('link', { name: 'Back to Pending Abilities' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole(
      'button',
      { name: 'Stay' },
    ),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(path()).toBe(here)
  expect(screen.getByLabelText('Checkpoint 1: goal')).toHaveDisplayValue(/ today$/)

  await user.click(screen.getByRole('link', { name: 'Back to Pending Abilities' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole(
      'button',
      { name: 'Leave' },
    ),
  )
  await waitFor(() => expect(path()).toBe('/learn/pending'))
  expect(fake.calls.some((call) => call.path.endsWith('/revise'))).toBe(false)
})

test('a page without unsaved text is left immediately', async () => {
  const { user, path } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('POST /api/learn/proposals/*/revise', () => proposalDetail()),
  )
  await user.click(await button('Revise'))
  await user.type(
    within(await screen.findByRole('form', { name: 'Revise' })).getByLabelText(
      'Checkpoint 1: goal',
    ),
    ' today',
  )
  await user.click(await button('Save changes'))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Revise' })).toBeNull())
  await user.click(screen.getByRole('link', { name: 'Back to Pending Abilities' }))
  await waitFor(() => expect(path()).toBe('/learn/pending'))
})

test('instructions say before what they change, and what nobody understands cannot be sent', async () => {
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) => {
    fake.on('POST /api/learn/proposals/*/revise', () => proposalDetail())
    fake.on('POST /api/learn/proposals/*/revise/preview', ({ body }) => {
      const { revision_instructions: words } = body as Schemas['ProposalReviseRequest']
      if (words === 'friendlier')
        return revisionPreview({ unclear: [{ words, why: 'No rule understands these words.' }] })
      if (words === 'drop checkpoint 2')
        return revisionPreview({
          changes: ['It is dropped.'],
          needs_confirmation: ['It is dropped.'],
        })
      return revisionPreview()
    })
  })
  await user.click(await button('Revise'))
  const field = await screen.findByLabelText('Anything else to change')
  expect(await screen.findByText(/The rules understand a value.*Choose who writes/)).toBeVisible()
  fireEvent.change(field, { target: { value: 'friendlier' } })
  expect(await screen.findByText(/No rule understands these words/)).toBeVisible()
  expect(await button('Save changes')).toBeDisabled()
  expect(field, 'nothing typed is lost').toHaveValue('friendlier')
  fireEvent.change(field, { target: { value: 'drop checkpoint 2' } })
  expect(await screen.findByRole('list', { name: 'Will change' })).toHaveTextContent(
    'It is dropped.',
  )
  expect(await button('Save changes')).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: /although it weakens the skill/ }))
  await user.click(await button('Save changes'))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/revise'))?.body).toMatchObject({
      revision_instructions: 'drop checkpoint 2',
      confirm_weaker: true,
    }),
  )
})

test('a draft that can no longer be changed keeps unsaved text visible and says why it is not saved', async () => {
  let state: Schemas['ProposalState'] = 'ready_for_review'
  const { fake } = await renderApp('improving', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({
        proposal: proposal({ proposal_state: state }),
        installed_skill_md: SKILL_MD,
      }),
    ),
  )
  expect(await screen.findByRole('tab', { name: 'Source', selected: true })).toBeVisible()
  const { EditorView } = await import('@codemirror/view')
  // The editor is loaded when it is needed first.
  const editor = await screen.findByRole('textbox', { name: 'SKILL.md' }, { timeout: 10_000 })
  act(() =>
    EditorView.findFromDOM(editor)?.dispatch({
      changes: { from: SKILL_MD.length, insert: 'Typed meanwhile.' },
    }),
  )
  expect(await button('Save')).toBeEnabled()
  state = 'installed_private'
  act(() =>
    fake.emit({
      data: {
        seq: 9,
        event_kind: 'learn.validation.completed',
        session_id: SESSION,
        timestamp: '',
        payload: {},
      },
    }),
  )
  expect(await screen.findByText('Not saved; the draft cannot be changed now')).toBeVisible()
  expect(await button('Save')).toBeDisabled()
  expect(screen.getByText(/Typed meanwhile\./)).toBeVisible()
})
