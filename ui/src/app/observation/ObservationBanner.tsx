import { useEffect } from 'react'
import { type Watching, useWatching } from '#ui/domain/currentSession'
import { endTerminalsExcept } from '#ui/pages/learn/active/terminals'
import { AgentRunBanner, GateBanner, PracticeBanner } from './AgentBanners'
import { CaptureBanner } from './CaptureBanner'
import { RehearsalBanner, ShownCheckBanner } from './RehearsalBanners'

/**
 * Shown on every page while something is observed (§0C.22, rule 2): what is watched, for how long,
 * and how to stop it.
 */
export function ObservationBanner() {
  const watching = useWatching()
  const owner = watching && ownerOf(watching)
  useEffect(() => endTerminalsExcept(owner), [owner])
  switch (watching?.what) {
    case undefined:
      return <GateBanner />
    case 'rehearsal':
      return watching.detail.rehearsal?.agent ? (
        <AgentRunBanner watching={watching} agent={watching.detail.rehearsal.agent} />
      ) : (
        <RehearsalBanner watching={watching} />
      )
    case 'shown_check':
      return <ShownCheckBanner watching={watching} />
    case 'practice':
      return <PracticeBanner watching={watching} />
    case 'demonstration':
      return <CaptureBanner watching={watching} />
  }
}

/** Whose terminal is open: see `TerminalDock`. */
function ownerOf({ detail, what }: Watching): string | undefined {
  switch (what) {
    case 'rehearsal':
      return detail.rehearsal?.validation_run_id
    case 'shown_check':
      return detail.shown_check?.proposal_id
    case 'practice':
      return undefined
    case 'demonstration':
      return detail.session.learn_session_id
  }
}
