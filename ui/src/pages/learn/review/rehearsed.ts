import type { ProposalDetail, RehearsalStatus } from '#ui/backend/types'

/** The last rehearsal passed, so that it is known that the draft works with other values. */
export const isRehearsed = (rehearsal: RehearsalStatus | undefined): boolean =>
  rehearsal !== undefined && !rehearsal.running && rehearsal.overall_result === 'passed'

/** It is in the folders of agents, for the person or for the workspace. */
export const isInstalled = ({ proposal }: Pick<ProposalDetail, 'proposal'>): boolean =>
  proposal.proposal_state === 'installed_private' || proposal.proposal_state === 'approved'
