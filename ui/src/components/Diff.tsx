import css from './Diff.module.css'

const KIND: Record<string, string | undefined> = {
  '+': css.added,
  '-': css.removed,
  '@': css.place,
}

/** A unified diff. The sign at the start of a line says what its colour means. */
export function Diff({ text, label }: { text: string; label: string }) {
  const all = text.replace(/\n$/, '').split('\n')
  // File names come before the first hunk. After it, `--- x` is a removed line `-- x`.
  const lines = all.slice(
    Math.max(
      0,
      all.findIndex((line) => line.startsWith('@@')),
    ),
  )
  return (
    // Long lines scroll, so the element must be focusable.
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
