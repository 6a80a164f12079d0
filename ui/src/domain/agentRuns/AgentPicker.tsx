import { RefreshCw } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import type { AgentRuntime } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { MessageText } from '#ui/components/MessageText'
import { Note } from '#ui/components/Note'
import { say } from '#ui/lib/say'
import css from './AgentPicker.module.css'

/** The agents that were found, one of which is chosen, and those that were not. */
export function AgentPicker({
  runtimes,
  chosen,
  missing,
  onChoose,
  looking,
  onLookAgain,
}: {
  runtimes: readonly AgentRuntime[]
  chosen: string | undefined
  /** None was chosen, although one is needed. */
  missing: boolean
  onChoose(agent: string): void
  looking: boolean
  onLookAgain(): void
}) {
  const id = useId()
  const found = runtimes.filter(({ presence }) => presence === 'found')
  const others = runtimes
    .filter(({ presence }) => presence !== 'found')
    // First those that are here and lack only their adapter.
    .toSorted((a, b) => Number(a.presence === 'missing') - Number(b.presence === 'missing'))
  return (
    <div className={css.picker}>
      {found.length === 0 ? (
        <Note
          tone="warn"
          action={
            <Button icon={<RefreshCw size={13} />} busy={looking} onClick={onLookAgain}>
              {say('Look again')}
            </Button>
          }
        >
          <b>{say('No agent was found on this machine.')}</b>
          <span>
            {say(
              'Install one of those below and sign in to it in a terminal. Apprentice installs none.',
            )}
          </span>
        </Note>
      ) : (
        <RadioGroup.Root
          className={css.list}
          aria-label={say('Agent')}
          data-problem={missing || undefined}
          value={chosen ?? ''}
          onValueChange={onChoose}
        >
          {found.map((runtime) => (
            <Found key={runtime.agent_id} runtime={runtime} id={`${id}${runtime.agent_id}`} />
          ))}
        </RadioGroup.Root>
      )}
      {others.length > 0 && (
        <details open={found.length === 0 || undefined}>
          <summary>
            {found.length === 0
              ? say('Agents that can be run')
              : say('Not ready here ({count})', { count: others.length })}
          </summary>
          <ul className={css.others}>
            {others.map(({ agent_id, label, presence, note, sign_in }) => (
              <li key={agent_id}>
                <span>
                  <b>{label}</b>{' '}
                  {presence === 'adapter_missing' && (
                    <Badge tone="warn">{say('adapter missing')}</Badge>
                  )}
                </span>
                <span className="muted">
                  <MessageText text={note ?? say('It was not found.')} />
                </span>
                <span className="faint">
                  <MessageText text={say('Sign-in: {signIn}', { signIn: sign_in })} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Found({ runtime, id }: { runtime: AgentRuntime; id: string }) {
  const { agent_id, label, version, note, sign_in, can_be_isolated, program } = runtime
  return (
    <div className={css.row}>
      <RadioGroup.Item
        value={agent_id}
        className={css.item}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-about`}
      >
        <span className={css.radio} aria-hidden>
          <RadioGroup.Indicator className={css.dot} />
        </span>
        <span className={css.words}>
          <span className={css.name} id={`${id}-name`}>
            <b>{label}</b>
            {version && <span className="faint">{version}</span>}
          </span>
          <span className={css.about} id={`${id}-about`}>
            <Badge tone="ok">{say('found')}</Badge>{' '}
            {can_be_isolated ? (
              <Badge>{say('isolated')}</Badge>
            ) : (
              <Badge tone="warn">{say('cannot be isolated')}</Badge>
            )}
            <code className={css.path}>{program}</code>
            {note && (
              <span className={css.note}>
                <MessageText text={note} />
              </span>
            )}
            <span className={css.note}>
              <MessageText text={say('Sign-in, if it asks: {signIn}', { signIn: sign_in })} />
            </span>
          </span>
        </span>
      </RadioGroup.Item>
    </div>
  )
}
