import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Schemas } from '#ui/backend/types'
import { Refusal } from '#ui/test/fakeBackend'
import type { Fake } from '#ui/test/fakeBackend'
import {
  CHECKPOINT_RECEIPTS,
  PROPOSAL,
  QUESTIONS,
  batchResult,
  detail,
  flow,
  proposal,
  proposalDetail,
  rehearsal,
  session,
  standing,
  uuid,
} from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const REVIEW = `/learn/pending/${PROPOSAL}`
const ABILITY = 'ability_post-weekly-release-notes'
const SANDBOX = '/home/ada/.local/share/apprentice/sandbox/skills/post-weekly-release-notes'

const installed = (fake: Fake): void => {
  fake.on('GET /api/learn/proposals/*/detail', () =>
    proposalDetail({
      proposal: proposal({ proposal_state: 'installed_private', ability_id: ABILITY }),
    }),
  )
  fake.on('GET /api/skills/standing', () => ({
    ...standing(ABILITY),
    actions: ['remove'],
    places: [
      { path: '/home/ada/.claude/skills/x', kind: 'folder', agents: ['Claude Code'] },
      { path: SANDBOX, kind: 'folder', agents: [] },
    ],
  }))
}
const panel = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Installed' })

test('after the installation the review says where it is and what to say to an agent', async () => {
  const { user } = await renderApp('installed', REVIEW, installed)
  const box = await panel()
  const places = await within(box).findByRole('list', { name: 'Where it is' })
  expect(
    within(places)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    expect.stringMatching(/^Claude Code.*\.claude\/skills/),
    expect.stringMatching(/^Sandbox.*sandbox\/skills/),
  ])
  expect(
    within(box).getByText('Post the release notes. since: 2026-11-13, Title: Week 47.'),
  ).toBeVisible()
  await user.click(
    within(within(box).getByRole('region', { name: 'Try it' })).getByRole('button', {
      name: 'Copy',
    }),
  )
  expect(await navigator.clipboard.readText()).toBe(
    'Post the release notes. since: 2026-11-13, Title: Week 47.',
  )
})

test('it is tried with an agent from there, by key too, and the ability is what is run', async () => {
  const app = await renderApp('installed', REVIEW, installed)
  await panel()
  await app.user.keyboard('ri')
  const box = await screen.findByRole('dialog', { name: 'Run it with an agent' })
  await app.user.click(await within(box).findByRole('radio', { name: /Claude Code/ }))
  await app.user.click(within(box).getByRole('button', { name: 'Use those of the demonstration' }))
  await app.user.click(within(box).getByRole('button', { name: 'Start rehearsal' }))
  await waitFor(() => expect(app.path()).toBe(`/learn/runs/${uuid(6)}`))
  expect(
    app.fake.calls.find((call) => call.method === 'POST' && call.path === '/api/agents/runs')?.body,
  ).toMatchObject({ ability: ABILITY, agent: 'claude' })
})

test('it is uninstalled after a question, and that can be taken back', async () => {
  const { fake, user } = await renderApp('installed', REVIEW, (fake) => {
    installed(fake)
    fake.on('POST /api/skills/remove', ({ body }) => {
      const answer = batchResult(body, 'It is taken away.')
      return { ...answer, results: answer.results.map((one) => ({ ...one, undo: 'undo-1' })) }
    })
  })
  await user.click(await within(await panel()).findByRole('button', { name: 'Uninstall' }))
  const box = await screen.findByRole('dialog', { name: /Uninstall “Post the weekly/ })
  await user.click(within(box).getByRole('button', { name: 'Uninstall' }))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path === '/api/skills/remove')?.body).toMatchObject({
      paths: [ABILITY],
      apply: true,
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path === '/api/skills/restore')?.body).toMatchObject({
      undo: ['undo-1'],
    }),
  )
})

test('a refused uninstallation says why, and nothing is said to be gone', async () => {
  const { user } = await renderApp('installed', REVIEW, (fake) => {
    installed(fake)
    fake.on('POST /api/skills/remove', () => {
      throw new Refusal(409, 'TARGET_NOT_WRITABLE', 'The folder of Codex cannot be written.')
    })
  })
  await user.click(await within(await panel()).findByRole('button', { name: 'Uninstall' }))
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Uninstall' }),
  )
  expect(await screen.findByText('The folder of Codex cannot be written.')).toBeVisible()
  expect(screen.queryByText(/is uninstalled/)).toBeNull()
})

