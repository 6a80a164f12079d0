import type { ProposalDetail, RehearsalStatus } from '#ui/backend/types'
import { say } from '#ui/lib/say'

/** The last rehearsal is of another version of the draft, so that it counts for nothing. */
export const isOutdated = (rehearsal: RehearsalStatus | undefined): boolean =>
  rehearsal !== undefined && !rehearsal.running && !rehearsal.is_of_this_version

/** Why the last rehearsal does not speak for the draft as it is now, in a sentence. */
export function whyUnrehearsed(rehearsal: RehearsalStatus | undefined): string {
  if (!rehearsal) return say('This draft was never rehearsed.')
  if (isOutdated(rehearsal))
    return say(`This draft was changed after its last rehearsal, which counts only for the version that it
        was made of.`)
  return say('The last rehearsal of this draft did not pass.')
}

/** It is in the folders of agents, for the person or for the workspace. */
export const isInstalled = ({ proposal }: Pick<ProposalDetail, 'proposal'>): boolean =>
  proposal.proposal_state === 'installed_private' || proposal.proposal_state === 'approved'
