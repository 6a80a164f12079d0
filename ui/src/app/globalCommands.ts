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

const PAGES = [
  {
    to: '/learn/new',
    label: 'Learn New Ability',
    keys: 'g l',
    words: 'create demonstrate teach coach practise',
  },
  {
    to: '/learn/active',
    label: 'Active Capability Learning',
    keys: 'g a',
    words: 'timeline session capture',
  },
  {
    to: '/learn/pending',
    label: 'Pending Abilities',
    keys: 'g p',
    words: 'proposals drafts review',
  },
  { to: '/learn/history', label: 'History', keys: 'g h', words: 'sessions outcomes export' },
  { to: '/skills', label: 'Skills', keys: 'g s', words: 'installed' },
  {
    to: '/skills/import',
    label: 'Import Skill Bundle',
    keys: 'g i',
    words: 'upload zip folder repository fetch',
  },
  { to: '/active', label: 'Active', keys: 'g n', words: 'running now' },
  { to: '/tasks', label: 'Tasks' },
  { to: '/automations', label: 'Automations' },
  { to: '/connectors', label: 'Connectors', keys: 'g c' },
  { to: '/settings', label: 'Settings', keys: 'mod+,', words: 'agents targets folders' },
  { to: '/welcome', label: 'First steps', words: 'welcome practice tour' },
] as const

const THEMES: ReadonlyArray<{ theme: Theme; label: string }> = [
  { theme: 'light', label: 'Use the light theme' },
  { theme: 'dark', label: 'Use the dark theme' },
  { theme: 'system', label: 'Use the system theme' },
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
                label: `Undo: ${last.what}`,
                group: 'View',
                keys: 'mod+z',
                words: 'take back revert',
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
          label: 'Receipts',
          group: 'Go to',
          keys: 'g r',
          words: 'history record',
          run: () =>
            void navigate({ to: '/learn/history', search: { list: 'receipts' } }).then(focusPage),
        },
        {
          id: 'inbox',
          label: 'Inbox',
          group: 'Go to',
          keys: 'g b',
          words: 'waiting questions findings approvals failures decide',
          run: () => showOverlay('inbox'),
        },
        {
          id: 'demonstrate',
          label: 'Demonstrate a skill',
          group: 'Learn',
          keys: 'n',
          words: 'new teach record watch',
          run: () => void navigate({ to: '/learn/new' }),
        },
        {
          id: 'which fits',
          label: 'Which ability fits this?',
          group: 'Go to',
          keys: 'g f',
          words: 'find match lookup request why agent chooses',
          run: () => askWhichFits(),
        },
        {
          id: 'connect',
          label: 'Connect an agent',
          group: 'Go to',
          words: 'mcp claude codex gemini goose openclaw settings',
          run: () => void navigate({ to: '/settings', hash: 'connect' }),
        },
        {
          id: 'definitions',
          label: 'Agent definitions',
          group: 'Go to',
          words: 'subagents instructions tools model claude codex gemini opencode settings',
          run: () => void navigate({ to: '/settings', hash: 'definitions' }),
        },
        {
          id: 'change keys',
          label: 'Change the keys',
          group: 'Go to',
          words: 'keyboard shortcuts hotkeys keymap settings',
          run: () => void navigate({ to: '/settings', hash: 'keys' }),
        },
        {
          id: 'default test policy',
          label: 'Choose the default test policy',
          group: 'Go to',
          words: 'rehearsal safe destroy send actions sites limits settings',
          run: () => void navigate({ to: '/settings', hash: 'test-policy' }),
        },
        {
          id: 'author',
          label: 'Who writes the draft',
          group: 'Go to',
          words: 'author model key claude codex gemini openai anthropic ollama settings',
          run: () => void navigate({ to: '/settings', hash: 'author' }),
        },
        {
          id: 'practise',
          label: 'Practise on the sample page',
          group: 'Learn',
          words: 'tea tutorial first steps',
          run: () => void navigate({ to: '/welcome' }),
        },
        ...THEMES.map(({ theme, label }) => ({
          id: `theme ${theme}`,
          label,
          group: 'View' as const,
          words: 'appearance colour mode',
          run: () => {
            applyTheme(theme)
            save({ theme })
          },
        })),
        {
          id: 'larger text',
          label: 'Larger text',
          group: 'View',
          words: 'appearance font size zoom',
          run: () => applyLook({ textSize: nextTextSize(currentLook().textSize, 1) }),
        },
        {
          id: 'smaller text',
          label: 'Smaller text',
          group: 'View',
          words: 'appearance font size zoom',
          run: () => applyLook({ textSize: nextTextSize(currentLook().textSize, -1) }),
        },
        {
          id: 'density',
          label: 'Compact or comfortable rows',
          group: 'View',
          words: 'appearance density dense height',
          run: () =>
            applyLook({
              density: currentLook().density === 'compact' ? 'comfortable' : 'compact',
            }),
        },
        {
          id: 'preview',
          label: 'Preview the row',
          group: 'View',
          words: 'peek look space list',
          // The palette gives the focus back first.
          run: () => void setTimeout(previewRow),
        },
        {
          id: 'palette',
          label: 'Search or run a command',
          group: 'View',
          keys: 'mod+k',
          run: togglePalette,
        },
        {
          id: 'keys',
          label: 'Keyboard',
          group: 'View',
          keys: '?',
          words: 'shortcuts hotkeys help',
          run: () => showOverlay('keys'),
        },
      ],
      [navigate, save],
    ),
  )
}
