// What can be watched on this machine, and how to fix what cannot.

import type { Schemas, WatchSource } from '#ui/backend/types'
import { say } from '#ui/lib/say'

export interface Source {
  id: WatchSource
  label: string
  ready: boolean
  /** What was found, or what is wrong. */
  note: string | undefined
  /** A command that fixes it. */
  remedy: string | undefined
}

/** The sources, and the adapter and the check of the doctor that represent each. */
export const ADAPTERS = [
  { id: 'browser', label: say('Browser window'), adapter: 'browser_dom', check: 'browser' },
  { id: 'terminal', label: say('Terminal'), adapter: 'terminal_command', check: 'terminal' },
] as const

export function watchSources(doctor: Schemas['DoctorResponse'] | undefined): Source[] {
  return ADAPTERS.map(({ id, label, adapter, check }) => {
    const status = doctor?.adapters.find((known) => known.kind === adapter)
    const finding = doctor?.checks.find((known) => known.check_id === check)
    const ready = !status || status.healthy
    return {
      id,
      label,
      ready,
      note: status?.note ?? finding?.message,
      remedy: ready ? undefined : (finding?.remedy ?? undefined),
    }
  })
}
