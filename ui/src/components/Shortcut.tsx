import css from './Shortcut.module.css'

const MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
const NAMES: Record<string, string> = {
  mod: MAC ? '⌘' : 'Ctrl',
  enter: '↵',
  esc: 'Esc',
  delete: 'Del',
  up: '↑',
  down: '↓',
  shift: '⇧',
  alt: MAC ? '⌥' : 'Alt',
}

/** Renders `mod+k` or `g l` as one key cap per key. */
export function Shortcut({ keys }: { keys: string }) {
  return (
    <span className={css.keys}>
      {keys.split(/[+ ]/).map((key, at) => (
        // The same key may come twice.
        <kbd key={`${at} ${key}`}>{NAMES[key] ?? key.toUpperCase()}</kbd>
      ))}
    </span>
  )
}
