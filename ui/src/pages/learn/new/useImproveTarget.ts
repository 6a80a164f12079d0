// The ability to improve. The address holds it, so that “Improve” of a skill can preset it.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as read from '#ui/backend/queries'
import type { Ability } from '#ui/backend/types'

const route = getRouteApi('/learn/new')

export interface ImproveTarget {
  /**
   * The taught abilities; others have no draft to start from. `undefined` until they are loaded.
   */
  abilities: readonly Ability[] | undefined
  error: Error | null
  retry(): void
  chosen: Ability | undefined
  /** The id in the address, when no taught ability has it. */
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
