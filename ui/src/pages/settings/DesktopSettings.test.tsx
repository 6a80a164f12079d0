import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Desktop, DesktopState, DesktopEvent } from '#ui/backend/transport'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import * as world from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

interface Told {
  asked: unknown[]
  say(word: DesktopEvent): void
}

/** Turns the fake into a desktop window. */
function onDesktop(
  fake: Fake,
  state: Partial<DesktopState> = {},
  file: string | undefined = undefined,
): Told {
  const asked: unknown[] = []
  let now: DesktopState = {
    version: '0.1.0',
    autostart: false,
    tray_problem: null,
    notification_problem: null,
    ...state,
  }
  const hearers = new Set<(word: DesktopEvent) => void>()
  const desktop: Desktop = {
    state: () => Promise.resolve(now),
    setAutostart: async (autostart) => void (now = { ...now, autostart }),
    openFolder: async (path) => void asked.push(['open', path]),
    chooseFile: () => Promise.resolve(file),
    chooseFolder: () => Promise.resolve(undefined),
    uploadFile: () => Promise.reject(new Error('nothing was dropped')),
    listen: (onWord) => {
      hearers.add(onWord)
      return () => hearers.delete(onWord)
    },
    closeWindow: (answer) => void asked.push(['close', answer]),
  }
  Object.assign(fake, { desktop })
  return { asked, say: (word) => hearers.forEach((hear) => hear(word)) }
}

const settingsSent = (fake: Fake) =>
  fake.calls.findLast((call) => call.method === 'PUT' && call.path === '/api/settings')?.body

test('the defaults of a demonstration are saved, and the form starts with them', async () => {
  const { fake, user } = await renderApp('ready', '/settings')
  await user.click(await screen.findByRole('button', { name: 'Terminal', pressed: true }))
  await waitFor(() =>
    expect(settingsSent(fake)).toMatchObject({
      observation: { watch: ['browser'], only_in: [], pause_after_minutes: 240 },
    }),
  )
  await user.click(screen.getByRole('radio', { name: '1 hour' }))
  await waitFor(() =>
    expect(settingsSent(fake)).toMatchObject({ observation: { pause_after_minutes: 60 } }),
  )
})

test('a change is shown optimistically, the next one builds on it, and a refusal undoes it', async () => {
  let answer: (() => void) | undefined
  const { user } = await renderApp('ready', '/settings', (fake) =>
    fake.on('PUT /api/settings', async () => {
      await new Promise<void>((done) => (answer = done))
      throw new Refusal(507, 'DISK_FULL', 'The disk is full.')
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Terminal', pressed: true }))
  expect(await screen.findByRole('button', { name: 'Terminal', pressed: false })).toBeVisible()
  await waitFor(() => expect(answer).toBeDefined())
  answer?.()
  expect(await screen.findByRole('button', { name: 'Terminal', pressed: true })).toBeVisible()
})

test('the form of Learn New Ability uses the defaults of Settings', async () => {
  const { user } = await renderApp('empty', '/learn/new', (fake) =>
    fake.on('GET /api/settings', () => ({
      ...world.SETTINGS,
      settings: {
        ...world.SETTINGS.settings,
        observation: {
          watch: ['terminal'],
          only_in: ['wiki.example.org'],
          pause_after_minutes: 60,
        },
      },
    })),
  )
  await user.click(await screen.findByRole('button', { name: /Demonstrating Skill/ }))
  expect(await screen.findByRole('button', { name: 'Terminal', pressed: true })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Browser window', pressed: false })).toBeVisible()
  expect(screen.getByText('wiki.example.org')).toBeVisible()
})

test('in a browser the desktop settings are not available', async () => {
  await renderApp('ready', '/settings')
  expect(await screen.findByText(/These settings belong to the desktop program/)).toBeVisible()
  expect(screen.queryByRole('switch', { name: 'Notifications' })).toBeNull()
})

test('on a desktop the switches work, and problems are shown', async () => {
  const { fake, user } = await renderApp(
    'ready',
    '/settings',
    (fake) =>
      void onDesktop(fake, {
        tray_problem: 'This desktop shows no signs in a tray.',
        notification_problem: 'No program shows notifications here.',
      }),
  )
  expect(await screen.findByText(/shows no signs in a tray/)).toBeVisible()
  expect(screen.getByText(/No program shows notifications here/)).toBeVisible()
  await user.click(screen.getByRole('switch', { name: 'Notifications' }))
  await waitFor(() =>
    expect(settingsSent(fake)).toMatchObject({
      desktop: { notifications: false, on_close: 'ask' },
    }),
  )
  await user.click(screen.getByRole('radio', { name: 'Keep in the tray' }))
  await waitFor(() =>
    expect(settingsSent(fake)).toMatchObject({ desktop: { on_close: 'background' } }),
  )
  await user.click(screen.getByRole('switch', { name: 'Start when you log in' }))
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'Start when you log in' })).toBeChecked(),
  )
})