test('a draft that is not installed shows nothing of it', async () => {
  await renderApp('ready', REVIEW)
  await screen.findByRole('button', { name: 'Install privately' })
  expect(screen.queryByRole('region', { name: 'Installed' })).toBeNull()
})

test('answers are shown, and can be changed or taken back to the suggested one', async () => {
  const [first, second] = QUESTIONS
  if (!first || !second) throw new Error('fixture')
  const { fake, user } = await renderApp('ready', REVIEW, (fake) => {
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({
        questions: [
          { ...first, answered: true, answer_text: 'Only this project' },
          { ...second, answered: true, answer_text: 'The heading is there.' },
        ],
      }),
    )
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({ session: session({ state: 'ready_for_review', proposal_id: PROPOSAL }) }),
    )
    fake.on('POST /api/learn/sessions/*/answer-questions', () => ({
      session: session({ state: 'drafting_proposal' }),
      remaining_questions: 0,
      next_action: 'ready_for_review',
    }))
  })
  const given = (): unknown =>
    fake.calls.findLast((call) => call.path.endsWith('/answer-questions'))?.body
  const box = await screen.findByRole('region', { name: 'Your answers' })
  expect(box).toHaveTextContent('Only this project')
  await user.click(within(box).getByRole('button', { name: 'Use the suggested answer' }))
  await waitFor(() =>
    expect(given()).toEqual({
      answers: [{ question_id: second.question_id, answer_text: 'The page says Published.' }],
    }),
  )
  await user.click(within(box).getAllByRole('button', { name: 'Change' })[0] as HTMLElement)
  expect(within(box).getByRole('button', { name: 'Answer' }), 'nothing differs').toBeDisabled()
  await user.click(within(box).getByRole('button', { name: 'Everywhere' }))
  await user.click(within(box).getByRole('button', { name: 'Answer' }))
  await waitFor(() =>
    expect(given()).toEqual({
      answers: [{ question_id: first.question_id, answer_text: 'Everywhere' }],
    }),
  )
  const notices = within(screen.getByRole('region', { name: 'Notices' }))
  expect(await notices.findByText(/wherever notes are posted.* is answered/)).toBeVisible()
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() =>
    expect(given(), 'the newest answer is taken back').toEqual({
      answers: [{ question_id: first.question_id, answer_text: 'Only this project' }],
    }),
  )
  await user.click(await notices.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(given(), 'and the one before').toEqual({
      answers: [{ question_id: second.question_id, answer_text: 'The heading is there.' }],
    }),
  )
})

/** Answers the only question of a draft. Returns the texts of all answers that are sent. */
async function answerOnly(question: Schemas['QuestionView'] | undefined) {
  if (!question) throw new Error('fixture')
  const { fake, user } = await renderApp('ready', REVIEW, (fake) => {
    let questions = [question]
    fake.on('GET /api/learn/proposals/*/detail', () => proposalDetail({ questions }))
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({ session: session({ state: 'ready_for_review', proposal_id: PROPOSAL }) }),
    )
    fake.on('POST /api/learn/sessions/*/answer-questions', ({ body }) => {
      const [given] = (body as { answers: Array<{ answer_text: string }> }).answers
      // The form goes away with its question.
      questions = questions.map((one) => ({ ...one, answered: true, ...given }))
      return {
        session: session({ state: 'ready_for_review' }),
        remaining_questions: 0,
        next_action: 'ready_for_review',
      }
    })
  })
  const answers = (): unknown[] =>
    fake.calls
      .filter(({ path }) => path.endsWith('/answer-questions'))
      .flatMap(({ body }) => (body as { answers: Array<{ answer_text: string }> }).answers)
      .map(({ answer_text: text }) => text)
  const form = within(await screen.findByRole('form', { name: 'Questions' }))
  await user.type(form.getByRole('textbox'), 'By its title')
  await user.click(form.getByRole('button', { name: 'Answer' }))
  await screen.findByRole('region', { name: 'Your answers' })
  expect(screen.queryByRole('form', { name: 'Questions' })).toBeNull()
  expect(answers()).toEqual(['By its title'])
  return { answers, user, notices: within(screen.getByRole('region', { name: 'Notices' })) }
}

