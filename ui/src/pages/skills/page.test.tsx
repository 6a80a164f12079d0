// The Skills page: filters, search, sorting, selection and actions, all by keyboard too.

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Schemas } from '#ui/backend/types'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import { SETTINGS, skillList, skills, batchResult } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const grid = (): Promise<HTMLElement> => screen.findByRole('grid', { name: 'Skills' })
const names = async (): Promise<string[]> =>
  within(await grid())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('b')?.textContent ?? '')
const row = async (name: string): Promise<HTMLElement> => {
  const found = within(await grid())
    .getAllByRole('row')
    .find((one) => one.querySelector('b')?.textContent === name)
  if (!found) throw new Error(`no row ${name}`)
  return found
}
const opened = skills(5)[4]
const at = (more: string): string => `/skills?open=${encodeURIComponent(opened?.path ?? '')}${more}`

test('each filter shows its skills, and quarantined ones only with their filter', async () => {
  const { user } = await renderApp('ready', '/skills')
  const filters = await screen.findByRole('group', { name: 'Filters' })
  await grid()
  for (const name of ['Native', 'Imported', 'Learned', 'Bundle', 'Disabled', 'Quarantined'])
    expect(within(filters).getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  await user.click(within(filters).getByRole('button', { name: /^Quarantined/ }))
  await waitFor(async () => expect(await names()).toHaveLength(1))
  expect(within(await grid()).getByText('Quarantined')).toBeVisible()
})

test('a word that occurs only in a text is found by the engine and shown with its excerpt', async () => {
  const { user, fake } = await renderApp('ready', '/skills')
  await grid()
  await user.keyboard('/')
  const box = screen.getByRole('searchbox', { name: 'Search skills' })
  expect(box).toHaveFocus()
  await user.type(box, 'wiki releases')
  expect(
    (await screen.findAllByText('Open the wiki, go to Releases and press New page.')).length,
  ).toBeGreaterThan(0)
  await waitFor(() =>
    expect(fake.calls.findLast((call) => call.path === '/api/skills/search')?.query.get('q')).toBe(
      'wiki releases',
    ),
  )
})

test('one full-text search at a time, then one for the newest words', async () => {
  const answers: Array<() => void> = []
  const { fake, user, search } = await renderApp('ready', '/skills', (fake) => {
    fake.on(
      'GET /api/skills/search',
      () => new Promise((answer) => answers.push(() => answer({ hits: [], searched: 147 }))),
    )
  })
  const asked = () =>
    fake.calls
      .filter((call) => call.path === '/api/skills/search')
      .map((call) => call.query.get('q'))
  const box = await screen.findByRole('searchbox')
  await user.type(box, 'wi')
  await waitFor(() => expect(asked()).toEqual(['wi']))
  await user.type(box, 'ki pages')
  // The pause of the debounce is over.
  await waitFor(() => expect(search()).toMatchObject({ q: 'wiki pages' }))
  await user.type(box, ' too')
  await waitFor(() => expect(search()).toMatchObject({ q: 'wiki pages too' }))
  expect(asked()).toEqual(['wi'])
  answers[0]?.()
  await waitFor(() => expect(asked()).toEqual(['wi', 'wiki pages too']))
})

test('a column header sorts, and reverses the order', async () => {
  const { user } = await renderApp('ready', '/skills')
  const head = within(await grid()).getByRole('columnheader', { name: 'Updated' })
  expect(within(await grid()).getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await user.click(within(head).getByRole('button'))
  await waitFor(() => expect(head).toHaveAttribute('aria-sort', 'ascending'))
  expect((await names())[0]).toBe('brand-guidelines')
  await user.click(within(head).getByRole('button'))
  await waitFor(() => expect(head).toHaveAttribute('aria-sort', 'descending'))
})

test('rows are selected by keyboard, one, several and all, and deselected', async () => {
  const { user } = await renderApp('ready', '/skills?filter=imported')
  const [first] = await names()
  const one = await row(first ?? '')
  one.focus()
  await user.keyboard('x')
  expect(one).toHaveAttribute('aria-selected', 'true')
  const bar = await screen.findByRole('toolbar', { name: 'Selection' })
  expect(within(bar).getByText('1 selected')).toBeVisible()
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(await within(bar).findByText('2 selected')).toBeVisible()
  fireEvent.keyDown(one, { key: 'a', ctrlKey: true })
  const total = skillList(148).skills.filter((skill) => skill.source === 'imported').length
  expect(await within(bar).findByText(`${total} selected`)).toBeVisible()
  fireEvent.keyDown(one, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull())
})

test('removing shows a preview, keeps a copy, and can be undone', async () => {
  const { user, fake } = await renderApp('ready', '/skills?filter=imported')
  const [first] = await names()
  const one = await row(first ?? '')
  one.focus()
  await user.keyboard('{Delete}')
  const dialog = await screen.findByRole('dialog', { name: `Remove ${first}?` })
  const done = within(dialog).getByRole('button', { name: 'Remove' })
  await waitFor(() => expect(done).toBeEnabled())
  expect(
    fake.calls
      .filter((call) => call.path === '/api/skills/remove')
      .map((call) => (call.body as Schemas['SkillsRequest']).apply),
  ).toEqual([false])
  await user.click(done)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path === '/api/skills/restore')?.body).toMatchObject({
      undo: [`${first}-1`],
    }),
  )
})

