import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, SquareTerminal } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { useCommands } from '#ui/shell/commands'
import { usePref } from '#ui/lib/prefs'
import * as read from '#ui/backend/queries'
import type { ObservationScope } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button, IconButton } from '#ui/components/Button'
import { CopyableText } from '#ui/components/CopyableText'
import { Dialog } from '#ui/components/Dialog'
import { Segmented } from '#ui/components/Segmented'
import { Skeleton } from '#ui/components/Skeleton'
import { say } from '#ui/lib/say'
import css from './TerminalDock.module.css'

const Terminal = lazy(() => import('./Terminal'))

const HOOKS = {
  bash: 'eval "$(apprentice hook bash)"',
  zsh: 'eval "$(apprentice hook zsh)"',
  fish: 'apprentice hook fish | source',
} as const

/** The watched terminal at the bottom of the page, and whether its hook is active. */
export function TerminalDock({ ownerId, sessionId }: { ownerId: string; sessionId: string }) {
  const [folded, setFolded] = usePref('terminal-folded', false)
  const scope = useQuery({ ...read.observationScope(sessionId), refetchInterval: 5000 })
  const [explaining, setExplaining] = useState(false)
  useCommands([
    {
      id: 'fold-terminal',
      label: folded ? say('Show the terminal') : say('Hide the terminal'),
      group: 'View',
      run: () => setFolded(!folded),
    },
    {
      id: 'own-terminal',
      label: say('Use my own terminal'),
      group: 'Watching',
      words: say('hook shell bash zsh fish'),
      run: () => setExplaining(true),
    },
  ])
  return (
    <section className={css.dock} aria-label={say('Terminal')} data-folded={folded || undefined}>
      <header className={css.head}>
        <SquareTerminal size={14} aria-hidden />
        <h3>{say('Terminal')}</h3>
        <HookState scope={scope.data} />
        <Button look="ghost" className={css.own} onClick={() => setExplaining(true)}>
          {say('Use my own terminal')}
        </Button>
        <IconButton
          label={folded ? say('Show the terminal') : say('Hide the terminal')}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          {folded ? <ChevronUp size={15} /> : <ChevronDown size={15} />}
        </IconButton>
      </header>
      <div className={css.body} hidden={folded}>
        <Suspense fallback={<Skeleton rows={3} />}>
          <Terminal ownerId={ownerId} />
        </Suspense>
      </div>
      <OwnTerminal open={explaining} onClose={() => setExplaining(false)} scope={scope.data} />
    </section>
  )
}

function HookState({ scope }: { scope: ObservationScope | undefined }) {
  const shells = scope?.shells ?? []
  if (shells.length === 0) {
    return (
      <Badge tone="warn" title={say('No shell has connected yet. Press Enter in the terminal.')}>
        {say('hook not active yet')}
      </Badge>
    )
  }
  const own = shells.filter((shell) => !shell.embedded)
  return (
    <Badge
      tone="ok"
      title={shells
        .map((shell) =>
          shell.embedded
            ? say('{shell} {pid} (this panel)', { shell: shell.shell, pid: shell.pid })
            : `${shell.shell} ${shell.pid}`,
        )
        .join(', ')}
    >
      {own.length > 0
        ? say('hook active · {count} of your own', { count: own.length })
        : say('hook active')}
    </Badge>
  )
}

function OwnTerminal({
  open,
  onClose,
  scope,
}: {
  open: boolean
  onClose(): void
  scope: ObservationScope | undefined
}) {
  const [shell, setShell] = useState<keyof typeof HOOKS>('bash')
  const heard = scope?.shells.filter((known) => !known.embedded) ?? []
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say('Use my own terminal')}
      description={say(
        'Run this line in the terminal that you want to be watched. It is watched until that shell ends.',
      )}
    >
      <Segmented<keyof typeof HOOKS>
        label={say('Shell')}
        value={shell}
        onChange={setShell}
        choices={[
          { value: 'bash', label: 'bash' },
          { value: 'zsh', label: 'zsh' },
          { value: 'fish', label: 'fish' },
        ]}
      />
      <CopyableText text={HOOKS[shell]} />
      <p role="status" className={heard.length > 0 ? css.heard : 'muted'}>
        {heard.length > 0
          ? say('Connected: {heard}.', {
              heard: heard.map((known) => `${known.shell} ${known.pid}`).join(', '),
            })
          : say('Not connected yet. After the line, press Enter once more.')}
      </p>
    </Dialog>
  )
}
