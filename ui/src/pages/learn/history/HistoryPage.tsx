import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { toast } from 'sonner'
import { type Command, useCommands } from '#ui/shell/commands'
import type { ImportRecord } from '#ui/backend/importTypes'
import * as read from '#ui/backend/queries'
import { transport } from '#ui/backend/transport'
import { Button } from '#ui/components/Button'
import { Tabs } from '#ui/components/Tabs'
import { say } from '#ui/lib/say'
import css from './HistoryPage.module.css'
import { Imports, useImports } from './Imports'
import { Receipts } from './Receipts'
import { SessionDrawer } from './SessionDrawer'
import { Sessions } from './Sessions'
import { type HistoryList, type HistorySearch, rangeOf } from './searchParams'

const EXPORT_WORDS: Record<HistoryList, string> = {
  sessions: say('save download sessions history'),
  imports: say('save download imports history'),
  receipts: say('save download receipts history'),
}

const route = getRouteApi('/learn/history')

const historyFilter = ({
  text,
  outcome,
  ability,
  category,
  when,
}: HistorySearch): read.HistoryFilter => ({
  text,
  outcome,
  ability_id: ability,
  category_id: category,
  ...rangeOf(when, Date.now()),
})
const receiptFilter = ({
  text,
  kind,
  session,
  ability,
  category,
  when,
}: HistorySearch): read.ReceiptFilter => ({
  text,
  kind,
  session_id: session,
  ability_id: ability,
  category_id: category,
  ...rangeOf(when, Date.now()),
})

export function HistoryPage() {
  const search = route.useSearch()
  const { list = 'sessions', open } = search
  const navigate = useNavigate()
  // Deferred, and without the parameters that do not change the list.
  const asked = useDeferredValue(JSON.stringify({ ...search, list: undefined, open: undefined }))
  const filter = useMemo(() => JSON.parse(asked) as HistorySearch, [asked])
  const history = useInfiniteQuery(read.history(asked, () => historyFilter(filter)))
  const receipts = useInfiniteQuery({
    ...read.receipts(asked, () => receiptFilter(filter)),
    enabled: list === 'receipts',
  })
  const show = useCallback(
    (change: Partial<HistorySearch>): void =>
      void navigate({
        to: '/learn/history',
        search: (old: HistorySearch) => ({ ...old, ...change }),
        replace: true,
      }),
    [navigate],
  )
  const imports = useImports(filter)
  const pages = list === 'receipts' ? receipts.data?.pages : history.data?.pages
  const nothing = list === 'imports' ? imports.shown?.length === 0 : pages?.[0]?.total === 0
  return (
    <div className={css.page}>
      <Tabs<HistoryList>
        fill
        label={say('History')}
        value={list}
        onChange={(next) => show({ list: next === 'sessions' ? undefined : next })}
        tabs={[
          { value: 'sessions', label: say('Sessions') },
          { value: 'imports', label: say('Imports') },
          { value: 'receipts', label: say('Receipts') },
        ]}
        aside={
          <Exports list={list} search={search} imports={imports.shown ?? []} nothing={nothing} />
        }
      >
        {list === 'receipts' ? (
          <Receipts query={receipts} search={search} onShow={show} />
        ) : list === 'imports' ? (
          <Imports search={filter} onShow={show} />
        ) : (
          <Sessions query={history} search={search} onShow={show} />
        )}
      </Tabs>
      {open && (
        <SessionDrawer
          key={open}
          sessionId={open}
          onClose={() => show({ open: undefined })}
          onReceipts={() => show({ list: 'receipts', session: open, open: undefined })}
        />
      )}
    </div>
  )
}

/** Exports all rows that match the filters, not only the loaded pages. */
function Exports({
  list,
  search,
  imports,
  nothing,
}: {
  list: HistoryList
  search: HistorySearch
  imports: readonly ImportRecord[]
  nothing: boolean
}) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (format: 'json' | 'csv') => {
      const name = `apprentice-${list}.${format}`
      if (list === 'sessions')
        return transport().save(
          name,
          JSON.stringify({ sessions: await read.allHistory(historyFilter(search)) }, null, 2),
        )
      if (list === 'imports') return transport().save(name, JSON.stringify({ imports }, null, 2))
      const text = await read.receiptsFile(format, receiptFilter(search))
      return transport().save(
        name,
        format === 'json' ? JSON.stringify(JSON.parse(text), null, 2) : text,
      )
    },
    onSuccess: (where) => void toast.success(say('The list was saved.'), { description: where }),
  })
  const formats = useMemo(
    () => (list === 'receipts' ? (['json', 'csv'] as const) : (['json'] as const)),
    [list],
  )
  useCommands(
    useMemo<Command[]>(
      () =>
        nothing
          ? []
          : formats.map((format) => ({
              id: `export ${format}`,
              label: say('Export {format}', { format: format.toUpperCase() }),
              group: 'Learn',
              words: EXPORT_WORDS[list],
              run: () => mutate(format),
            })),
      [list, formats, nothing, mutate],
    ),
  )
  return (
    <span className={css.exports}>
      {formats.map((format) => (
        <Button
          key={format}
          icon={<Download size={14} />}
          busy={isPending && variables === format}
          disabled={nothing || isPending}
          onClick={() => mutate(format)}
        >
          {say('Export {format}', { format: format.toUpperCase() })}
        </Button>
      ))}
    </span>
  )
}
