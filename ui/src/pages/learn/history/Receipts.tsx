import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import type { LearningReceipt, Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { DescriptionList } from '#ui/components/DescriptionList'
import { EmptyState } from '#ui/components/EmptyState'
import { FilterButton } from '#ui/components/FilterButton'
import { Menu, type MenuItems } from '#ui/components/Menu'
import { RowMenu } from '#ui/components/RowMenu'
import table from '#ui/components/Table.module.css'
import { Ago } from '#ui/components/Time'
import { VirtualList } from '#ui/components/VirtualList'
import { copyToClipboard } from '#ui/components/copyToClipboard'
import { useCategoryEntry } from '#ui/domain/CategoryMenu'
import { itemsOf } from '#ui/domain/categoryItems'
import { say } from '#ui/lib/say'
import { HistoryFilters, isFiltered } from './HistoryFilters'
import css from './HistoryPage.module.css'
import { ListUnavailable, NoHistoryMatches } from './Sessions'
import { LoadMore } from './LoadMore'
import { KINDS, kindLabel } from './receiptKinds'
import type { HistorySearch } from './searchParams'

interface Props {
  query: UseInfiniteQueryResult<InfiniteData<Schemas['LearnReceiptsResponse']>>
  search: HistorySearch
  onShow(change: Partial<HistorySearch>): void
}

/** What happened, for the record. Receipts never change. */
export function Receipts({ query, search, onShow }: Props) {
  const navigate = useNavigate()
  const categoryEntry = useCategoryEntry()
  const receipts = useMemo(() => query.data?.pages.flatMap((page) => page.receipts), [query.data])
  const open = ({ learn_session_id: sessionId }: LearningReceipt): void => {
    if (sessionId) onShow({ open: sessionId })
  }
  if (!receipts) return <ListUnavailable query={query} search={search} onShow={onShow} />
  if (receipts.length === 0 && !isFiltered(search)) {
    return (
      <EmptyState
        icon={<ReceiptText />}
        title={say('No receipts yet')}
        action={
          <Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>
            {say('Demonstrate a skill')}
          </Button>
        }
      >
        <p>{say('Each start, draft, test, installation and cancellation adds a receipt here.')}</p>
      </EmptyState>
    )
  }
  const menuOf = (receipt: LearningReceipt) => (): MenuItems => {
    const { learn_session_id: session, ability_id: ability } = receipt
    const assign = categoryEntry(itemsOf(receipt))
    return [
      ...(session
        ? [
            { label: say('Open the session'), keys: 'enter', onSelect: () => open(receipt) },
            { label: say('Only this session'), onSelect: () => onShow({ session }) },
          ]
        : []),
      ...(ability
        ? [{ label: say('Only this ability'), onSelect: () => onShow({ ability }) }]
        : []),
      { label: say('Copy the text'), onSelect: () => void copyToClipboard(receipt.summary) },
      ...(assign.length > 0 ? (['line', ...assign] as const) : []),
    ]
  }
  return (
    <div className={css.list}>
      <HistoryFilters list="receipts" search={search} onShow={onShow}>
        <Menu
          align="start"
          items={[
            {
              label: say('Any kind'),
              icon: search.kind ? undefined : <Check />,
              onSelect: () => onShow({ kind: undefined }),
            },
            'line',
            ...KINDS.map((kind) => ({
              label: kindLabel(kind),
              icon: kind === search.kind ? <Check /> : undefined,
              onSelect: () => onShow({ kind }),
            })),
          ]}
        >
          <FilterButton
            label={say('Kind')}
            value={search.kind ? kindLabel(search.kind).toLowerCase() : 'any'}
            on={search.kind !== undefined}
          />
        </Menu>
      </HistoryFilters>
      {receipts.length === 0 && <NoHistoryMatches list="receipts" onShow={onShow} />}
      <VirtualList
        label={say('Receipts')}
        rows={receipts}
        keyOf={(receipt) => receipt.receipt_id}
        height={38}
        onOpen={open}
        peek={(receipt) => ({
          name: receipt.summary,
          content: (
            <>
              <h2>{kindLabel(receipt.kind)}</h2>
              <p>{receipt.summary}</p>
              <DescriptionList
                facts={[
                  [say('Reason'), receipt.reason && kindLabel(receipt.reason)],
                  [
                    say('Ability'),
                    receipt.ability_id && <code key="ability">{receipt.ability_id}</code>,
                  ],
                  [say('When'), <Ago key="at" at={receipt.created_at} />],
                ]}
              />
            </>
          ),
        })}
        foot={<LoadMore query={query} />}
      >
        {(receipt, props) => (
          <RowMenu name={receipt.summary} items={menuOf(receipt)}>
            {/* Some receipts belong to no session, so there is nothing to open. */}
            <button
              type="button"
              {...props}
              className={`${table.row} ${css.receipt}`}
              aria-disabled={receipt.learn_session_id ? undefined : true}
              data-opened={
                (search.open !== undefined && receipt.learn_session_id === search.open) || undefined
              }
              onClick={() => open(receipt)}
            >
              <span className={table.main}>{kindLabel(receipt.kind)}</span>
              <span className={css.summary}>
                {receipt.summary}
                {receipt.reason && <span className="faint"> {kindLabel(receipt.reason)}.</span>}
              </span>
              <Ago at={receipt.created_at} className={css.when} />
            </button>
          </RowMenu>
        )}
      </VirtualList>
    </div>
  )
}
