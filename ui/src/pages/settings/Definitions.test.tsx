import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { beforeEach, expect, test } from 'vitest'
import { Notices } from '#ui/app/Notices'
import { makeQueryClient } from '#ui/backend/queryClient'
import { setTransport } from '#ui/backend/transport'
import { TooltipProvider } from '#ui/components/Tooltip'
import { useAllCommands } from '#ui/shell/commands'
import { definitionPreview, installedDefinitions } from '#ui/test/definitionFixtures'
import { type Fake, Refusal, fakeBackend } from '#ui/test/fakeBackend'
import { renderApp } from '#ui/test/renderApp'
import { Definitions } from './Definitions'

const PREVIEW = 'POST /api/agents/*/definitions/preview'
const INSTALL = 'POST /api/agents/*/definitions'
const UNINSTALL = 'DELETE /api/agents/*/definitions/*'

beforeEach(() => act(() => void toast.dismiss()))

const section = async () => screen.findByRole('list', { name: 'Agent definitions' })
const withCopies = (fake: Fake): void =>
  fake.on('GET /api/agents/definitions', () => installedDefinitions())
const sent = ({ calls }: Fake, method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).map(({ body }) => body)

/** The section alone: Settings is long, and each look-up of a role walks through all of it. */
function renderSection(prepare?: (fake: Fake) => void) {
  const fake = fakeBackend('installed')
  prepare?.(fake)
  setTransport(fake)
  const shownErrors: string[] = []
  const client = makeQueryClient((error) => shownErrors.push(error.message))
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <Definitions />
        <Notices />
      </TooltipProvider>
    </QueryClientProvider>,
  )
  return { fake, shownErrors, user: userEvent.setup() }
}

/** Opens the dialog that installs the definition of the person. */
async function openInstall(prepare?: (fake: Fake) => void) {
  const { fake, user } = renderSection(prepare)
  await user.click(within(await section()).getByRole('button', { name: 'Install explore' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Install explore into an agent' }),
  )
  return { fake, user, dialog }
}

/** Opens the dialog that removes a copy. */
async function openRemove(name: string, prepare?: (fake: Fake) => void) {
  const { fake, user, ...rest } = renderSection((fake) => {
    withCopies(fake)
    prepare?.(fake)
  })
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name: `${name}?` }))
  return { fake, user, dialog, ...rest }
}