test('the home folder opens in the file manager', async () => {
  let told: Told | undefined
  const { user } = await renderApp('ready', '/settings', (fake) => void (told = onDesktop(fake)))
  await user.click(await screen.findByRole('button', { name: 'Open the folder' }))
  expect(told?.asked).toEqual([['open', world.doctor().home]])
})

test('a link opens its page; a broken one says so', async () => {
  let told: Told | undefined
  const { path } = await renderApp('ready', '/settings', (fake) => void (told = onDesktop(fake)))
  told?.say({
    kind: 'go',
    path: '/skills',
    search: { open: '/home/ada/.claude/skills/weekly-release-notes' },
    note: null,
  })
  await waitFor(() => expect(path()).toBe('/skills'))
  told?.say({
    kind: 'go',
    path: '/',
    search: {},
    note: 'That link leads to no page of Apprentice.',
  })
  expect(await screen.findByText('That link leads to no page of Apprentice.')).toBeVisible()
})

test('closing the window while something is watched asks', async () => {
  let told: Told | undefined
  const { user } = await renderApp(
    'capturing',
    '/learn/active',
    (fake) => void (told = onDesktop(fake)),
  )
  told?.say({ kind: 'close_asked' })
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Apprentice is watching' })).getByRole(
      'button',
      { name: 'Keep watching' },
    ),
  )
  expect(told?.asked).toEqual([['close', 'background']])
  told?.say({ kind: 'close_asked' })
  await screen.findByRole('dialog', { name: 'Apprentice is watching' })
  await user.keyboard('{Escape}')
  expect(told?.asked.at(-1)).toEqual(['close', 'cancel'])
})

test('“Mark Step…” of the tray asks for its name', async () => {
  let told: Told | undefined
  await renderApp('capturing', '/learn/active', (fake) => void (told = onDesktop(fake)))
  await screen.findByRole('button', { name: 'Mark step' })
  told?.say({ kind: 'mark_step' })
  expect(await screen.findByLabelText('What will you do next?')).toBeVisible()
})

test('“Mark Step…” before the page has loaded the session is not lost', async () => {
  let told: Told | undefined
  let answer: (() => void) | undefined
  await renderApp('capturing', '/learn/active', (fake) => {
    told = onDesktop(fake)
    fake.on('GET /api/learn/sessions', async () => {
      await new Promise<void>((done) => (answer = done))
      return {
        sessions: [world.session({ state: 'capturing' })],
        total: 1,
        page: 1,
        page_size: 100,
      }
    })
  })
  await waitFor(() => expect(answer).toBeDefined())
  told?.say({ kind: 'mark_step' })
  answer?.()
  expect(await screen.findByLabelText('What will you do next?')).toBeVisible()
})

test('an export is written to the chosen path, shows its progress, and can be cancelled', async () => {
  let state: ReturnType<typeof world.dataExport> | null = null
  const { fake, user } = await renderApp('ready', '/settings', (fake) => {
    onDesktop(fake, {}, '/home/ada/all.zip')
    fake.on('GET /api/data/export', () => ({ export: state }))
    fake.on('POST /api/data/export', () => ({
      export: (state = world.dataExport({ path: '/home/ada/all.zip' })),
    }))
    fake.on(
      'DELETE /api/data/export',
      () => ((state = world.dataExport({ state: 'cancelled' })), { deleted: true }),
    )
  })
  await user.click(await screen.findByRole('button', { name: 'Export everything…' }))
  expect(await screen.findByRole('progressbar', { name: 'Export' })).toHaveAttribute(
    'aria-valuenow',
    '120',
  )
  expect(
    fake.calls.find((call) => call.method === 'POST' && call.path === '/api/data/export')?.body,
  ).toEqual({ path: '/home/ada/all.zip', contents: 'records', replace: true })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Cancelled. No files were left.')).toBeVisible()
})

