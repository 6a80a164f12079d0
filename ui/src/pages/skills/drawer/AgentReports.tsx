import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Badge, type Tone } from '#ui/components/Badge'
import { CheckpointProgress } from '#ui/domain/CheckpointProgress'
import { Ago } from '#ui/components/Time'
import { say } from '#ui/lib/say'
import css from './AbilityPanel.module.css'
import { agentName } from './agentName'

type Dispatch = Schemas['DispatchRecord']

const OUTCOME: Record<NonNullable<Dispatch['outcome']>, { word: string; tone: Tone }> = {
  succeeded: { word: say('Succeeded'), tone: 'ok' },
  failed: { word: say('Failed'), tone: 'bad' },
  abandoned: { word: say('Abandoned'), tone: 'warn' },
}

/**
 * §0C.9B in later use: what agents reported for each dispatch, newest first. Reporting is optional
 * for agents.
 */
export function AgentReports({ abilityId }: { abilityId: string }) {
  const { data } = useQuery(read.abilityReports(abilityId))
  const [chosen, setChosen] = useState<string>()
  const [first] = data?.dispatches ?? []
  if (!data || !first) return null
  const shown = data.dispatches.find((dispatch) => dispatch.dispatch_id === chosen) ?? first
  const receipts = data.receipts.filter((receipt) => receipt.dispatch_id === shown.dispatch_id)
  return (
    <section aria-label={say('Agent reports')} className={css.reports}>
      <h3>{say('Agent reports')}</h3>
      <ul className={css.dispatches}>
        {data.dispatches.map((dispatch) => (
          <li key={dispatch.dispatch_id}>
            <button
              type="button"
              aria-pressed={dispatch === shown}
              onClick={() => setChosen(dispatch.dispatch_id)}
            >
              <span className="clip" title={dispatch.agent ?? undefined}>
                {agentName(dispatch.agent)}
              </span>
              <Ago at={dispatch.last_seen} className="faint" />
              {dispatch.outcome && (
                <Badge tone={OUTCOME[dispatch.outcome].tone}>
                  {OUTCOME[dispatch.outcome].word}
                </Badge>
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown.summary && <p className="muted">{shown.summary}</p>}
      {receipts.length > 0 && (
        <CheckpointProgress checkpoints={data.checkpoints} receipts={receipts} />
      )}
    </section>
  )
}
