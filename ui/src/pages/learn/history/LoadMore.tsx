import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { say } from '#ui/lib/say'
import css from './HistoryPage.module.css'

/** The parts of a query that both lists need. */
export interface Pages {
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
  refetch(): unknown
}

/** Loads older rows, or shows why they could not be loaded. */
export function LoadMore({ query }: { query: Pages }) {
  if (query.error) {
    return (
      <div className={css.foot}>
        <ErrorNote
          error={query.error}
          onRetry={() => void (query.hasNextPage ? query.fetchNextPage() : query.refetch())}
        />
      </div>
    )
  }
  if (!query.hasNextPage) return null
  return (
    <div className={css.foot}>
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {say('Show older')}
      </Button>
    </div>
  )
}
