import type { ObservedAction } from '#ui/backend/types'
import { Drawer } from '#ui/shell/Drawer'
import { DescriptionList } from '#ui/components/DescriptionList'
import { formatDateTime, formatDuration } from '#ui/components/format'
import { effectsOf } from '#ui/domain/timeline'
import css from './ActionDrawer.module.css'

const MASKED: Record<string, string> = {
  password: 'a password',
  one_time_code: 'a one-time code',
  card_number: 'a card number',
  token: 'a token',
  private_key: 'a private key',
  secret_label: 'a field that is labelled as secret',
}

/** Every stored detail of one action. */
export function ActionDrawer({ action, onClose }: { action: ObservedAction; onClose(): void }) {
  const { lines } = effectsOf(action, 60)
  const page = action.change?.after ?? action.change?.before
  return (
    <Drawer title="Action" onClose={onClose}>
      <p className={css.label}>{action.action_label}</p>
      <DescriptionList
        facts={[
          ['When', formatDateTime(action.created_at)],
          ['Where', action.app_family],
          ['Window', action.window_title],
          ...detailFacts(action),
          ['Page', page?.title],
          ['Address', page?.url && <code key="address">{page.url}</code>],
        ]}
      />
      <h3 className={css.title}>What it changed</h3>
      {lines.length > 0 ? (
        <ul className={css.effects}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p className="muted">No change was seen.</p>
      )}
    </Drawer>
  )
}

function detailFacts({ details }: ObservedAction): Array<[string, React.ReactNode]> {
  if ('command_line' in details) {
    return [
      ['Command', <code key="c">{details.command_line}</code>],
      ['Folder', <code key="d">{details.directory}</code>],
      ['Exit code', details.exit_code],
      [
        'Took',
        typeof details.duration_ms === 'number' ? formatDuration(details.duration_ms) : undefined,
      ],
      ['Shell', `${details.shell} ${details.shell_pid}`],
    ]
  }
  const target = 'target' in details ? details.target : undefined
  const facts: Array<[string, React.ReactNode]> = [
    ['Control', target && `${target.role} “${target.name}”`],
    ['Within', target?.context],
  ]
  if (details.kind === 'fill') {
    facts.push([
      'Value',
      details.value.masked
        ? `Masked: it looked like ${MASKED[details.value.masked] ?? 'a secret'}`
        : details.value.text,
    ])
    facts.push(['Before', details.previous])
  }
  if (details.kind === 'choose')
    facts.push(['Chosen', details.chosen.join(', ')], ['Offered', details.offered.join(', ')])
  if (details.kind === 'press') facts.push(['Key', details.key])
  if (details.kind === 'upload') facts.push(['Files', details.file_names.join(', ')])
  if (details.kind === 'download') facts.push(['File', details.file_name])
  if (details.kind === 'dialog')
    facts.push(
      ['Message', details.message],
      ['Answer', details.accepted ? 'accepted' : 'dismissed'],
    )
  return facts
}
