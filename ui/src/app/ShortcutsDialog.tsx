import { Dialog } from '#ui/components/Dialog'
import { Shortcut } from '#ui/components/Shortcut'
import css from './ShortcutsDialog.module.css'
import { GROUPS, useAllCommands } from '#ui/shell/commands'
import { showOverlay, useOverlay } from '#ui/shell/overlays'
import { say } from '#ui/lib/say'

const LIST_SHORTCUTS = [
  { keys: 'up down', label: say('Move in a list') },
  { keys: 'enter', label: say('Open the row') },
  { keys: 'space', label: say('Preview the row') },
  { keys: 'x', label: say('Select the row') },
  { keys: 'shift+down', label: say('Select several rows') },
  { keys: 'mod+a', label: say('Select all rows') },
  { keys: 'e', label: say('Improve the skill') },
  { keys: 'mod+z', label: say('Undo, where it is offered') },
  { keys: 'delete', label: say('Remove the selected rows') },
  { keys: 'esc', label: say('Clear the selection, close the details') },
]

/** Every command that has a keyboard shortcut, read from the list that the shortcuts use. */
export function ShortcutsDialog() {
  const open = useOverlay() === 'keys'
  const commands = useAllCommands().filter((command) => command.keys)
  const groups = [...new Set(commands.map((command) => command.group))]
  return (
    <Dialog open={open} onClose={() => showOverlay(undefined)} title={say('Keyboard')} wide>
      <div className={css.columns}>
        {groups.map((group) => (
          <Rows
            key={group}
            title={GROUPS[group]}
            rows={commands
              .filter((command) => command.group === group)
              .map(({ keys, label }) => ({ keys: keys ?? '', label }))}
          />
        ))}
        <Rows title={say('Lists')} rows={LIST_SHORTCUTS} />
      </div>
    </Dialog>
  )
}

function Rows({
  title,
  rows,
}: {
  title: string
  rows: ReadonlyArray<{ keys: string; label: string }>
}) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={css.rows}>
        {rows.map((row) => (
          <div key={row.keys + row.label}>
            <dt>{row.label}</dt>
            <dd>
              <Shortcut keys={row.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