test('a first answer is taken back to the suggested one', async () => {
  const { answers, user, notices } = await answerOnly(QUESTIONS[1])
  await user.click(await notices.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(answers()).toEqual(['By its title', 'The page says Published.']))
})

test('a first answer is not taken back where none is suggested', async () => {
  const { notices } = await answerOnly(QUESTIONS[0])
  expect(notices.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the flow is walked by keyboard, tells what each node is, and is exported', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><title>Steps</title></svg>'
  const { fake, user } = await renderApp('ready', REVIEW, (fake) => {
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({
        questions: [
          { ...QUESTIONS[1]!, field: 'step', question_text: 'When does “Sign in” come?' },
        ],
      }),
    )
    fake.on('GET /api/learn/proposals/*/flow', () => ({ ...flow('asked'), svg }))
  })
  await screen.findByText('7 steps, a loop, a choice, 2 questions')
  await user.keyboard('rf')
  const graph = await screen.findByRole('listbox', { name: /^Flow of Post the weekly/ })
  const nodes = within(graph).getAllByRole('option')
  act(() => nodes[0]?.focus())
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(nodes[2]).toHaveFocus()
  expect(nodes[2]).toHaveAccessibleName('Choice: Sign in, 1 open question')
  expect(nodes[2]).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('button', { name: 'Answer it' })).toBeVisible()
  expect(screen.getByText('When does “Sign in” come?', { selector: 'p' })).toBeVisible()
  await user.keyboard('{End}')
  expect(nodes.at(-1)).toHaveFocus()
  expect(nodes.at(-1)).toHaveAccessibleName(/^Done: Done when, checkpoints: Reviewers are/)
  const size = within(screen.getByRole('group', { name: 'Size of the drawing' }))
  await user.keyboard('++-0-')
  expect(size.getByRole('button', { name: 'Size 80 %. Back to 100 %' })).toBeVisible()
  expect(Number(graph.getAttribute('width'))).toBeCloseTo(flow().drawing.width * 0.8)
  await user.click(screen.getByRole('button', { name: 'Export SVG' }))
  await waitFor(() => expect(fake.saved.get('post-weekly-release-notes-flow.svg')).toBe(svg))
})

test('a step of the flow shows its checkpoints with their evidence, and where it leads', async () => {
  const { user } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('GET /api/learn/proposals/*/rehearsal', () =>
      rehearsal({ running: false, overall_result: 'passed', receipts: CHECKPOINT_RECEIPTS }),
    ),
  )
  await screen.findByText('7 steps, a loop, a choice')
  await user.keyboard('rf')
  await user.click((await screen.findAllByRole('option'))[1]!)
  const section = within((await screen.findByRole('listbox')).closest('details')!)
  expect(
    section.getByText('The list of merges since last week ends without an error.'),
  ).toBeVisible()
  expect(section.getByText('Command finished with exit 0 and 14 lines.')).toBeVisible()
  expect(section.getByText('seen on screen')).toBeVisible()
  // The last step of a loop leads back; the link goes there.
  await user.click((await screen.findAllByRole('option'))[6]!)
  await user.click(section.getByRole('button', { name: 'For each of 14 items' }))
  expect((await screen.findAllByRole('option'))[4]).toHaveAttribute('aria-selected', 'true')
})

test('a draft without steps has no flow and no command for it', async () => {
  const { user } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('GET /api/learn/proposals/*/flow', () => ({
      drawing: { ...flow().drawing, nodes: [], edges: [], summary: '' },
      svg: '',
    })),
  )
  await screen.findAllByRole('heading', { name: 'Checkpoints' })
  await waitFor(() => expect(screen.queryByText('Flow')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'flow')
  expect(screen.queryByRole('option', { name: /Show the flow/ })).toBeNull()
})