test('abilities are removed together with other skills, and restored with them', async () => {
  const { user, fake } = await renderApp('ready', '/skills')
  const all = await names()
  const rows = skillList(148).skills
  const named = (fits: (skill: Schemas['SkillRow']) => boolean): Schemas['SkillRow'] => {
    const found = rows.find((skill) => all.includes(skill.name) && fits(skill))
    if (!found) throw new Error('no such row is shown')
    return found
  }
  const ability = named((skill) => skill.ability_id !== undefined)
  const plain = named((skill) => skill.ability_id === undefined && skill.source !== 'bundle')
  for (const { name } of [ability, plain])
    await user.click(within(await row(name)).getByRole('checkbox'))
  await row(plain.name).then((one) => one.focus())
  await user.keyboard('{Delete}')
  const dialog = await screen.findByRole('dialog', { name: 'Remove 2 skills?' })
  expect(within(dialog).getByText(/Abilities are uninstalled; their history stays/)).toBeVisible()
  const done = within(dialog).getByRole('button', { name: 'Remove' })
  await waitFor(() => expect(done).toBeEnabled())
  await user.click(done)
  // An earlier toast may still be visible.
  const told = (await screen.findByText('2 skills removed.')).closest('li') ?? document.body
  await user.click(within(told).getByRole('button', { name: 'Undo' }))
  const asked = fake.calls.findLast((call) => call.path === '/api/skills/remove')
    ?.body as Schemas['SkillsRequest']
  expect([asked.apply, asked.paths.toSorted()]).toEqual([
    true,
    [ability.ability_id, plain.path].toSorted(),
  ])
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path === '/api/skills/restore')?.body).toMatchObject({
      undo: asked.paths.map((path) => `${path.split('/').at(-1)}-1`),
    }),
  )
})

test('failures of an undo are reported, with its progress', async () => {
  let end: (() => void) | undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const { user, fake } = await renderApp('ready', '/skills?filter=imported', (prepared) => {
    prepared.on('POST /api/skills/restore', async ({ body }) => {
      const answer = batchResult({ paths: (body as { undo: string[] }).undo }, 'It is back.')
      await ended
      Object.assign(answer.results[0] ?? {}, { ok: false, code: 'OCCUPIED' })
      return answer
    })
  })
  const all = await names()
  for (const name of all.slice(0, 3))
    await user.click(within(await row(name)).getByRole('checkbox'))
  await row(all[2] ?? '').then((one) => one.focus())
  await user.keyboard('{Delete}')
  const dialog = await screen.findByRole('dialog', { name: 'Remove 3 skills?' })
  const done = within(dialog).getByRole('button', { name: 'Remove' })
  await waitFor(() => expect(done).toBeEnabled())
  await user.click(done)
  const told = (await screen.findByText('3 skills removed.')).closest('li') ?? document.body
  await user.click(within(told).getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(fake.calls.some((call) => call.path === '/api/skills/restore')).toBe(true),
  )
  const { undo, operation_id } = fake.calls.findLast((call) => call.path === '/api/skills/restore')!
    .body as Schemas['RestoreSkillsRequest']
  expect(undo).toHaveLength(3)
  fake.emit({
    data: { event_kind: 'skills.progress', payload: { operation_id, done: 1, total: 3, path: '' } },
  })
  expect(await screen.findByText('Restoring: 1 of 3')).toBeVisible()
  end?.()
  expect(await screen.findByText('2 skills are back.')).toBeVisible()
  expect(
    await screen.findByText(
      new RegExp(
        `${undo[0] ?? ''} could not be restored.*Its folder already contains something else`,
      ),
    ),
  ).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/Restoring/)).toBeNull())
})