test('definitions are listed with where they come from, what is wrong, and what hides them', async () => {
  renderSection()
  const rows = within(await section()).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('explore your own'),
    expect.stringMatching(/reviewer of Claude Code.*has errors.*cannot be the id of a model/),
    expect.stringMatching(/explore built in.*hidden.*comes first.*explore\.yaml/),
  ])
  expect(screen.getAllByRole('button', { name: 'Show explore' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Install reviewer' }), 'it has errors').toBeNull()
})

test('the detail shows the tools, what was found, and the instructions, and leads on', async () => {
  const { user } = renderSection()
  await user.click(within(await section()).getByRole('button', { name: 'Show explore' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'explore' }))
  expect(await dialog.findByText('read_file, search_files')).toBeVisible()
  expect(dialog.getByText(/a tool of this name/)).toBeVisible()
  expect(dialog.getByText(/Name the file and line/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Install into an agent…' }))
  expect(await screen.findByRole('dialog', { name: 'Install explore into an agent' })).toBeVisible()
})

test('a definition that is gone by the time it is opened is said', async () => {
  const { user } = renderSection((fake) =>
    fake.on('GET /api/agents/definitions/*', () => {
      throw new Refusal(404, 'NOT_FOUND', 'There is no agent definition “explore”.')
    }),
  )
  await user.click(within(await section()).getByRole('button', { name: 'Show explore' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'explore' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('There is no agent definition')
  expect(dialog.queryByRole('button', { name: /Install/ })).toBeNull()
})

test('what cannot be read is said, and can be tried again', async () => {
  const { fake, user } = renderSection((fake) =>
    fake.on('GET /api/agents/definitions', () => {
      throw new Refusal(500, 'INTERNAL', 'The disk does not answer.')
    }),
  )
  expect(await screen.findByText(/The disk does not answer/)).toBeVisible()
  fake.on('GET /api/agents/definitions', () => ({
    ...installedDefinitions(),
    definitions: [],
    installed: [],
  }))
  const again = screen.getAllByRole('button', { name: /again/i })
  await user.click(again[0]!)
  expect(await section()).toBeVisible()
  expect(screen.getByText(/For one of your own/)).toBeVisible()
})

test('a folder that cannot be read is named with the reason', async () => {
  renderSection((fake) =>
    fake.on('GET /api/agents/definitions', () => ({
      ...installedDefinitions(),
      places: [
        { path: '/home/ada/.codex/agents', scope: 'agent', found: 0, problem: 'Not permitted.' },
      ],
    })),
  )
  expect(await screen.findByText('/home/ada/.codex/agents')).toBeVisible()
  expect(screen.getByText(/Not permitted/)).toBeVisible()
})

test('a definition is installed as it was shown, and the installation can be undone', async () => {
  const { fake, user, dialog } = await openInstall()
  expect(dialog.getByRole('radio', { name: 'Claude Code' }), 'found first').toBeChecked()
  expect(await dialog.findByText('This file will be created:')).toBeVisible()
  expect(dialog.getByText('/home/ada/.claude/agents/explore.md')).toBeVisible()
  expect(dialog.getByRole('group', { name: /^Change to/ })).toHaveTextContent('tools: "Read, Grep"')
  expect(sent(fake, 'POST', '/api/agents/claude-code/definitions'), 'nothing yet').toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Install' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(fake, 'POST', '/api/agents/claude-code/definitions')).toEqual([
    { name: 'explore', digest: 'd'.repeat(64) },
  ])
  expect(await screen.findByText('explore is in Claude Code.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent(fake, 'DELETE', '/api/agents/claude-code/definitions/explore')).toHaveLength(1),
  )
})

test('what an agent cannot hold is said, and what it would widen is not written', async () => {
  const { user, dialog } = await openInstall()
  await user.click(dialog.getByRole('radio', { name: 'Gemini CLI' }))
  expect(await dialog.findByText(/context_window: Gemini CLI has no field/)).toBeVisible()
  expect(dialog.getByText(/Gemini CLI was not found/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Install' })).toBeEnabled()
  await user.click(dialog.getByRole('radio', { name: 'Codex' }))
  expect(await dialog.findByText('It cannot be written for Codex:')).toBeVisible()
  expect(dialog.getByText(/it would be allowed more/)).toBeVisible()
  expect(dialog.queryByRole('group', { name: /^Change to/ })).toBeNull()
  expect(dialog.getByRole('button', { name: 'Install' })).toBeDisabled()
})

test('a file of somebody else is not replaced, and another agent can still be chosen', async () => {
  const { fake, user, dialog } = await openInstall((fake) =>
    fake.on(PREVIEW, ({ id }) => {
      if (id === 'codex') return { ...definitionPreview('codex'), findings: [], installable: true }
      throw new Refusal(409, 'CONFLICT', 'explore.md is there already. Rename or remove it first.')
    }),
  )
  expect(await dialog.findByRole('alert')).toHaveTextContent('Rename or remove it first')
  expect(dialog.getByRole('button', { name: 'Install' })).toBeDisabled()
  await user.click(dialog.getByRole('radio', { name: 'Codex' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Install' })).toBeEnabled())
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(sent(fake, 'POST', '/api/agents/codex/definitions/preview')).toEqual([{ name: 'explore' }])
})

test('a copy that is as it would be written needs nothing', async () => {
  const { dialog } = await openInstall((fake) =>
    fake.on(PREVIEW, ({ id }) => ({ ...definitionPreview(id), creates_file: false, diff: '' })),
  )
  expect(await dialog.findByText(/Nothing needs to be changed/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Install' })).toBeDisabled()
})

test.each([
  [409, 'CONFLICT', 'explore.md or the definition changed since it was shown.'],
  [409, 'TARGET_NOT_WRITABLE', 'explore.md cannot be written: permission denied'],
  [404, 'NOT_FOUND', 'There is no agent definition “explore”.'],
] as const)('an installation that ends with %d %s is said, and shown again', async (...refusal) => {
  const { fake, user, dialog } = await openInstall((fake) =>
    fake.on(INSTALL, () => {
      throw new Refusal(refusal[0], refusal[1], refusal[2])
    }),
  )
  await user.click(await dialog.findByRole('button', { name: 'Install' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(refusal[2])
  expect(dialog.getByRole('button', { name: 'Install' }), 'not unseen').toBeDisabled()
  fake.on(PREVIEW, ({ id }) => ({ ...definitionPreview(id), digest: 'e'.repeat(64) }))
  fake.on(INSTALL, () => ({}))
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Install' })).toBeEnabled())
  await user.click(dialog.getByRole('button', { name: 'Install' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(fake, 'POST', '/api/agents/claude-code/definitions').at(-1)).toEqual({
    name: 'explore',
    digest: 'e'.repeat(64),
  })
})

test('each copy says what became of it, and what can be done with it', async () => {
  renderSection(withCopies)
  const copies = within(await screen.findByRole('list', { name: 'explore in agents' }))
  expect(copies.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/In Claude Code.*up to date.*\/explore\.md/),
    expect.stringMatching(/In Codex.*definition changed since/),
    expect.stringMatching(/In Gemini CLI.*edited by hand.*neither replaces nor removes/),
    expect.stringMatching(/In opencode.*file is gone/),
  ])
  const names = copies.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual([
    'Remove explore from Claude Code',
    'Remove explore from Codex',
    'Update explore in Codex',
    'Remove explore from opencode',
    'Update explore in opencode',
  ])
  const lost = within(screen.getByRole('list', { name: 'In agents, without a definition' }))
  expect(lost.getByText(/gone, or belongs to a project/)).toBeVisible()
  expect(lost.getByRole('button', { name: 'Remove translator from Gemini CLI' })).toBeEnabled()
})

test('a copy is brought up to date by what was shown, which cannot be undone', async () => {
  const { fake, user } = renderSection((fake) => {
    withCopies(fake)
    fake.on(PREVIEW, () => ({
      ...definitionPreview('codex'),
      creates_file: false,
      findings: [],
      installable: true,
    }))
  })
  await user.click(await screen.findByRole('button', { name: 'Update explore in Codex' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Update explore in Codex' }))
  expect(dialog.queryByRole('radiogroup')).toBeNull()
  expect(await dialog.findByText('Only this changes in the file:')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('explore is in Codex.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(sent(fake, 'POST', '/api/agents/codex/definitions')).toHaveLength(1)
})

test('a copy is removed after the file was named, and the same file can be put back', async () => {
  const { fake, user, dialog } = await openRemove('Remove explore from Claude Code')
  expect(dialog.getByText('/home/ada/.claude/agents/explore.md')).toBeVisible()
  expect(dialog.getByText(/The definition itself stays/)).toBeVisible()
  expect(sent(fake, 'DELETE', '/api/agents/claude-code/definitions/explore')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('explore is removed from Claude Code.')).toBeVisible()
  expect(sent(fake, 'DELETE', '/api/agents/claude-code/definitions/explore')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent(fake, 'POST', '/api/agents/claude-code/definitions')).toEqual([
      { name: 'explore', digest: 'd'.repeat(64) },
    ]),
  )
})

test('a definition that changed since is not put back unseen', async () => {
  const { fake, user, dialog, shownErrors } = await openRemove('Remove explore from Claude Code')
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  fake.on('GET /api/agents/definitions/*', () => ({
    ...installedDefinitions().definitions[0],
    fingerprint: '2'.repeat(64),
    prompt: '',
  }))
  await user.click(undo)
  await waitFor(() => expect(shownErrors).toEqual([expect.stringContaining('changed since')]))
  expect(sent(fake, 'POST', '/api/agents/claude-code/definitions')).toEqual([])
})

test('a copy that somebody edited in the meantime is kept, and said', async () => {
  const { user, dialog } = await openRemove('Remove explore from Claude Code', (fake) =>
    fake.on(UNINSTALL, () => {
      throw new Refusal(409, 'CONFLICT', 'explore.md changed since it was shown.')
    }),
  )
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('changed since it was shown')
})

test.each([
  ['Remove explore from opencode', /only taken off the list.*gone already/],
  ['Remove explore from Codex', /The definition itself stays/],
  ['Remove translator from Gemini CLI', /cannot be installed again/],
])('%s: what cannot come back is said, and offers no undo', async (name, says) => {
  const { user, dialog } = await openRemove(name)
  expect(dialog.getByText(says)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/ is removed from /)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the palette leads to the section', async () => {
  const { user, path } = await renderApp('empty', '/tasks')
  await user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: 'Commands' }))
  expect(palette.getByRole('combobox')).toHaveFocus()
  await user.paste('agent definitions')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe('/settings'))
})

test('what can be done has a command, and nothing else', async () => {
  const { user } = renderSection(withCopies)
  const { result } = renderHook(useAllCommands)
  await screen.findByRole('list', { name: 'Agent definitions' })
  expect(result.current.map(({ label }) => label)).toEqual([
    'Show the definition explore',
    'Install explore into an agent',
    'Show the definition reviewer',
    'Remove explore from Claude Code',
    'Update explore in Codex',
    'Remove explore from Codex',
    'Update explore in opencode',
    'Remove explore from opencode',
    'Remove translator from Gemini CLI',
  ])
  for (const [label, title] of [
    ['Show the definition explore', 'explore'],
    ['Install explore into an agent', 'Install explore into an agent'],
    ['Update explore in Codex', 'Update explore in Codex'],
    ['Remove translator from Gemini CLI', 'Remove translator from Gemini CLI?'],
  ]) {
    act(() => result.current.find((command) => command.label === label)?.run())
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})
