import { useMutation } from '@tanstack/react-query'
import { CheckCheck, Globe, SquareTerminal } from 'lucide-react'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import type { Schemas, ShownCheckStatus } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { useCommands } from '#ui/shell/commands'
import { Drawer } from '#ui/shell/Drawer'
import { say } from '#ui/lib/say'
import css from './ShownCheckDrawer.module.css'

type Look = ShownCheckStatus['looks'][number]

const keyOf = ({ source }: Look): string => JSON.stringify(source)

/** While the person shows how they check: where they looked, and which look becomes the check. */
export function ShownCheckDrawer({ status }: { status: ShownCheckStatus }) {
  const { proposal_id, looks } = status
  const [picked, setPicked] = useState<string>()
  const finish = useMutation({
    ...act.finishShownCheck(proposal_id),
    onSuccess: (_, { cancel }) => {
      if (!cancel) toast.success(say('Every later run is compared with the text shown there.'))
    },
  })
  // Until one is picked, the last look counts.
  const chosen = looks.find((look) => keyOf(look) === picked) ?? looks[0]
  const take = (): void => {
    if (chosen) finish.mutate({ cancel: false, source: chosen.source })
  }
  useCommands(
    chosen ? [{ id: 'take-look', label: say('Check it there'), group: 'Watching', run: take }] : [],
  )
  return (
    <Drawer
      title={say('Show me how you check')}
      aside={<Badge tone="accent">{say('Watching')}</Badge>}
    >
      <div className={css.body}>
        <p className="muted">
          {say(`Open the page that shows the result, or run a command that shows it. It must show
            values of your demonstration.`)}
        </p>
        {looks.length > 0 ? (
          <Looks looks={looks} chosen={chosen} onPick={setPicked} />
        ) : (
          <p className="faint" role="status">
            {say('Nothing looked at yet.')}
          </p>
        )}
        <div className={css.buttons}>
          <Button
            look="primary"
            icon={<CheckCheck size={14} />}
            busy={finish.isPending && !finish.variables.cancel}
            disabled={!chosen || finish.isPending}
            onClick={take}
          >
            {say('Check it there')}
          </Button>
          <Button disabled={finish.isPending} onClick={() => finish.mutate({ cancel: true })}>
            {say('Cancel')}
          </Button>
        </div>
      </div>
    </Drawer>
  )
}

function Looks({
  looks,
  chosen,
  onPick,
}: {
  looks: readonly Look[]
  chosen: Look | undefined
  onPick(key: string): void
}) {
  const name = useId()
  return (
    <fieldset className={css.looks}>
      <legend>{say('Where you looked')}</legend>
      {looks.map((look) => (
        <label key={keyOf(look)} className={css.look}>
          <input
            type="radio"
            name={name}
            checked={look === chosen}
            onChange={() => onPick(keyOf(look))}
          />
          {look.source.kind === 'page' ? (
            <Globe size={14} aria-label={say('Page')} />
          ) : (
            <SquareTerminal size={14} aria-label={say('Command')} />
          )}
          <span className={css.names}>
            <span className={look.source.kind === 'page' ? undefined : css.command}>
              {look.title || placeOf(look.source)}
            </span>
            {look.title && look.title !== placeOf(look.source) && (
              <span className="faint">{placeOf(look.source)}</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function placeOf(source: Schemas['ReadingSource']): string {
  switch (source.kind) {
    case 'page':
    case 'data':
      return source.url
    case 'output':
      return source.command
    case 'sent':
      return say('what the pages sent')
    case 'call':
      return source.tool_name
    default:
      return source.path
  }
}
