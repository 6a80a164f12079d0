import css from './MessageText.module.css'

/**
 * A message of the engine, in which `names` between backticks are set as code. It reads in the
 * direction of its own language, because it holds words of people and of pages.
 */
export function MessageText({ text }: { text: string }) {
  return (
    <span dir="auto">
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