test('without a path nothing is exported; a failure says why', async () => {
  const { fake, user } = await renderApp('ready', '/settings', (fake) => {
    onDesktop(fake)
    fake.on('GET /api/data/export', () => ({
      export: world.dataExport({ state: 'failed', problem: 'There is no room left on the disk.' }),
    }))
  })
  await user.click(await screen.findByRole('button', { name: 'Export everything…' }))
  expect(screen.getByText('There is no room left on the disk.')).toBeVisible()
  expect(
    fake.calls.some((call) => call.method === 'POST' && call.path === '/api/data/export'),
  ).toBe(false)
})

test('a backup is made with one button, and restoring one says where the former data is', async () => {
  const { fake, user } = await renderApp('ready', '/settings', (fake) => {
    onDesktop(fake, {}, '/home/ada/backup.zip')
    fake.on('POST /api/data/export', () => ({ export: world.dataExport({ contents: 'backup' }) }))
  })
  await user.click(await screen.findByRole('button', { name: 'Back up…' }))
  const body = (path: string) =>
    fake.calls.find((call) => call.method === 'POST' && call.path === path)?.body
  await waitFor(() =>
    expect(body('/api/data/export')).toEqual({
      path: '/home/ada/backup.zip',
      contents: 'backup',
      replace: true,
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Restore a backup…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Restore a backup' })
  await user.type(within(dialog).getByLabelText('Path of the backup'), '/home/ada/backup.zip')
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }))
  expect(
    await screen.findByText('/home/ada/.local/share/apprentice/before-restore-1'),
  ).toBeVisible()
  expect(body('/api/data/restore')).toEqual({ path: '/home/ada/backup.zip' })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('everything is deleted only after a typed confirmation, which asks about installed skills', async () => {
  const { fake, user, path } = await renderApp('ready', '/settings', (fake) =>
    fake.on('POST /api/data/delete', () => ({
      removed_skills: ['/a/b'],
      kept_skills: [{ path: '/home/ada/.claude/skills/tea', reason: 'It was edited.' }],
      removed_definitions: ['/a/c.md', '/a/d.md'],
      kept_definitions: [
        { path: '/home/ada/.claude/agents/coder.md', reason: 'Somebody edited it.' },
      ],
      left: [],
    })),
  )
  await user.click(await screen.findByRole('button', { name: 'Delete everything…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete everything' })
  const deed = within(dialog).getByRole('button', { name: 'Delete everything' })
  expect(deed).toBeDisabled()
  await user.click(within(dialog).getByRole('checkbox', { name: /Also remove the skills/ }))
  await user.type(within(dialog).getByRole('textbox'), 'delete everything')
  await user.click(deed)
  expect(await screen.findByText(/It was edited/)).toBeVisible()
  expect(screen.getByText('2 agent definitions were removed from agents’ folders.')).toBeVisible()
  expect(screen.getByText(/Somebody edited it/)).toBeVisible()
  expect(fake.calls.find((call) => call.path === '/api/data/delete')?.body).toEqual({
    confirm: 'delete everything',
    installed_skills: true,
  })
  await user.click(screen.getByRole('button', { name: 'Start again' }))
  await waitFor(() => expect(path()).toBe('/welcome'))
})

test('a refused deletion shows the error in the dialog', async () => {
  const { user } = await renderApp('ready', '/settings', (fake) =>
    fake.on('POST /api/data/delete', () => {
      throw new Refusal(409, 'CONFLICT', 'An installation is under way.')
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Delete everything…' }))
  await user.type(
    within(await screen.findByRole('dialog')).getByRole('textbox'),
    'delete everything',
  )
  await user.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete everything' }),
  )
  expect(await screen.findByText('An installation is under way.')).toBeVisible()
})
