import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { toast } from 'sonner'
import * as read from '../../../backend/queries'
import { Button } from '../../../components/Button'
import { Page } from '../../../components/Page'
import { Tabs } from '../../../components/Tabs'
import css from './HistoryPage.module.css'
import { Receipts } from './Receipts'
import { SessionDrawer } from './SessionDrawer'
import { Sessions } from './Sessions'
import { download } from './download'

const route = getRouteApi('/learn/history')

export function HistoryPage() {
  const { list = 'sessions', open } = route.useSearch()
  const navigate = useNavigate()
  const history = useInfiniteQuery(read.history())
  const receipts = useInfiniteQuery({ ...read.receipts(), enabled: list === 'receipts' })
  const exporting = useMutation({
    mutationFn: (): Promise<unknown[]> => (list === 'receipts' ? read.allReceipts() : read.allHistory()),
    onSuccess: (all) => {
      const name = `apprentice-${list}.json`
      download(name, { [list]: all })
      toast.success(`Saved as ${name} among your downloads.`)
    },
  })
  const items = history.data?.pages.flatMap((page) => page.items)
  const kept = receipts.data?.pages.flatMap((page) => page.receipts)
  const show = (next: { list?: 'receipts'; open?: string }): void => void navigate({ to: '/learn/history', search: next, replace: true })
  return (
    <Page label="History">
      <div className={css.page}>
        <Tabs
          label="History"
          value={list}
          onChange={(next) => show({ list: next === 'receipts' ? 'receipts' : undefined })}
          tabs={[
            { value: 'sessions', label: 'Sessions' },
            { value: 'receipts', label: 'Receipts' },
          ]}
          aside={
            <Button icon={<Download size={14} />} busy={exporting.isPending} disabled={(list === 'receipts' ? kept : items)?.length === 0} onClick={() => exporting.mutate()}>
              Export JSON
            </Button>
          }
        >
          {list === 'receipts' ? <Receipts query={receipts} receipts={kept} onOpen={(id) => show({ list: 'receipts', open: id })} /> : <Sessions query={history} items={items} opened={open} onOpen={(id) => show({ open: id })} />}
        </Tabs>
      </div>
      {open && <SessionDrawer key={open} sessionId={open} onClose={() => show({ list: list === 'receipts' ? 'receipts' : undefined })} />}
    </Page>
  )
}
