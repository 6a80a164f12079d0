import css from './Diff.module.css'

const KIND: Record<string, string | undefined> = {
  '+': css.added,
  '-': css.removed,
  '@': css.place,
}

/** A unified diff. The sign of a line says what its colour means. */
export function Diff({ text, label }: { text: string; label: string }) {
  const all = text.replace(/\n$/, '').split('\n')
  // Names of files stand before the first place; behind it `--- x` is a line `-- x` that goes.
  const lines = all.slice(
    Math.max(
      0,
      all.findIndex((line) => line.startsWith('@@')),
    ),
  )
  return (
    // Long lines are scrolled, so the keyboard must come here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={css.diff} role="group" aria-label={label} tabIndex={0}>
      {lines.map((line, index) => (
        <span key={index} className={KIND[line[0] ?? ''] ?? ''}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  )
}
