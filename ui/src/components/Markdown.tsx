import type { ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import css from './Markdown.module.css'
import { splitFrontMatter } from './frontMatter'
import { say } from '#ui/lib/say'

/**
 * Renders a SKILL.md: front matter as a table, then the text. Raw HTML stays text. Nothing is
 * loaded, and the targets of links and images are shown as text.
 */
export function Markdown({ text }: { text: string }) {
  const { fields, body } = splitFrontMatter(text)
  return (
    <div className={css.page}>
      {fields.length > 0 && (
        <dl className={css.front}>
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        // No link is followed, so any address is safe to show.
        urlTransform={(url) => url}
        components={{
          // The page already has headings of the first two levels.
          h1: ({ children }) => <h3 className={css.h1}>{children}</h3>,
          h2: ({ children }) => <h4 className={css.h2}>{children}</h4>,
          h3: ({ children }) => <h5 className={css.h3}>{children}</h5>,
          // A link in a skill is shown, not followed, because the text may come from a stranger.
          a: ({ children, href, title }) => (
            <>
              <span className={css.link}>{children}</span>
              <Address address={href} title={title} words={children} />
            </>
          ),
          img: ({ alt, src, title }) => (
            <>
              <em>{alt || say('picture')}</em>
              <Address address={typeof src === 'string' ? src : undefined} title={title} />
            </>
          ),
        }}
      >
        {body}
      </ReactMarkdown>
    </div>
  )
}

/** The address of a link, unless the link text is the address. */
function Address({
  address,
  title,
  words,
}: {
  address: string | undefined
  title: string | undefined
  words?: ReactNode
}) {
  // A target on the same page, such as a footnote, is not shown.
  const leads = address !== words && !address?.startsWith('#') && address
  const shown = [leads, title].filter(Boolean).join(' ')
  return shown && <code className={css.address}>{shown}</code>
}
