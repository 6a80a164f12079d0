import { useMutation, useQuery } from '@tanstack/react-query'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { ErrorNote } from '#ui/components/ErrorNote'
import { FieldGroup } from '#ui/components/Field'
import { Note } from '#ui/components/Note'
import { Segmented } from '#ui/components/Segmented'
import { Skeleton } from '#ui/components/Skeleton'
import { Switch } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import { SettingRow } from './SettingRow'

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
    return (
      <p className="muted">
        {say('These settings belong to the desktop program. This is a browser.')}
      </p>
    )
  const { tray_problem, notification_problem } = desktop.data
  return (
    <>
      <SettingRow
        label={say('Notifications')}
        what={say(`When watching is paused automatically, a draft is ready for review, a rehearsal is
            finished, or an ability is degraded or quarantined. Only while the window is in the
            background.`)}
      >
        <Switch
          label={say('Notifications')}
          on={choices.notifications}
          onChange={(notifications) => onChange({ ...choices, notifications })}
        />
      </SettingRow>
      {notification_problem && <Note tone="warn">{notification_problem}</Note>}
      <SettingRow
        label={say('Start when you log in')}
        what={say('In the background, with a tray icon.')}
      >
        <Switch
          label={say('Start when you log in')}
          on={desktop.data.autostart}
          disabled={autostart.isPending}
          onChange={(on) => autostart.mutate(on)}
        />
      </SettingRow>
      <FieldGroup label={say('Closing the window')} hint={CLOSING[choices.on_close]}>
        <Segmented<Choices['on_close']>
          label={say('Closing the window')}
          value={choices.on_close}
          choices={[
            { value: 'ask', label: say('Ask while watching') },
            { value: 'background', label: say('Keep in the tray') },
            { value: 'quit', label: say('Quit Apprentice') },
          ]}
          onChange={(on_close) => onChange({ ...choices, on_close })}
        />
      </FieldGroup>
      {tray_problem && (
        <Note tone="warn">
          {say(
            `{trayProblem} Until then, closing the window quits Apprentice. It asks first while
            something is watched.`,
            { trayProblem: tray_problem },
          )}
        </Note>
      )}
    </>
  )
}

const CLOSING: Record<Choices['on_close'], string> = {
  ask: say('Quits Apprentice. It asks first while something is watched.'),
  background: say('Apprentice stays in the tray until you choose Quit there.'),
  quit: say('Quits Apprentice immediately. A demonstration is paused.'),
}
