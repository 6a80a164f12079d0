import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { toast } from 'sonner'
import { type Command, useCommands } from '../../../app/commands'
import * as read from '../../../backend/queries'
import { transport } from '../../../backend/transport'
import { Button } from '../../../components/Button'
import { Tabs } from '../../../components/Tabs'
import css from './HistoryPage.module.css'
import { Receipts } from './Receipts'
import { SessionDrawer } from './SessionDrawer'
import { Sessions } from './Sessions'

type List = 'sessions' | 'receipts'
const route = getRouteApi('/learn/history')

export function HistoryPage() {
  const { list = 'sessions', open } = route.useSearch()
  const navigate = useNavigate()
  const history = useInfiniteQuery(read.history())
  const receipts = useInfiniteQuery({ ...read.receipts(), enabled: list === 'receipts' })
  const items = useMemo(() => history.data?.pages.flatMap((page) => page.items), [history.data])
  const kept = useMemo(() => receipts.data?.pages.flatMap((page) => page.receipts), [receipts.data])
  const nothing = (list === 'receipts' ? kept : items)?.length === 0
  const { save, saving } = useExport(list, nothing)
  const show = (next: { list?: 'receipts'; open?: string }): void => void navigate({ to: '/learn/history', search: next, replace: true })
  const here = list === 'receipts' ? list : undefined
  return (
    <div className={css.page}>
      <Tabs<List>
        fill
        label="History"
        value={list}
        onChange={(next) => show({ list: next === 'receipts' ? next : undefined })}
        tabs={[
          { value: 'sessions', label: 'Sessions' },
          { value: 'receipts', label: 'Receipts' },
        ]}
        aside={
          <Button icon={<Download size={14} />} busy={saving} disabled={nothing} onClick={save}>
            Export JSON
          </Button>
        }
      >
        {list === 'receipts' ? (
          <Receipts query={receipts} receipts={kept} opened={open} onOpen={(id) => show({ list, open: id })} />
        ) : (
          <Sessions query={history} items={items} opened={open} onOpen={(id) => show({ open: id })} />
        )}
      </Tabs>
      {open && <SessionDrawer key={open} sessionId={open} onClose={() => show({ list: here })} />}
    </div>
  )
}

/** The whole list as a file, not only the pages that were shown. */
function useExport(list: List, nothing: boolean): { save(): void; saving: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const rows: unknown[] = await (list === 'receipts' ? read.allReceipts() : read.allHistory())
      return transport().save(`apprentice-${list}.json`, JSON.stringify({ [list]: rows }, null, 2))
    },
    onSuccess: (where) => void toast.success('The list is saved.', { description: where }),
  })
  useCommands(useMemo<Command[]>(() => (nothing ? [] : [{ id: 'export', label: 'Export JSON', group: 'Learn', words: `save download ${list} history`, run: () => mutate() }]), [list, nothing, mutate]))
  return { save: () => mutate(), saving: isPending }
}
