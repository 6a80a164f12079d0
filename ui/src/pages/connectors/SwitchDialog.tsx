import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { Diff } from '#ui/components/Diff'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { type Choice, Segmented } from '#ui/components/Segmented'
import { Skeleton } from '#ui/components/Skeleton'
import { formatList } from '#ui/components/format'
import { say } from '#ui/lib/say'
import css from './connectors.module.css'

const MODES: readonly Choice<backend.SwitchMode>[] = [
  { value: 'one_entry', label: say('One entry for all') },
  { value: 'wrapped', label: say('Each keeps its name') },
]

/** Replaces the MCP servers in the configuration of an agent by Apprentice, or puts them back. */
export function SwitchDialog({ onClose }: { onClose(): void }) {
  const list = useQuery(backend.switches())
  const [chosen, setChosen] = useState<backend.SwitchAgent>()
  const agents = list.data?.agents ?? []
  if (chosen)
    return (
      <ChangeDialog key={chosen.agent_id} agent={chosen} onClose={() => setChosen(undefined)} />
    )
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={say('Switch an agent over')}
      description={say(
        `Its own MCP servers are replaced by Apprentice, so that your policies and receipts hold for
        them. You see each change first, and can undo it.`,
      )}
    >
      <div className={css.form}>
        {list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton rows={3} />}
        {list.data && agents.length === 0 && (
          <Note>{say('No agent that can be switched over was found on this machine.')}</Note>
        )}
        {agents.map((agent) => (
          <section key={agent.agent_id} className={css.agent} aria-label={agent.label}>
            <h3>{agent.label}</h3>
            <p className="muted">
              {agent.mode
                ? say('Switched over: {servers}', {
                    servers: formatList(agent.entries.map((entry) => entry.name)),
                  })
                : say('It has its own servers.')}
              {agent.config_path && (
                <>
                  {' '}
                  <code>{agent.config_path}</code>
                </>
              )}
            </p>
            <div className={css.buttons}>
              <Button onClick={() => setChosen(agent)}>
                {agent.actions.includes('undo') ? say('Undo…') : say('Switch over…')}
              </Button>
            </div>
          </section>
        ))}
        <footer className={css.foot}>
          <Button look="ghost" onClick={onClose}>
            {say('Close')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}

function ChangeDialog({ agent, onClose }: { agent: backend.SwitchAgent; onClose(): void }) {
  const undoes = agent.actions.includes('undo')
  const change = undoes ? 'undo' : 'switch'
  const [mode, setMode] = useState<backend.SwitchMode>('one_entry')
  const preview = useQuery(backend.switchPreview(agent.agent_id, change, mode))
  const apply = useMutation(backend.changeSwitch(agent.agent_id))
  const plan = preview.data
  const done = (): void => {
    toast.success(
      undoes
        ? say('The servers of {agent} are as they were. Restart it.', { agent: agent.label })
        : say('{agent} is switched over. Restart it.', { agent: agent.label }),
    )
    onClose()
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={
        undoes
          ? say('Put the servers of {agent} back', { agent: agent.label })
          : say('Switch {agent} over', { agent: agent.label })
      }
      description={say('Only this changes in its configuration.')}
    >
      <div className={css.form}>
        {!undoes && (
          <Segmented<backend.SwitchMode>
            label={say('What its entries become')}
            choices={MODES}
            value={mode}
            onChange={(next) => setMode(next)}
          />
        )}
        {plan ? (
          <>
            <ul className={`${css.list} ${css.becomes}`}>
              {plan.entries.map((entry) => (
                <li key={`${entry.project ?? ''} ${entry.name}`}>
                  <code>{entry.project ? `${entry.project}: ${entry.name}` : entry.name}</code>{' '}
                  {undoes
                    ? say('is put back')
                    : entry.server_id
                      ? say('becomes the connector {server}', { server: entry.server_id })
                      : say('stays')}
                  {!undoes && !entry.server_id && entry.note && `. ${entry.note}`}
                </li>
              ))}
            </ul>
            <code>{plan.config_path}</code>
            {plan.diff ? (
              <Diff text={plan.diff} label={say('Change to {file}', { file: plan.config_path })} />
            ) : (
              <p className="muted">{say('Nothing would change.')}</p>
            )}
          </>
        ) : preview.error ? (
          <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <Skeleton rows={6} />
        )}
        {apply.error && (
          <ErrorNote
            error={apply.error}
            onRetry={() => void preview.refetch().then(() => apply.reset())}
          />
        )}
        <footer className={css.foot}>
          <Button look="ghost" onClick={onClose}>
            {say('Back')}
          </Button>
          <Button
            look="primary"
            busy={apply.isPending}
            disabled={!plan || (!undoes && !plan.diff)}
            onClick={() =>
              plan && apply.mutate({ change, mode, digest: plan.digest }, { onSuccess: done })
            }
          >
            {undoes ? say('Put back') : say('Switch over')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}
