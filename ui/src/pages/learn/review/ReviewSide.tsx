import type { ReactNode } from 'react'
import type { ProposalDetail } from '../../../backend/types'
import { Badge } from '../../../components/Badge'
import { Facts } from '../../../components/Facts'
import { Ago } from '../../../components/Time'
import { LANE } from '../../../domain/states'
import css from './ReviewSide.module.css'
import { Targets } from './Targets'
import { TestReport } from './TestReport'
import type { Review } from './useReview'

/** The facts beside the text: where it would go, what was tested, what could be confused with it. */
export function ReviewSide({ detail, review }: { detail: ProposalDetail; review: Review }) {
  const { proposal, validation } = detail
  const warnings = validation.lint.findings.filter((finding) => finding.severity === 'warning')
  const similar = validation.collisions.filter((collision) => collision.kind === 'similar_trigger')
  return (
    <aside className={css.side} aria-label="Facts">
      <Facts
        facts={[
          ['Install lane', LANE[proposal.install_lane]],
          ['Revision', proposal.revision],
          ['Changed', <Ago key="ago" at={proposal.updated_at} />],
          ['Length', `about ${detail.token_estimate.toLocaleString()} of 2,000 tokens`],
        ]}
      />
      <Box title="Where it goes">
        <Targets targets={detail.targets} chosen={review.targets} onChange={review.setTargets} locked={!review.may.install && !review.may.approve} />
      </Box>
      <Box title="Test report">
        <TestReport validation={validation} testing={review.busy.test || proposal.proposal_state === 'testing'} />
      </Box>
      <Box title="Lint">
        {validation.lint.findings.length === 0 ? (
          <p className="faint">No findings.</p>
        ) : (
          <ul className={css.list}>
            {warnings.map((finding) => (
              <li key={finding.code + finding.excerpt}>
                <Badge tone="warn">{finding.code}</Badge> {finding.message} <span className="faint">{finding.suggestion}</span>
              </li>
            ))}
            {warnings.length < validation.lint.findings.length && <li className="muted">What blocks stands at the top.</li>}
          </ul>
        )}
      </Box>
      <Box title="Collisions">
        {similar.length === 0 ? (
          <p className="faint">No other skill answers to the same requests.</p>
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

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.box}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