test('a skill that cannot be updated does not hide the others; edits are replaced only on request', async () => {
  const { user, fake } = await renderApp('ready', '/skills?filter=imported', (prepared) => {
    prepared.on('POST /api/skills/update', ({ body }) => {
      const answer = batchResult(
        body,
        'It is installed again.',
        '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n',
      )
      const [, second] = answer.results
      if (second && !(body as { force: boolean }).force)
        Object.assign(second, { ok: false, code: 'EDITED', can_force: true, message: 'x' })
      return answer
    })
  })
  const [first, second] = await names()
  for (const name of [first, second])
    await user.click(within(await row(name ?? '')).getByRole('checkbox'))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Update…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Update 2 skills?' })
  expect(await within(dialog).findByText('It was edited since it was installed.')).toBeVisible()
  expect(within(dialog).getByText('1 of 2 can be updated.')).toBeVisible()
  await user.click(within(dialog).getByRole('checkbox', { name: 'Also replace edited files' }))
  expect(await within(dialog).findByText('2 of 2 can be updated.')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  await waitFor(() =>
    expect(
      fake.calls.at(-1)?.path === '/api/skills' ||
        fake.calls.some((call) => (call.body as { apply?: boolean } | undefined)?.apply),
    ).toBe(true),
  )
  const applied = fake.calls.find(
    (call) => call.path === '/api/skills/update' && (call.body as Schemas['SkillsRequest']).apply,
  )
  expect(applied?.body).toMatchObject({ force: true, accept_risk: false })
})

test('only a skill whose agent has a switch can be deactivated', async () => {
  const { user } = await renderApp('ready', '/skills?filter=native')
  const [plain] = await names()
  await user.click(within(await row(plain ?? '')).getByRole('checkbox'))
  const bar = screen.getByRole('toolbar')
  expect(within(bar).queryByRole('button', { name: 'Deactivate' })).toBeNull()
  expect(within(bar).getByRole('button', { name: 'Improve' })).toBeVisible()
})

test('a changed skill is updated without fetching the rest', async () => {
  const { fake } = await renderApp('ready', '/skills?sort=updated')
  await grid()
  const [first] = skillList(148).skills
  fake.on('GET /api/skills', ({ query }) => {
    expect(query.get('since')).toBe('fake.1')
    return {
      ...skillList(148),
      as_of: 'fake.2',
      whole: false,
      skills: [{ ...first, description: 'A new text.' }],
      gone: [],
    }
  })
  fake.emit({
    data: { seq: 0, event_kind: 'skills.changed', session_id: '', payload: {}, timestamp: '' },
  })
  expect(await screen.findByText('A new text.')).toBeVisible()
})

test('R11.2-35: a promoted ability is listed as soon as the snapshot event arrives', async () => {
  const whole = skillList(148)
  const promoted = whole.skills.find((skill) => skill.ability_id)
  if (!promoted) throw new Error('no ability')
  let told = false
  const { fake } = await renderApp('ready', '/skills?filter=learned', (fake) =>
    fake.on('GET /api/skills', ({ query }) => ({
      ...whole,
      whole: !query.has('since'),
      as_of: told ? 'fake.2' : 'fake.1',
      skills: query.has('since')
        ? told
          ? [promoted]
          : []
        : whole.skills.filter((skill) => skill !== promoted),
    })),
  )
  expect(await names()).not.toContain(promoted.name)
  told = true
  fake.emit({
    data: {
      seq: 0,
      event_kind: 'ability.snapshot.updated',
      session_id: '',
      payload: {},
      timestamp: '',
    },
  })
  await waitFor(async () => expect(await names()).toContain(promoted.name))
  expect(within(await row(promoted.name)).getByText('Learned')).toBeVisible()
})

test('the engine stores a view under its name and restores it', async () => {
  const { user, fake } = await renderApp('ready', '/skills?filter=learned&health=strong')
  await grid()
  await user.click(screen.getByRole('button', { name: /^View/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }))
  await user.type(await screen.findByLabelText('Name'), 'Strong ones')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(
      (
        fake.calls.find((call) => call.method === 'PUT' && call.path === '/api/settings')?.body as
          Schemas['Settings'] | undefined
      )?.skill_views.at(-1),
    ).toEqual({ name: 'Strong ones', filter: 'filter=learned&health=strong' }),
  )
})

