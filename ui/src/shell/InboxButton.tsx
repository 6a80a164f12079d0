import { Inbox } from 'lucide-react'
import { Popover } from 'radix-ui'
import { Badge } from '#ui/components/Badge'
import { Ago } from '#ui/components/Time'
import { useRovingFocus } from '#ui/components/useRovingFocus'
import { INBOX_KIND, type InboxItem, useInbox } from '#ui/domain/inbox'
import { say } from '#ui/lib/say'
import css from './InboxButton.module.css'
import { showOverlay, useOverlay } from './overlays'

/** What waits for the person, of every page, with its number. */
export function InboxButton() {
  const items = useInbox()
  const open = useOverlay() === 'inbox'
  return (
    <Popover.Root open={open} onOpenChange={(next) => showOverlay(next ? 'inbox' : undefined)}>
      <span className={css.place}>
        <Popover.Trigger
          className={css.button}
          aria-label={
            items.length > 0 ? say('Inbox, {count} waiting', { count: items.length }) : say('Inbox')
          }
          aria-keyshortcuts="g b"
          title={say('Inbox')}
        >
          <Inbox size={15} aria-hidden />
        </Popover.Trigger>
        {items.length > 0 && (
          <span className={`${css.count} num`} aria-hidden>
            {items.length > 99 ? '99+' : items.length}
          </span>
        )}
      </span>
      <Popover.Portal>
        <Popover.Content className={css.box} align="end" sideOffset={6} aria-label={say('Inbox')}>
          <h2>{say('Inbox')}</h2>
          {items.length === 0 ? (
            <p className={css.none}>{say('Nothing waits for you.')}</p>
          ) : (
            <Items items={items} />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function choose(item: InboxItem | undefined): void {
  showOverlay(undefined)
  item?.open()
}

function Items({ items }: { items: readonly InboxItem[] }) {
  const { listProps, rowProps } = useRovingFocus(items.length, {
    onOpen: (index) => choose(items[index]),
  })
  return (
    <>
      <p className="sr" role="status">
        {say('{count, plural, one {# thing} other {# things}} waiting', { count: items.length })}
      </p>
      <div {...listProps} role="list" className={css.list}>
        {items.map((item, index) => (
          <div key={item.id} role="listitem">
            <button
              type="button"
              className={css.row}
              {...rowProps(index)}
              onClick={() => choose(item)}
            >
              <Badge tone={INBOX_KIND[item.kind].tone}>{INBOX_KIND[item.kind].word}</Badge>
              <span className={css.words}>
                <b className="clip">{item.title}</b>
                <span className="muted">{item.what}</span>
              </span>
              {item.at && <Ago at={item.at} className={css.at} />}
            </button>
          </div>
        ))}
      </div>
    </>
  )
}
