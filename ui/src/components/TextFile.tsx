import { Markdown } from './Markdown'
import { Segmented } from './Segmented'
import css from './TextFile.module.css'
import { say } from '#ui/lib/say'

export type TextView = 'rendered' | 'source'

const VIEWS = [
  { value: 'rendered', label: say('Rendered') },
  { value: 'source', label: say('Source') },
] as const

/** Whether the file can be rendered as Markdown. */
const isMarkdown = (name: string): boolean => /\.(md|mdx|markdown)$/i.test(name)

interface Props {
  name: string
  text: string
  view: TextView
  onView(view: TextView): void
}

/**
 * Shows a file that a stranger may have written. Rendered Markdown hides parts (link definitions,
 * unused notes), so the source can be read too.
 */
export function TextFile({ name, text, view, onView }: Props) {
  const drawable = isMarkdown(name)
  return (
    <div className={css.file}>
      {drawable && (
        <Segmented<TextView>
          label={say('View of {name}', { name })}
          value={view}
          choices={VIEWS}
          onChange={onView}
        />
      )}
      {drawable && view === 'rendered' ? (
        <Markdown text={text} />
      ) : (
        <pre className={css.source}>{text}</pre>
      )}
    </div>
  )
}
