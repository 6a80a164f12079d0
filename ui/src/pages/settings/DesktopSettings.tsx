import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { ErrorNote } from '#ui/components/ErrorNote'
import { FieldGroup } from '#ui/components/Field'
import { Note } from '#ui/components/Note'
import { Segmented } from '#ui/components/Segmented'
import { Skeleton } from '#ui/components/Skeleton'
import { Switch } from '#ui/components/Toggle'
import css from './Data.module.css'

type Choices = Schemas['DesktopChoices']

/** What Apprentice does while its window is in the background. Only for the desktop program. */
export function DesktopSettings({
  choices,
  onChange,
}: {
  choices: Choices
  onChange(choices: Choices): void
}) {
  const desktop = useQuery(read.desktop())
  const autostart = useMutation(act.setAutostart())
  if (desktop.data === undefined)
    return desktop.error ? (
      <ErrorNote error={desktop.error} onRetry={() => void desktop.refetch()} />
    ) : (
      <Skeleton rows={3} />
    )
  if (desktop.data === null)
    return <p className="muted">These belong to the desktop program. This is a browser.</p>
  const { tray_problem, notification_problem } = desktop.data
  return (
    <>
      <Row
        label="Notifications"
        what="When watching was paused by itself, a draft is ready for review, a rehearsal has finished, or an ability is degraded or quarantined. Only while the window is not in front."
      >
        <Switch
          label="Notifications"
          on={choices.notifications}
          onChange={(notifications) => onChange({ ...choices, notifications })}
        />
      </Row>
      {notification_problem && <Note tone="warn">{notification_problem}</Note>}
      <Row label="Start with the computer" what="In the background, with a sign in the tray.">
        <Switch
          label="Start with the computer"
          on={desktop.data.autostart}
          disabled={autostart.isPending}
          onChange={(on) => autostart.mutate(on)}
        />
      </Row>
      <FieldGroup label="Closing the window" hint={CLOSING[choices.on_close]}>
        <Segmented<Choices['on_close']>
          label="Closing the window"
          value={choices.on_close}
          choices={[
            { value: 'ask', label: 'Ask while watching' },
            { value: 'background', label: 'Keep in the tray' },
            { value: 'quit', label: 'End Apprentice' },
          ]}
          onChange={(on_close) => onChange({ ...choices, on_close })}
        />
      </FieldGroup>
      {tray_problem && (
        <Note tone="warn">
          {tray_problem} Until then, closing the window ends Apprentice, and it asks first while
          something is watched.
        </Note>
      )}
    </>
  )
}

const CLOSING: Record<Choices['on_close'], string> = {
  ask: 'Ends Apprentice; while something is watched, you are asked first.',
  background: 'Apprentice stays in the tray until you choose Quit there.',
  quit: 'Ends Apprentice at once; a demonstration is paused.',
}

function Row({ label, what, children }: { label: string; what: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      <div>
        <span className={css.name}>{label}</span>
        <p className="muted">{what}</p>
      </div>
      {children}
    </div>
  )
}