test('a text is checked while it is typed and never overwrites a version that was not seen', async () => {
  const { user, fake } = await renderApp('ready', at('&tab=edit'), (prepared) => {
    prepared.on('POST /api/skills/check', () => ({
      findings: [
        {
          code: 'NAME_CASE',
          severity: 'error',
          message: 'The name must be lowercase',
          line: 2,
          suggestion: 'Write it in small letters.',
          fixable: false,
        },
      ],
      fixed: null,
    }))
    prepared.on('PUT /api/skills/content', () => {
      throw new Refusal(409, 'CONFLICT', 'Changed.', { digest: 'f'.repeat(64) })
    })
  })
  expect(await screen.findByText('The name must be lowercase')).toBeVisible()
  const editor = await screen.findByRole('textbox', { name: 'SKILL.md' })
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.click(editor)
  fireEvent.input(editor)
  const { EditorView } = await import('@codemirror/view')
  const view = EditorView.findFromDOM(editor)
  view?.dispatch({ changes: { from: 0, insert: 'x' } })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/was changed by another program since you started/)).toBeVisible()
  const sent = fake.calls.find(
    (call) => call.method === 'PUT' && call.path === '/api/skills/content',
  )?.body as Schemas['SaveSkillRequest']
  expect([sent.base_digest, sent.text.startsWith('x---')]).toEqual(['d'.repeat(64), true])
  await user.click(screen.getByRole('button', { name: 'Use their version' }))
  await waitFor(() => expect(screen.queryByText(/was changed by another program/)).toBeNull())
})

