import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { Ago } from '#ui/components/Time'
import css from './Definitions.module.css'
import {
  type Agent,
  type Asked,
  type Copy,
  type Definition,
  labelOf,
  stateOf,
} from './definitionCopies'
import list from '#ui/domain/AgentTargets.module.css'
import { say } from '#ui/lib/say'

interface CopiesProps {
  title: string
  copies: readonly Copy[]
  /** The definition that counts for their name. Absent: there is none. */
  source?: Definition
  agents: readonly Agent[]
  onAsk(asked: Asked): void
}

/** Files that were written from a definition, and what became of each. */
export function DefinitionCopies({ title, copies, source, agents, onAsk }: CopiesProps) {
  return (
    <ul className={css.copies} aria-label={title}>
      {copies.map((copy) => (
        <CopyRow
          key={copy.file}
          {...{ copy, source, onAsk }}
          label={labelOf(agents, copy.agent_id)}
        />
      ))}
    </ul>
  )
}

interface CopyRowProps extends Pick<CopiesProps, 'source' | 'onAsk'> {
  copy: Copy
  label: string
}

function CopyRow({ copy, label, source, onAsk }: CopyRowProps) {
  const { name, file, written_at: at } = copy
  const { tone, text, why, can } = stateOf(copy, source)
  return (
    <li>
      <div className={list.words}>
        <span className={css.copy}>
          {source ? say('In {label}', { label }) : say('{name} in {label}', { name, label })}{' '}
          <Badge tone={tone}>{text}</Badge>
          <Ago at={at} className="faint" />
        </span>
        <code className={list.path}>{file}</code>
        {why && <span className="muted">{why}</span>}
      </div>
      <div className={css.buttons}>
        {can.includes('remove') && (
          <Button
            look="ghost"
            aria-label={say('Remove {name} from {label}', { name, label })}
            onClick={() => onAsk({ what: 'remove', copy })}
          >
            {say('Remove…')}
          </Button>
        )}
        {source && can.includes('update') && (
          <Button
            aria-label={say('Update {name} in {label}', { name, label })}
            onClick={() => onAsk({ what: 'install', definition: source, agent: copy.agent_id })}
          >
            {say('Update…')}
          </Button>
        )}
      </div>
    </li>
  )
}
