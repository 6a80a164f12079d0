// Commands that exist on every page.

import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as act from '#ui/backend/mutations'
import { type Command, useCommands } from '#ui/shell/commands'
import { focusPage, previewRow } from '#ui/shell/focusPage'
import { askWhichFits, showOverlay, togglePalette } from '#ui/shell/overlays'
import { undoLast, useLastUndo } from '#ui/lib/undo'
import { applyLook, currentLook, nextTextSize } from '#ui/lib/look'
import { type Theme, applyTheme } from '#ui/shell/theme'
import { say } from '#ui/lib/say'

const PAGES = [
  {
    to: '/learn/new',
    label: say('Learn New Ability'),
    keys: 'g l',
    words: say('create demonstrate teach coach practise'),
  },
  {
    to: '/learn/active',
    label: say('Active Capability Learning'),
    keys: 'g a',
    words: say('timeline session capture'),
  },
  {
    to: '/learn/pending',
    label: say('Pending Abilities'),
    keys: 'g p',
    words: say('proposals drafts review'),
  },
  {
    to: '/learn/history',
    label: say('History'),
    keys: 'g h',
    words: say('sessions outcomes export'),
  },
  { to: '/skills', label: say('Skills'), keys: 'g s', words: say('installed') },
  {
    to: '/skills/import',
    label: say('Import Skill Bundle'),
    keys: 'g i',
    words: say('upload zip folder repository fetch'),
  },
  { to: '/active', label: say('Active'), keys: 'g n', words: say('running now') },
  { to: '/tasks', label: say('Tasks') },
  { to: '/automations', label: say('Automations') },
  { to: '/connectors', label: say('Connectors'), keys: 'g c' },
  { to: '/settings', label: say('Settings'), keys: 'mod+,', words: say('agents targets folders') },
  { to: '/welcome', label: say('First steps'), words: say('welcome practice tour') },
] as const

const THEMES: ReadonlyArray<{ theme: Theme; label: string }> = [
  { theme: 'light', label: say('Use the light theme') },
  { theme: 'dark', label: say('Use the dark theme') },
  { theme: 'system', label: say('Use the system theme') },
]

export function useGlobalCommands(): void {
  const navigate = useNavigate()
  const { mutate: save } = useMutation(act.updateSettings())
  const last = useLastUndo()
  useCommands(
    useMemo<Command[]>(
      () =>
        last
          ? [
              {
                id: 'undo',
                label: say('Undo: {what}', { what: last.what }),
                group: 'View',
                keys: 'mod+z',
                words: say('take back revert'),
                run: undoLast,
              },
            ]
          : [],
      [last],
    ),
  )
  useCommands(
    useMemo<Command[]>(
      () => [
        ...PAGES.map(({ to, label, ...rest }) => ({
          id: `go ${to}`,
          label,
          group: 'Go to' as const,
          run: () => void navigate({ to }).then(focusPage),
          ...rest,
        })),
        {
          id: 'go receipts',
          label: say('Receipts'),
          group: 'Go to',
          keys: 'g r',
          words: say('history record'),
          run: () =>
            void navigate({ to: '/learn/history', search: { list: 'receipts' } }).then(focusPage),
        },
        {
          id: 'inbox',
          label: say('Inbox'),
          group: 'Go to',
          keys: 'g b',
          words: say('waiting questions findings approvals failures decide'),
          run: () => showOverlay('inbox'),
        },
        {
          id: 'demonstrate',
          label: say('Demonstrate a skill'),
          group: 'Learn',
          keys: 'n',
          words: say('new teach record watch'),
          run: () => void navigate({ to: '/learn/new' }),
        },
        {
          id: 'which fits',
          label: say('Which ability fits this?'),
          group: 'Go to',
          keys: 'g f',
          words: say('find match lookup request why agent chooses'),
          run: () => askWhichFits(),
        },
        {
          id: 'connect',
          label: say('Connect an agent'),
          group: 'Go to',
          words: say('mcp claude codex gemini goose openclaw settings'),
          run: () => void navigate({ to: '/settings', hash: 'connect' }),
        },
        {
          id: 'definitions',
          label: say('Agent definitions'),
          group: 'Go to',
          words: say('subagents instructions tools model claude codex gemini opencode settings'),
          run: () => void navigate({ to: '/settings', hash: 'definitions' }),
        },
        {
          id: 'change keys',
          label: say('Change the keys'),
          group: 'Go to',
          words: say('keyboard shortcuts hotkeys keymap settings'),
          run: () => void navigate({ to: '/settings', hash: 'keys' }),
        },
        {
          id: 'default test policy',
          label: say('Choose the default test policy'),
          group: 'Go to',
          words: say('rehearsal safe destroy send actions sites limits settings'),
          run: () => void navigate({ to: '/settings', hash: 'test-policy' }),
        },
        {
          id: 'author',
          label: say('Who writes the draft'),
          group: 'Go to',
          words: say('author model key claude codex gemini openai anthropic ollama settings'),
          run: () => void navigate({ to: '/settings', hash: 'author' }),
        },
        {
          id: 'practise',
          label: say('Practise on the sample page'),
          group: 'Learn',
          words: say('tea tutorial first steps'),
          run: () => void navigate({ to: '/welcome' }),
        },
        ...THEMES.map(({ theme, label }) => ({
          id: `theme ${theme}`,
          label,
          group: 'View' as const,
          words: say('appearance colour mode'),
          run: () => {
            applyTheme(theme)
            save({ theme })
          },
        })),
        {
          id: 'larger text',
          label: say('Larger text'),
          group: 'View',
          words: say('appearance font size zoom'),
          run: () => applyLook({ textSize: nextTextSize(currentLook().textSize, 1) }),
        },
        {
          id: 'smaller text',
          label: say('Smaller text'),
          group: 'View',
          words: say('appearance font size zoom'),
          run: () => applyLook({ textSize: nextTextSize(currentLook().textSize, -1) }),
        },
        {
          id: 'density',
          label: say('Compact or comfortable rows'),
          group: 'View',
          words: say('appearance density dense height'),
          run: () =>
            applyLook({
              density: currentLook().density === 'compact' ? 'comfortable' : 'compact',
            }),
        },
        {
          id: 'preview',
          label: say('Preview the row'),
          group: 'View',
          words: say('peek look space list'),
          // The palette gives the focus back first.
          run: () => void setTimeout(previewRow),
        },
        {
          id: 'palette',
          label: say('Search or run a command'),
          group: 'View',
          keys: 'mod+k',
          run: togglePalette,
        },
        {
          id: 'keys',
          label: say('Keyboard'),
          group: 'View',
          keys: '?',
          words: say('shortcuts hotkeys help'),
          run: () => showOverlay('keys'),
        },
      ],
      [navigate, save],
    ),
  )
}