test('unsaved text of a skill survives keys and opening another skill', async () => {
  const { user } = await renderApp('ready', at('&tab=edit'))
  const editor = await screen.findByRole('textbox', { name: 'SKILL.md' })
  const { EditorView } = await import('@codemirror/view')
  EditorView.findFromDOM(editor)?.dispatch({ changes: { from: 0, insert: 'x' } })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  fireEvent.keyDown(editor, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(editor).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Close details' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole(
      'button',
      { name: 'Stay' },
    ),
  )
  expect(screen.getByRole('textbox', { name: 'SKILL.md' })).toBe(editor)
  await user.click(screen.getByRole('button', { name: 'Close details' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole(
      'button',
      { name: 'Leave' },
    ),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close details' })).toBeNull())
})

test('Delete on a skill that cannot be removed says so and opens nothing', async () => {
  const { user } = await renderApp('ready', '/skills')
  const all = await names()
  const brought = skillList(148).skills.find(
    (skill) => skill.source === 'bundle' && all.includes(skill.name),
  )
  const one = await row(brought?.name ?? '')
  one.focus()
  await user.keyboard('{Delete}')
  expect(await screen.findByText(/cannot be removed here/)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('several abilities are shared at once, after a confirmation', async () => {
  const shared: string[] = []
  const { user } = await renderApp('ready', '/skills?filter=learned', (fake) =>
    fake.on(
      'POST /api/abilities/*/promote-shared',
      ({ id }) => (
        shared.push(id),
        {
          ability_id: id,
          install_lane: 'shared_promoted',
          gate: { setting: 'warn', message: 'No gate has tried it.' },
        }
      ),
    ),
  )
  const [first, second] = await names()
  await user.click(within(await row(first ?? '')).getByRole('checkbox'))
  await user.click(within(await row(second ?? '')).getByRole('checkbox'))
  fireEvent.contextMenu(await row(first ?? ''))
  await user.click(await screen.findByRole('menuitem', { name: 'Promote to shared…' }))
  const dialog = await screen.findByRole('dialog', {
    name: 'Share 2 skills beyond this workspace?',
  })
  expect(shared).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Promote to shared' }))
  await waitFor(() => expect(shared).toHaveLength(2))
  expect(await screen.findByText('No gate has tried it.'), 'said once').toBeVisible()
})

test('on a desktop the folder of a skill opens from its row, its drawer and the palette', async () => {
  const folders: string[] = []
  const onDesktop = (fake: Fake): void =>
    void Object.assign(fake, {
      desktop: {
        openFolder: async (path: string) => void folders.push(path),
        state: () =>
          Promise.resolve({
            version: '1',
            autostart: false,
            tray_problem: null,
            notification_problem: null,
          }),
        listen: () => undefined,
      },
    })
  const { user } = await renderApp('ready', at(`&tab=installed&q=${opened?.name}`), onDesktop)
  await user.click(await screen.findByRole('button', { name: `Open the folder ${opened?.path}` }))
  fireEvent.contextMenu(await row(opened?.name ?? ''))
  await user.click(await screen.findByRole('menuitem', { name: 'Open folder' }))
  await user.keyboard('{Control>}k{/Control}')
  await user.type(
    within(await screen.findByRole('dialog', { name: 'Commands' })).getByRole('combobox'),
    'open folder',
  )
  await user.keyboard('{Enter}')
  await waitFor(() => expect(folders).toEqual([opened?.path, opened?.path, opened?.path]))
})

test('in a browser no folder can be opened', async () => {
  await renderApp('ready', at(`&tab=installed&q=${opened?.name}`))
  await screen.findByRole('button', { name: 'Close details' })
  fireEvent.contextMenu(await row(opened?.name ?? ''))
  expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Open folder' })).toBeNull()
})

test('the details show everything that was read, and fields that are not known apart', async () => {
  await renderApp('ready', at('&tab=details'))
  const panel = await screen.findByRole('tabpanel')
  const value = async (name: string): Promise<string> =>
    (await within(panel).findByText(name)).nextElementSibling?.textContent ?? ''
  expect(await value('Version')).toBe('1.10')
  expect(await value('Started')).toBe('only by a person')
  expect(await value('Parameters')).toBe(
    'name: input, required: true; name: format, required: false, default: json',
  )
  expect(await value('Tools without asking')).toBe('Read, Bash(git add:*)')
  const others = within(panel).getByRole('region', { name: 'Other fields' })
  expect(within(others).getByText('favourite').nextElementSibling).toHaveTextContent('colour: blue')
})

test('its files, its installation and an earlier version are shown', async () => {
  const { user } = await renderApp('ready', at('&tab=files'))
  await user.click(await screen.findByRole('button', { name: 'references/wiki.md' }))
  expect(await screen.findByText('Pages of a week stand under Releases.')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Installed' }))
  expect(await screen.findByText('github.com/ada/skills')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Versions' }))
  await user.click(
    (await screen.findAllByRole('button', { name: /Before it was/ }))[0] ?? document.body,
  )
  expect(await screen.findByRole('group', { name: 'Changes since this version' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Restore' })).toBeEnabled()
})

test('an ability whose files are missing is still listed, with its versions', async () => {
  const gone = skillList(148).skills.find((skill) => skill.state === 'missing')
  const { user } = await renderApp('ready', `/skills?open=${gone?.item_id}`)
  expect(await screen.findByRole('heading', { name: 'Its files are missing' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Health' }))
  expect(await screen.findByRole('img', { name: /^24 runs, / })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Triggers' }))
  await user.type(
    await screen.findByLabelText('Would these words find it?'),
    'post the release notes',
  )
  expect(await screen.findByText('Found')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Receipts' }))
  expect(await screen.findByText(/Installed privately into/)).toBeVisible()
})

test('the right button opens the menu and not the row, and the menu key works beside an open drawer', async () => {
  const { user } = await renderApp('ready', at(''))
  await screen.findByRole('button', { name: 'Close details' })
  const [first, second] = await names()
  const one = await row(first ?? '')
  fireEvent.click(one, { button: 2 })
  expect(one).not.toHaveAttribute('data-opened')
  fireEvent.contextMenu(one)
  fireEvent(
    await screen.findByRole('menuitem', { name: /^Open/ }),
    new MouseEvent('pointerup', { bubbles: true, cancelable: true, button: 2 }),
  )
  expect(await screen.findByRole('menuitem', { name: /^Open/ })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  const other = await row(second ?? '')
  other.focus()
  fireEvent.keyDown(other, { key: 'F10', shiftKey: true })
  const menu = await screen.findByRole('menu')
  await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement))
})

test('Improve opens the draft of a taught ability, by key and by menu', async () => {
  const { user, path, search } = await renderApp('ready', '/skills?filter=learned')
  const one = await row('weekly-release-notes')
  one.focus()
  await user.keyboard('e')
  await waitFor(() => expect(path()).toBe('/learn/new'))
  expect(search()).toEqual({
    mode: 'improving_existing_skill',
    skill: 'ability_weekly-release-notes',
  })
  expect(await screen.findByRole('button', { name: 'Improving Existing Skill' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('Improve opens the editor for any other skill: from the menu, the palette and the key', async () => {
  const { user, search } = await renderApp('ready', '/skills?filter=imported')
  const [first, second] = await names()
  fireEvent.contextMenu(await row(first ?? ''))
  await user.click(await screen.findByRole('menuitem', { name: /^Improve/ }))
  await waitFor(() =>
    expect(search()).toMatchObject({
      open: `/home/ada/.claude/skills/${first}`,
      tab: 'edit',
      filter: 'imported',
    }),
  )
  expect(await screen.findByRole('tab', { name: 'Edit', selected: true })).toBeVisible()

  fireEvent.click(await row(second ?? ''))
  await screen.findByRole('heading', { level: 2, name: second })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), `improve: ${second}`)
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(search()).toMatchObject({ open: `/home/ada/.claude/skills/${second}`, tab: 'edit' }),
  )
})

test('a skill that came with an agent has no Improve; its text is shown instead', async () => {
  const { user, search } = await renderApp('ready', '/skills?filter=bundle')
  const [first] = await names()
  const one = await row(first ?? '')
  fireEvent.contextMenu(one)
  await screen.findByRole('menuitem', { name: /^Open/ })
  expect(screen.queryByRole('menuitem', { name: /^Improve/ })).toBeNull()
  await user.keyboard('{Escape}')
  one.focus()
  await user.keyboard('e')
  await waitFor(() => expect(search()).toMatchObject({ tab: 'edit' }))
})

test('an imported ability says how to replace it', async () => {
  const imported = { ...skillList(148).skills[6], source: 'imported' as const, actions: 0 }
  const { user } = await renderApp('ready', '/skills?q=weekly-release-notes', (fake) =>
    fake.on('GET /api/skills', () => ({
      ...skillList(148),
      action_sets: [['deactivate', 'remove']],
      skills: [imported],
    })),
  )
  const one = await row(imported.name ?? '')
  one.focus()
  await user.keyboard('e')
  expect(await screen.findByText(/import the changed skill under the same name/)).toBeVisible()
})

test('a taught ability says in its locked text where it is changed', async () => {
  const taught = skillList(148).skills[6]
  const { user, path } = await renderApp(
    'ready',
    `/skills?open=${encodeURIComponent(taught?.path ?? '')}&tab=edit`,
  )
  const note = (await screen.findByText(/improve what you taught/)).closest(
    '[role=note]',
  ) as HTMLElement
  await user.click(within(note).getByRole('button', { name: 'Improve' }))
  await waitFor(() => expect(path()).toBe('/learn/new'))
})

test('switches that fail do not hide the results of the abilities', async () => {
  const { user } = await renderApp('ready', '/skills?sort=updated', (fake) => {
    fake.on('POST /api/abilities/*/deactivate', ({ id }) => ({ ability_id: id, enabled: false }))
    fake.on('POST /api/skills/switch', () => {
      throw new Refusal(503, 'INTERNAL', 'The settings of OpenClaw cannot be read.')
    })
  })
  const [taught, plain] = [
    skillList(148).skills[6]?.name ?? '',
    skillList(148).skills[2]?.name ?? '',
  ]
  for (const name of [taught, plain])
    await user.click(within(await row(name)).getByRole('checkbox'))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Deactivate' }))
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Some changes failed' })
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([`${plain} The settings of OpenClaw cannot be read.`, `${taught} `])
  expect(within(dialog).getByLabelText('done')).toBeVisible()
})

test('a view that another window saved in the meantime stays', async () => {
  const { user, fake } = await renderApp('ready', '/skills?filter=learned')
  await grid()
  await user.click(await screen.findByRole('button', { name: /^View/ }))
  const save = await screen.findByRole('menuitem', { name: 'Save this view…' })
  const theirs = [
    ...SETTINGS.settings.skill_views,
    { name: 'Theirs', filter: 'q=tea' },
    { name: 'Mine', filter: 'q=old' },
  ]
  fake.on('GET /api/settings', () => ({
    ...SETTINGS,
    settings: { ...SETTINGS.settings, skill_views: theirs },
  }))
  await user.click(save)
  await user.type(await screen.findByLabelText('Name'), 'Mine{Enter}')
  await waitFor(() =>
    expect(fake.calls.find((call) => call.method === 'PUT')?.body).toMatchObject({
      skill_views: [...theirs.slice(0, -1), { name: 'Mine', filter: 'filter=learned' }],
    }),
  )
})

test('a long press opens the menu of a row, and lifting the finger does not open the row', async () => {
  const { search } = await renderApp('ready', '/skills')
  const [first] = await names()
  const one = await row(first ?? '')
  fireEvent.pointerDown(one, { pointerType: 'touch', button: 0 })
  expect(await screen.findByRole('menuitem', { name: /^Open/ })).toBeVisible()
  fireEvent.pointerUp(one, { pointerType: 'touch', button: 0 })
  fireEvent.click(one, { button: 0, detail: 1 })
  expect(search()).toEqual({})
  fireEvent.pointerDown(one, { pointerType: 'touch', button: 0 })
  fireEvent.pointerUp(one, { pointerType: 'touch', button: 0 })
  fireEvent.click(one, { button: 0, detail: 1 })
  await waitFor(() => expect(search()).toMatchObject({ open: `/home/ada/.claude/skills/${first}` }))
})

test('the menu key moves the focus to the menu beside an open drawer, and back to the row', async () => {
  const { user } = await renderApp('ready', at(''))
  await screen.findByRole('button', { name: 'Close details' })
  const [, second] = await names()
  const one = await row(second ?? '')
  for (const key of [{ key: 'F10', shiftKey: true }, { key: 'ContextMenu' }]) {
    one.focus()
    fireEvent.keyDown(one, key)
    const menu = await screen.findByRole('menu')
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(one).toHaveFocus())
    expect(
      screen.getByRole('button', { name: 'Close details' }),
      'Escape closed the menu, not the drawer',
    ).toBeVisible()
  }
})

test('any skill can be tested with words, and says what an agent would do', async () => {
  const { user, fake } = await renderApp('ready', at('&tab=triggers'))
  await user.type(await screen.findByLabelText('Would these words find it?'), 'sort my inbox')
  expect(await screen.findByText('Not found')).toBeVisible()
  expect(screen.getByText(/has the same name and comes first/)).toBeVisible()
  expect(fake.calls.findLast((call) => call.path === '/api/skills/trigger-test')?.body).toEqual({
    item_id: skillList(148).skills[4]?.item_id,
    trigger_text: 'sort my inbox',
  })
})
