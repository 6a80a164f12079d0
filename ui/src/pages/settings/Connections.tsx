import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import { type Command, useCommands } from '#ui/shell/commands'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import { toBackendError } from '#ui/backend/errors'
import type { Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { CopyableText } from '#ui/components/CopyableText'
import { Dialog } from '#ui/components/Dialog'
import { Diff } from '#ui/components/Diff'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Skeleton } from '#ui/components/Skeleton'
import css from './Connections.module.css'
import list from '#ui/domain/AgentTargets.module.css'
import { say } from '#ui/lib/say'

type Connection = Schemas['AgentConnection']
type OpenDialog = { agent: Connection; change: Schemas['ConnectionChange'] }

const STATE: Record<Schemas['ConnectionState'], { tone?: 'ok' | 'warn'; text: string }> = {
  connected: { tone: 'ok', text: say('connected') },
  outdated: { tone: 'warn', text: say('starts something else') },
  absent: { text: say('not connected') },
  unreadable: { tone: 'warn', text: say('cannot be read') },
  not_installed: { text: say('not found') },
}

/**
 * Agents that can start Apprentice as an MCP server. Every change of their configuration is shown
 * before it is written.
 */
export function Connections() {
  const query = useQuery(read.connections())
  const [asked, setAsked] = useState<OpenDialog>()
  useCommands(useMemo(() => (query.data ? commandsOf(query.data, setAsked) : []), [query.data]))
  if (!query.data)
    return query.error ? (
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={5} />
    )
  const { connections, command } = query.data
  const sorted = connections.toSorted(
    (a, b) => Number(a.state === 'not_installed') - Number(b.state === 'not_installed'),
  )
  return (
    <>
      {command.length === 0 && (
        <Note tone="warn">
          {say(`The command-line program “apprentice” was not found next to this program or in PATH,
            so agents cannot start it. Install it, then connect.`)}
        </Note>
      )}
      <ul className={list.list}>
        {sorted.map((agent) => (
          <li key={agent.agent_id}>
            <div className={list.words}>
              <span className={list.name}>
                {agent.label}{' '}
                <Badge {...(STATE[agent.state].tone ? { tone: STATE[agent.state].tone } : {})}>
                  {STATE[agent.state].text}
                </Badge>
              </span>
              {agent.config_path && <code className={list.path}>{agent.config_path}</code>}
              {agent.note && <span className="muted">{agent.note}</span>}
            </div>
            {agent.actions.map((change) => (
              <Button
                key={change}
                {...(change === 'disconnect' ? { look: 'ghost' as const } : {})}
                aria-label={titleOf(agent, change)}
                onClick={() => setAsked({ agent, change })}
              >
                {verbOf(agent, change)}…
              </Button>
            ))}
          </li>
        ))}
      </ul>
      {asked && (
        <ChangeDialog
          key={asked.agent.agent_id + asked.change}
          {...asked}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** What a change of the configuration of one agent is called. */
function titleOf({ state, label }: Connection, change: OpenDialog['change']): string {
  if (change === 'disconnect') return say('Disconnect {label}', { label })
  return state === 'outdated' ? say('Repair {label}', { label }) : say('Connect {label}', { label })
}

/** What a change of an agent's configuration is called. */
const verbOf = ({ state }: Connection, change: OpenDialog['change']): string =>
  change === 'disconnect'
    ? say('Disconnect')
    : state === 'outdated'
      ? say('Repair')
      : say('Connect')

const commandsOf = (
  { connections }: Schemas['AgentConnectionsResponse'],
  ask: (asked: OpenDialog) => void,
): Command[] =>
  connections.flatMap((agent) =>
    agent.actions.map((change): Command => ({
      id: `connection ${agent.agent_id} ${change}`,
      label: titleOf(agent, change),
      group: 'Review',
      run: () => ask({ agent, change }),
    })),
  )

/**
 * Shows a preview of the change to the agent's configuration file, and applies exactly that change.
 */
function ChangeDialog({ agent, change, onClose }: OpenDialog & { onClose(): void }) {
  const preview = useQuery(read.connectionPreview(agent.agent_id, change))
  const apply = useMutation(act.changeConnection(agent.agent_id))
  const verb = change === 'connect' ? say('Connect') : say('Disconnect')
  const done = (): void => {
    toast.success(
      change === 'connect'
        ? say('{label} is connected. Restart it to use your abilities.', { label: agent.label })
        : say('{label} is disconnected.', { label: agent.label }),
    )
    onClose()
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={
        change === 'connect'
          ? say('Connect {label}', { label: agent.label })
          : say('Disconnect {label}', { label: agent.label })
      }
      {...(preview.data?.diff
        ? {
            description: preview.data.creates_file
              ? say('This file will be created:')
              : say('Only this changes in its configuration:'),
          }
        : {})}
    >
      <div className={css.change}>
        {preview.data ? (
          <>
            <code className={list.path}>{preview.data.config_path}</code>
            {preview.data.diff ? (
              <Diff
                text={preview.data.diff}
                label={say('Change to {configPath}', { configPath: preview.data.config_path })}
              />
            ) : (
              <p className="muted">{say('Nothing needs to be changed.')}</p>
            )}
          </>
        ) : preview.error ? (
          <ErrorNote error={preview.error} onRetry={() => void preview.refetch()}>
            <ManualEntry error={preview.error} />
          </ErrorNote>
        ) : (
          <Skeleton rows={6} />
        )}
        {apply.error && (
          <ErrorNote
            error={apply.error}
            onRetry={() => void preview.refetch().then(() => apply.reset())}
          />
        )}
        <footer>
          <Button look="ghost" onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button
            look="primary"
            busy={apply.isPending}
            disabled={!preview.data?.diff}
            onClick={() =>
              preview.data &&
              apply.mutate({ change, digest: preview.data.digest }, { onSuccess: done })
            }
          >
            {verb}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}

/** The entry to paste by hand, when the file cannot be edited. */
function ManualEntry({ error }: { error: unknown }) {
  const { entry } = toBackendError(error).details
  return typeof entry === 'string' ? <CopyableText text={entry.trim()} /> : null
}
