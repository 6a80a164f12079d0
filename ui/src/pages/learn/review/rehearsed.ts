import type { ProposalDetail, RehearsalStatus } from '#ui/backend/types'
import { say } from '#ui/lib/say'

/** The target of the practice. */
const SANDBOX = 'sandbox'

/** The draft of the practice goes nowhere but its sandbox. A private installation asks nothing. */
export const isPractised = (
  { practice }: Pick<ProposalDetail, 'practice'>,
  targets: readonly string[],
): boolean => practice === true && targets.every((target) => target === SANDBOX)

/** The last rehearsal is of another version of the draft, so that it counts for nothing. */
export const isOutdated = (rehearsal: RehearsalStatus | undefined): boolean =>
  rehearsal !== undefined && !rehearsal.running && !rehearsal.is_of_this_version

/** Why the rehearsals do not speak for the draft as it is now, in a sentence. */
export function whyUnrehearsed(
  { unrehearsed }: Pick<ProposalDetail, 'unrehearsed'>,
  rehearsal: RehearsalStatus | undefined,
): string {
  switch (unrehearsed) {
    case 'changed':
      return say(`This draft was changed after its last rehearsal, which counts only for the version that it
        was made of.`)
    case 'not_passed':
      return say('The last rehearsal of this draft did not pass.')
    default:
      return rehearsal?.overall_result === 'cancelled'
        ? say('The rehearsal of this draft was cancelled, and no other had a result.')
        : say('This draft was never rehearsed.')
  }
}

/** It is in the folders of agents, for the person or for the workspace. */
export const isInstalled = ({ proposal }: Pick<ProposalDetail, 'proposal'>): boolean =>
  proposal.proposal_state === 'installed_private' || proposal.proposal_state === 'approved'
