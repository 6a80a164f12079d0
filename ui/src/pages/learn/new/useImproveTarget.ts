// Which ability is to be improved: it stands in the address, so that whoever comes from a skill
// need not choose it again.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as read from '#ui/backend/queries'
import type { Ability } from '#ui/backend/types'

const route = getRouteApi('/learn/new')

export interface ImproveTarget {
  /** Those that were taught; others have no draft to begin with. Nothing until they were read. */
  abilities: readonly Ability[] | undefined
  error: Error | null
  retry(): void
  chosen: Ability | undefined
  /** What the address names, when no taught ability has that id. */
  unknown: string | undefined
  choose(abilityId: string): void
}

export function useImproveTarget(): ImproveTarget {
  const { skill } = route.useSearch()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(read.abilities())
  const abilities = useMemo(
    () =>
      data?.abilities
        .filter(({ source }) => source === 'learned')
        .toSorted((a, b) => a.title.localeCompare(b.title)),
    [data],
  )
  const chosen = abilities?.find(({ ability_id: id }) => id === skill)
  return {
    abilities,
    error,
    retry: () => void refetch(),
    chosen,
    unknown: abilities && skill !== undefined && !chosen ? skill : undefined,
    choose: (id) =>
      void navigate({
        to: '/learn/new',
        search: (old: { mode?: string }) => ({ ...old, skill: id }),
        replace: true,
      }),
  }
}
