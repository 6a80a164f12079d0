import { useQueries } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import type { Picture } from './FilmPicture'

/** How many pictures are asked for at once. */
const PAGE = 12

/** The pictures of the moments from `from` to `to`, and of the one at `at`, by their event, and whether some are still read. */
export function usePictures(
  sessionId: string,
  count: number,
  { from, to, at }: { from: number; to: number; at: number },
): Pictures {
  const pages = new Set<number>([Math.floor(at / PAGE)])
  for (let page = Math.floor(from / PAGE); page * PAGE <= Math.min(to, count - 1); page += 1)
    pages.add(page)
  return useQueries({
    queries: [...pages].map((page) => ({
      ...read.filmstripPictures(sessionId, page * PAGE + 1, PAGE),
      enabled: count > 0,
    })),
    combine: collected,
  })
}

type Pictures = { pictures: ReadonlyMap<string, Picture>; pending: boolean }

const collected = (
  answers: ReadonlyArray<{
    data?: { pictures: readonly Picture[] } | undefined
    isPending: boolean
  }>,
): Pictures => ({
  pictures: new Map(
    answers.flatMap(({ data }) =>
      (data?.pictures ?? []).map((picture): [string, Picture] => [picture.event_id, picture]),
    ),
  ),
  pending: answers.some(({ isPending }) => isPending),
})
