// Steering one import: the moves that run, what was refused, and what is chosen for the next step.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportCommand, importCommand } from '#ui/backend/imports'
import type { ImportDetail, ImportRecord } from '#ui/backend/importTypes'
import { keys } from '#ui/backend/keys'
import { defaultTargets } from '#ui/domain/installTargets'

export interface ImportControls {
  busy: boolean
  /** Which move runs. */
  moving: ImportCommand['what'] | undefined
  error: Error | null
  /** The name that it is to be installed under; undefined keeps its own. */
  installAs: string | undefined
  setInstallAs(name: string): void
  pack: string
  setPack(pack: string): void
  targets: readonly string[]
  setTargets(targets: string[]): void
  move(move: ImportCommand, onDone?: (record: ImportRecord | undefined) => void): void
}

export function useImportControls({
  import_record: record,
  compatibility_report: report,
  targets,
}: ImportDetail): ImportControls {
  const client = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation(importCommand())
  const [name, setName] = useState<string>()
  const [pack, setPack] = useState<string>()
  const [picked, setPicked] = useState<string[]>()
  return {
    busy: isPending,
    moving: isPending ? variables.what : undefined,
    error,
    installAs: name ?? report?.suggested_name ?? undefined,
    setInstallAs: setName,
    pack: pack ?? record.skill_pack ?? report?.suggested_pack_id ?? '',
    setPack,
    targets: picked ?? defaultTargets(targets),
    setTargets: setPicked,
    move: (move, onDone) =>
      mutate(move, {
        onSuccess: onDone,
        // A refusal says that the picture was old.
        onSettled: () => void client.invalidateQueries({ queryKey: keys.import(record.import_id) }),
      }),
  }
}

/** A folder name that every agent accepts. */
export const isSkillName = (name: string): boolean =>
  name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
