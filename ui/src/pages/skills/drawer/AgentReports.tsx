import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Badge, type Tone } from '#ui/components/Badge'
import { CheckpointProgress } from '#ui/domain/CheckpointProgress'
import { Ago } from '#ui/components/Time'
import css from './AbilityPanel.module.css'

type Dispatch = Schemas['DispatchRecord']

/**
 * Display names of agents by the name of their MCP client. `make agents` checks them against the
 * programs.
 */
const CALLED: Record<string, string> = {
  'claude-code': 'Claude Code',
  'codex-mcp-client': 'Codex',
  'gemini-cli-mcp-client': 'Gemini CLI',
}

const ENDED: Record<NonNullable<Dispatch['outcome']>, { word: string; tone: Tone }> = {
  succeeded: { word: 'Succeeded', tone: 'ok' },
  failed: { word: 'Failed', tone: 'bad' },
  abandoned: { word: 'Abandoned', tone: 'warn' },
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
    <section aria-label="Reports of agents" className={css.reports}>
      <h3>Reports of agents</h3>
      <ul className={css.dispatches}>
        {data.dispatches.map((dispatch) => (
          <li key={dispatch.dispatch_id}>
            <button
              type="button"
              aria-pressed={dispatch === shown}
              onClick={() => setChosen(dispatch.dispatch_id)}
            >
              <span className="clip" title={dispatch.agent ?? undefined}>
                {dispatch.agent ? (CALLED[dispatch.agent] ?? dispatch.agent) : 'An agent'}
              </span>
              <Ago at={dispatch.last_seen} className="faint" />
              {dispatch.outcome && (
                <Badge tone={ENDED[dispatch.outcome].tone}>{ENDED[dispatch.outcome].word}</Badge>
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
