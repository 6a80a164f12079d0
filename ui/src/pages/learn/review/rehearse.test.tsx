// A rehearsal of the person: started, followed, marked, finished, and what its findings offer.

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PROPOSAL, detail, proposal, proposalDetail, rehearsal, session } from '#ui/test/fixtures'
import { revisionPreview } from '#ui/test/learnFixtures'
import { renderApp } from '#ui/test/renderApp'

const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('a rehearsal is started, followed, marked by hand and finished', async () => {
  let running = false
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) => {
    fake.on('GET /api/learn/proposals/*/rehearsal', () => (running ? rehearsal() : null))
    fake.on(
      'POST /api/learn/proposals/*/validate',
      () => ((running = true), { validation_run: {}, runs: [], schema_version: 1 }),
    )
    fake.on('POST /api/learn/proposals/*/rehearsal/mark', () => rehearsal())
    fake.on(
      'POST /api/learn/proposals/*/rehearsal/finish',
      () => ((running = false), rehearsal({ running: false, overall_result: 'passed' })),
    )
  })
  await user.click(await button('Rehearse'))
  await user.type(await screen.findByLabelText('Start address'), 'wiki.example.org')
  const values = screen.getByRole('group', { name: 'Values for this rehearsal' })
  expect(within(values).getByLabelText('--since')).toHaveAttribute('placeholder', '2026-11-13')
  expect(within(values).queryByLabelText('API key')).toBeNull()
  await user.type(within(values).getByLabelText('Title'), 'Week 49')
  await user.click(await button('Start rehearsal'))
  const drawer = await screen.findByRole('complementary', { name: 'Rehearsal' })
  expect(fake.calls.find((call) => call.path.endsWith('/validate'))?.body).toEqual({
    selected_tests: ['rehearsal'],
    start_url: 'https://wiki.example.org',
    inputs: { week: 'Week 49' },
  })
  expect(within(drawer).getByText('2 of 4')).toBeVisible()
  await user.click(within(drawer).getByRole('button', { name: /Reviewers are mentioned/ }))
  await user.click(within(drawer).getByRole('button', { name: 'Mark by hand' }))
  await user.click(await screen.findByRole('menuitem', { name: 'I skipped it' }))
  await user.type(await screen.findByLabelText('Why?'), 'Nobody to name')
  await user.click(await button('Mark'))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/mark'))?.body).toEqual({
      checkpoint_id: 'cp-03',
      status: 'skipped',
      evidence: 'Nobody to name',
      reason: 'Nobody to name',
    }),
  )
  await user.click(within(drawer).getByRole('button', { name: 'Finish rehearsal' }))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/finish'))?.body).toEqual({
      cancel: false,
    }),
  )
})

test('a browser that is closed during a rehearsal is said to be, and opened again', async () => {
  const { fake, user } = await renderApp('rehearsing', `/learn/pending/${PROPOSAL}`, (fake) => {
    const told = detail({
      session: session({ state: 'ready_for_review', proposal_id: PROPOSAL }),
      proposal: proposal(),
      rehearsal: rehearsal(),
    })
    const scope = told.observation_scope!
    const adapters = scope.adapters.map((adapter) =>
      adapter.kind === 'browser_dom'
        ? { ...adapter, healthy: false, last_error_code: 'ADAPTER_LOST' }
        : adapter,
    )
    fake.on('GET /api/learn/sessions/*/detail', () => ({
      ...told,
      observation_scope: { ...scope, adapters },
    }))
    fake.on('POST /api/learn/proposals/*/rehearsal/reopen', () => rehearsal())
  })
  const banner = await screen.findByRole('region', { name: 'Observation' })
  expect(within(banner).getByRole('alert')).toHaveTextContent('The browser was closed.')
  const reopened = (): number =>
    fake.calls.filter((call) => call.path.endsWith('/rehearsal/reopen')).length
  await user.click(within(banner).getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(reopened()).toBe(1))
  await user.keyboard('mr')
  await waitFor(() => expect(reopened()).toBe(2))
})

test('a finding of a rehearsal offers what would settle it; one click does it', async () => {
  const instruction = 'checkpoint 4 is optional'
  const { fake, user } = await renderApp(
    'rehearsed',
    `/learn/pending/${PROPOSAL}?rehearsal=true`,
    (fake) => {
      fake.on('POST /api/learn/proposals/*/revise', () => proposalDetail())
      fake.on('POST /api/learn/proposals/*/revise/preview', () =>
        revisionPreview({
          offers: [{ instruction, words: 'It is not always needed: make it optional.' }],
        }),
      )
    },
  )
  await user.click(await button('Revise with this finding'))
  await user.click(await button('It is not always needed: make it optional.'))
  const finding = { checkpoint_id: 'cp-04', why: 'The page is not published.' }
  const sent = (end: string) => fake.calls.find((call) => call.path.endsWith(end))?.body
  await waitFor(() =>
    expect(sent('/revise')).toMatchObject({
      revision_instructions: instruction,
      confirm_weaker: true,
      findings: expect.arrayContaining([finding]),
    }),
  )
  expect(sent('/revise/preview')).toMatchObject({
    findings: expect.arrayContaining([finding]),
  })
  expect(await screen.findByRole('form', { name: 'Revise' }), 'and is edited there').toBeVisible()
})
