// The controls of one import: the running command, its error, and the choices for the next step.

import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useState } from 'react'
import { type ImportCommand, importCommand } from '#ui/backend/imports'
import type { ImportDetail, ImportRecord } from '#ui/backend/importTypes'
import { defaultTargets } from '#ui/domain/installTargets'

export interface ImportControls {
  busy: boolean
  /** The command that is running. */
  running: ImportCommand['what'] | undefined
  error: Error | null
  /** The name to install under; `undefined` keeps the original name. */
  installAs: string | undefined
  setInstallAs(name: string): void
  pack: string
  setPack(pack: string): void
  targets: readonly string[]
  setTargets(targets: string[]): void
  run(command: ImportCommand, onDone?: (record: ImportRecord | undefined) => void): void
}

export function useImportControls({
  import_record: record,
  compatibility_report: report,
  targets,
}: ImportDetail): ImportControls {
  const { mutate, isPending, variables, error } = useMutation(importCommand())
  const [name, setName] = useState<string>()
  const [pack, setPack] = useState<string>()
  const [picked, setPicked] = useState<string[]>()
  return {
    busy: isPending,
    running: isPending ? variables.what : undefined,
    error,
    installAs: name ?? report?.suggested_name ?? undefined,
    setInstallAs: setName,
    pack: pack ?? record.skill_pack ?? report?.suggested_pack_id ?? '',
    setPack,
    targets: picked ?? defaultTargets(targets),
    setTargets: setPicked,
    run: (command, onDone) =>
      mutate(command, {
        onSuccess: (answer) => {
          if (answer?.gate) toast.warning(answer.gate.message)
          onDone?.(answer?.import_record)
        },
      }),
  }
}

/** A folder name that every agent accepts. */
export const isSkillName = (name: string): boolean =>
  name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
