import { type ReactNode, useMemo, useState } from 'react'
import type { ProposalDetail, Schemas } from '#ui/backend/types'
import { Badge, type Tone } from '#ui/components/Badge'
import { DescriptionList } from '#ui/components/DescriptionList'
import { Ago } from '#ui/components/Time'
import { inherited } from '#ui/domain/agentRuns/TestPolicyFields'
import { EarlierRuns } from '#ui/domain/agentRuns/EarlierRuns'
import { DoesItHelp, gateCommand } from '#ui/domain/gates/DoesItHelp'
import { INSTALL_LANE } from '#ui/domain/sessionStates'
import { useCommands } from '#ui/shell/commands'
import css from './ReviewSide.module.css'
import { TargetPicker } from '#ui/domain/TargetPicker'
import { say } from '#ui/lib/say'
import { TestReport } from './TestReport'
import type { Review } from './useReview'

/** Facts beside the text: where it would be installed, what was tested, what collides with it. */
export function ReviewSide({
  detail,
  review,
  testPolicy,
  onChoosePolicy,
  noAgent,
}: {
  detail: ProposalDetail
  review: Review
  /** The test policy that acts in its rehearsals. `undefined`: it is not known. */
  testPolicy: Schemas['ActingTestPolicy'] | undefined
  /** Absent: it cannot be chosen now. */
  onChoosePolicy: (() => void) | undefined
  /** Why no agent can do the task. */
  noAgent: string | undefined
}) {
  const { proposal, validation } = detail
  const [asking, ask] = useState(false)
  const gates = detail.actions.includes('rehearse')
  useCommands(
    useMemo(
      () => (gates ? [gateCommand(proposal.title, () => ask(true))] : []),
      [gates, proposal.title],
    ),
  )
  const warnings = validation.lint.findings.filter((finding) => finding.severity === 'warning')
  const similar = validation.collisions.filter((collision) => collision.kind === 'similar_trigger')
  return (
    <aside className={css.side} aria-label={say('Facts')}>
      <DescriptionList
        facts={[
          [say('Install lane'), INSTALL_LANE[proposal.install_lane]],
          [say('Revision'), proposal.revision],
          [say('Changed'), <Ago key="ago" at={proposal.updated_at} />],
          [
            say('Length'),
            say('about {tokenEstimate, number} of 2,000 tokens', {
              tokenEstimate: detail.token_estimate,
            }),
          ],
          [
            say('Test policy'),
            testPolicy && <TestPolicy key="policy" acting={testPolicy} onChoose={onChoosePolicy} />,
          ],
        ]}
      />
      <Box title={say('Install to')}>
        <TargetPicker
          targets={detail.targets}
          chosen={review.targets}
          onChange={review.setTargets}
          locked={!review.may.install && !review.may.approve}
        />
      </Box>
      <Box title={say('Needs')}>
        <Needs detail={detail} />
      </Box>
      <Box title={say('Rehearsals')}>
        <EarlierRuns proposalId={proposal.proposal_id} />
      </Box>
      <div className={css.box}>
        <DoesItHelp
          possible={gates}
          asking={asking}
          onAsk={ask}
          subject={{ proposalId: proposal.proposal_id }}
          sessionId={proposal.learn_session_id ?? undefined}
          taught
          variables={detail.variables}
          impossible={noAgent}
        />
      </div>
      <Box title={say('Test report')}>
        <TestReport
          validation={validation}
          testing={review.busy.test || proposal.proposal_state === 'testing'}
        />
      </Box>
      <Box title={say('Lint')}>
        {validation.lint.findings.length === 0 ? (
          <p className="faint">{say('No findings.')}</p>
        ) : (
          <ul className={css.list}>
            {warnings.map((finding) => (
              <li key={finding.code + finding.excerpt}>
                <Badge tone="warn">{finding.code}</Badge> {finding.message}{' '}
                <span className="faint">{finding.suggestion}</span>
              </li>
            ))}
            {warnings.length < validation.lint.findings.length && (
              <li className="muted">{say('Blocking findings are shown at the top.')}</li>
            )}
          </ul>
        )}
      </Box>
      <Box title={say('Collisions')}>
        {similar.length === 0 ? (
          <p className="faint">{say('No other skill matches the same requests.')}</p>
        ) : (
          <ul className={css.list}>
            {similar.map((collision) => (
              <li key={collision.path}>
                <b>{collision.name}</b> <span className="muted">{collision.message}</span>
                <code className="faint">{collision.path}</code>
              </li>
            ))}
          </ul>
        )}
      </Box>
    </aside>
  )
}

const DEPENDENCY_KIND: Record<Schemas['DependencyKind'], string> = {
  program: say('program'),
  site: say('site'),
  support_pack: say('pack'),
}
const DEPENDENCY_STATE: Record<Schemas['DependencyState'], { word: string; tone: Tone }> = {
  present: { word: say('found'), tone: 'ok' },
  missing: { word: say('missing'), tone: 'bad' },
  unchecked: { word: say('not checked'), tone: 'neutral' },
}
const GRADE: Record<Schemas['PortabilityGrade'], { word: string; tone: Tone; says: string }> = {
  direct: { word: say('Direct'), tone: 'ok', says: say('Any agent can use it as it is.') },
  adapter_required: {
    word: say('Adapter required'),
    tone: 'warn',
    says: say('The agent that uses it needs something in addition.'),
  },
  local_only: {
    word: say('Local only'),
    tone: 'warn',
    says: say('It works only on this machine or network.'),
  },
  non_portable: {
    word: say('Not portable'),
    tone: 'bad',
    says: say('It repeats values that only the demonstration had.'),
  },
}

/** What the skill needs besides the agent, and how portable it is. */
function TestPolicy({
  acting,
  onChoose,
}: {
  acting: Schemas['ActingTestPolicy']
  onChoose: (() => void) | undefined
}) {
  const name = inherited(acting)
  if (!onChoose) return name
  return (
    <button
      type="button"
      className={css.choose}
      aria-label={say('{name}. Choose the test policy', { name })}
      title={say('Choose the test policy')}
      onClick={onChoose}
    >
      {name}
    </button>
  )
}

function Needs({ detail: { dependencies, portability } }: { detail: ProposalDetail }) {
  const { word, tone, says } = GRADE[portability.grade]
  return (
    <>
      <p className={css.grade}>
        <span>{say('Portability')}</span> <Badge tone={tone}>{word}</Badge>{' '}
        <span className="muted">{says}</span>
      </p>
      {portability.reasons.length > 0 && (
        <ul className={css.list}>
          {portability.reasons.map((reason) => (
            <li key={reason} className="muted">
              {reason}
            </li>
          ))}
        </ul>
      )}
      {dependencies.length === 0 ? (
        <p className="faint">{say('Nothing except the agent itself.')}</p>
      ) : (
        <ul className={css.needs} aria-label={say('Dependencies')}>
          {dependencies.map(({ kind, name, state, note }) => (
            <li key={`${kind} ${name}`} title={note ?? undefined}>
              <code className="clip">{name}</code>
              <span className="faint">{DEPENDENCY_KIND[kind]}</span>
              <Badge tone={DEPENDENCY_STATE[state].tone}>{DEPENDENCY_STATE[state].word}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.box}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
