import type { RehearsalStatus } from '#ui/backend/types'

/** The last rehearsal passed, so that it is known that the draft works with other values. */
export const isRehearsed = (rehearsal: RehearsalStatus | undefined): boolean =>
  rehearsal !== undefined && !rehearsal.running && rehearsal.overall_result === 'passed'
