import css from './MessageText.module.css'

/** A sentence in which `names` stand between backticks, as the engine writes them. */
export function MessageText({ text }: { text: string }) {
  return (
    <span>
      {text.split(/(`[^`]+`)/).map((part, at) =>
        part.length > 2 && part.startsWith('`') ? (
          <code key={at} className={css.name}>
            {part.slice(1, -1)}
          </code>
        ) : (
          part
        ),
      )}
    </span>
  )
}
