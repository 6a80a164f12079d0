import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
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
  const items = history.data?.pages.flatMap((page) => page.items)
  const kept = receipts.data?.pages.flatMap((page) => page.receipts)
  const show = (next: { list?: 'receipts'; open?: string }): void => void navigate({ to: '/learn/history', search: next, replace: true })
  const save = (): void => (list === 'receipts' ? download('apprentice-receipts.json', { receipts: kept ?? [] }) : download('apprentice-history.json', { sessions: items ?? [] }))
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
            <Button icon={<Download size={14} />} disabled={(list === 'receipts' ? kept : items)?.length === 0} onClick={save}>
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
