import css from './MessageText.module.css'

/** A message of the engine, in which `names` between backticks are set as code. */
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
