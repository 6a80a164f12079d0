import { Eye, KeyRound, MessageSquare, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Checkpoint, ProposalDetail, Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { MessageText } from '#ui/components/MessageText'
import { GRADE, ROLE, gradeToCome } from '#ui/domain/checkpoints'
import { MomentButton } from '#ui/domain/film/MomentButton'
import type { MomentLinks } from '#ui/domain/film/useFilm'
import { say } from '#ui/lib/say'
import css from './Interpretation.module.css'

/** What Apprentice understood from the demonstration, to be read before anything is installed. */
export function Interpretation({
  detail,
  moments,
  children,
}: {
  detail: ProposalDetail
  /** Where each was understood in the demonstration. */
  moments: MomentLinks
  /** What can be done about the checkpoints. */
  children?: ReactNode
}) {
  const meaning = detail.interpretation
  return (
    <>
      {meaning && (
        <p className={css.summary}>
          <MessageText text={meaning.goal_summary} />
        </p>
      )}
      {meaning && (
        <div className={css.two}>
          <List title={say('Use it when')} items={meaning.use_conditions} none={say('None.')} />
          <List
            title={say('Do not use it when')}
            items={meaning.non_use_conditions}
            none={say('None.')}
          />
        </div>
      )}
      <div className={css.two}>
        <Phrases title={say('Triggers')} phrases={detail.proposal.trigger_phrases} />
        <Phrases title={say('Negative triggers')} phrases={detail.proposal.negative_triggers} />
      </div>
      <Inputs variables={unlisted(detail)} />
      <Checkpoints checkpoints={detail.checkpoints} moments={moments}>
        {children}
      </Checkpoints>
    </>
  )
}

function List({ title, items, none }: { title: string; items: readonly string[]; none: string }) {
  return (
    <section>
      <h3>{title}</h3>
      {items.length > 0 ? (
        <ul className={css.list}>
          {items.map((item) => (
            <li key={item}>
              <MessageText text={item} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="faint">{none}</p>
      )}
    </section>
  )
}

function Phrases({ title, phrases }: { title: string; phrases: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      {phrases.length > 0 ? (
        <ul className={css.phrases}>
          {phrases.map((phrase) => (
            <li key={phrase}>{phrase}</li>
          ))}
        </ul>
      ) : (
        <p className="faint">{say('None.')}</p>
      )}
    </section>
  )
}

/** Inputs that “What changes next time?” does not list: secrets, and those of older drafts. */
function unlisted({ values = [], variables }: ProposalDetail): Array<Schemas['Variable']> {
  return variables.filter(({ name }) => values.every((value) => value.name !== name))
}

function Inputs({ variables }: { variables: ReadonlyArray<Schemas['Variable']> }) {
  if (variables.length === 0) return null
  return (
    <section>
      <h3>{say('Other inputs')}</h3>
      <table className={css.table}>
        <thead>
          <tr>
            <th>{say('Name')}</th>
            <th>{say('On the page')}</th>
            <th>{say('Kind')}</th>
            <th>{say('In the demonstration')}</th>
          </tr>
        </thead>
        <tbody>
          {variables.map((variable) => (
            <tr key={variable.name} data-input={variable.name} tabIndex={-1}>
              <td>
                <code>{variable.name}</code>
              </td>
              <td>{variable.label}</td>
              <td className="muted">{variable.kind.replaceAll('_', ' ')}</td>
              <td>
                {variable.secret ? (
                  <Badge tone="warn" icon={<KeyRound aria-hidden />}>
                    {say('secret, asked each time')}
                  </Badge>
                ) : (
                  variable.example
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Checkpoints({
  checkpoints,
  moments,
  children,
}: {
  checkpoints: readonly Checkpoint[]
  moments: MomentLinks
  children: ReactNode
}) {
  return (
    <section>
      <header className={css.head}>
        <h3>{say('Checkpoints')}</h3>
        {children}
      </header>
      <ol className={css.checkpoints}>
        {checkpoints
          .toSorted((a, b) => a.order_hint - b.order_hint)
          .map((checkpoint, at) => (
            <li
              key={checkpoint.checkpoint_id}
              data-role={checkpoint.role}
              data-checkpoint={checkpoint.checkpoint_id}
              tabIndex={-1}
            >
              <span className={`${css.number} num`}>{at + 1}</span>
              <div>
                <p className={css.goal}>
                  <MessageText text={checkpoint.goal} /> <RoleBadge role={checkpoint.role} />{' '}
                  {checkpoint.optional && <Badge>{say('optional')}</Badge>}
                  <MomentButton
                    of={checkpoint.goal.replaceAll('`', '')}
                    onShow={moments.ofCheckpoint(checkpoint.checkpoint_id)}
                  />
                </p>
                <p className="muted">
                  <MessageText text={checkpoint.success_condition} />
                </p>
              </div>
              <GradeBadge checkpoint={checkpoint} />
            </li>
          ))}
      </ol>
    </section>
  )
}

function RoleBadge({ role }: { role: Checkpoint['role'] }): ReactNode {
  return role === 'progress' ? (
    <Badge title={say('A state on the way. It helps an agent, and never fails a run')}>
      {ROLE.progress}
    </Badge>
  ) : (
    <Badge tone="accent" title={say('A lasting effect. A run passes when every effect is there')}>
      {ROLE.effect}
    </Badge>
  )
}

const GRADE_LOOK = {
  read_again: {
    tone: 'ok',
    icon: <ShieldCheck aria-hidden />,
    title: say('A rehearsal reads the result again at its end'),
  },
  seen_on_screen: {
    tone: 'neutral',
    icon: <Eye aria-hidden />,
    title: say('A rehearsal sees it while it happens'),
  },
  on_your_word: {
    tone: 'warn',
    icon: <MessageSquare aria-hidden />,
    title: say(
      'Nothing can be read again: you say whether it worked. “Show me how you check” helps',
    ),
  },
} as const

/** How a rehearsal will judge the checkpoint, in the words of every other surface. */
function GradeBadge({ checkpoint }: { checkpoint: Checkpoint }): ReactNode {
  const grade = gradeToCome(checkpoint)
  if (!grade)
    return <Badge title={say('Only a person or an agent can report this')}>{say('reported')}</Badge>
  const { tone, icon, title } = GRADE_LOOK[grade]
  return (
    <Badge tone={tone} icon={icon} title={title}>
      {GRADE[grade].words}
    </Badge>
  )
}
