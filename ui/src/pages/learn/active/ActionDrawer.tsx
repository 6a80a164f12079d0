import type { ObservedAction } from '#ui/backend/types'
import { Drawer } from '#ui/shell/Drawer'
import { DescriptionList } from '#ui/components/DescriptionList'
import { formatDateTime, formatDuration } from '#ui/components/format'
import { effectsOf } from '#ui/domain/timeline'
import { say } from '#ui/lib/say'
import css from './ActionDrawer.module.css'

const MASKED: Record<string, string> = {
  password: say('Masked: it looked like a password'),
  one_time_code: say('Masked: it looked like a one-time code'),
  card_number: say('Masked: it looked like a card number'),
  token: say('Masked: it looked like a token'),
  private_key: say('Masked: it looked like a private key'),
  secret_label: say('Masked: the field is labelled as secret'),
}

/** Every stored detail of one action. */
export function ActionDrawer({ action, onClose }: { action: ObservedAction; onClose(): void }) {
  const { lines } = effectsOf(action, 60)
  const page = action.change?.after ?? action.change?.before
  return (
    <Drawer title={say('Action')} onClose={onClose}>
      <p className={css.label}>{action.action_label}</p>
      <DescriptionList
        facts={[
          [say('When'), formatDateTime(action.created_at)],
          [say('Where'), action.app_family],
          [say('Window'), action.window_title],
          ...detailFacts(action),
          [say('Page'), page?.title],
          [say('Address'), page?.url && <code key="address">{page.url}</code>],
        ]}
      />
      <h3 className={css.title}>{say('What it changed')}</h3>
      {lines.length > 0 ? (
        <ul className={css.effects}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p className="muted">{say('No change was observed.')}</p>
      )}
    </Drawer>
  )
}

function detailFacts({ details }: ObservedAction): Array<[string, React.ReactNode]> {
  if ('command_line' in details) {
    return [
      [say('Command'), <code key="c">{details.command_line}</code>],
      [say('Folder'), <code key="d">{details.directory}</code>],
      [say('Exit code'), details.exit_code],
      [
        say('Duration'),
        typeof details.duration_ms === 'number' ? formatDuration(details.duration_ms) : undefined,
      ],
      [say('Shell'), `${details.shell} ${details.shell_pid}`],
    ]
  }
  if ('tool_name' in details) {
    return [
      [say('Connector'), details.server_name],
      [say('Tool'), details.tool_name],
      ...details.arguments.map((one): [string, React.ReactNode] => [one.path, one.value]),
    ]
  }
  const target = 'target' in details ? details.target : undefined
  const facts: Array<[string, React.ReactNode]> = [
    [say('Control'), target && `${target.role} “${target.name}”`],
    [say('Within'), target?.context],
  ]
  if (details.kind === 'fill') {
    facts.push([
      say('Value'),
      details.value.masked
        ? (MASKED[details.value.masked] ?? say('Masked: it looked like a secret'))
        : details.value.text,
    ])
    facts.push([say('Before'), details.previous])
  }
  if (details.kind === 'choose')
    facts.push(
      [say('Chosen'), details.chosen.join(', ')],
      [say('Options'), details.offered.join(', ')],
    )
  if (details.kind === 'press') facts.push([say('Key'), details.key])
  if (details.kind === 'upload') facts.push([say('Files'), details.file_names.join(', ')])
  if (details.kind === 'download') facts.push([say('File'), details.file_name])
  if (details.kind === 'dialog')
    facts.push(
      [say('Message'), details.message],
      [say('Answer'), details.accepted ? 'accepted' : 'dismissed'],
    )
  return facts
}
