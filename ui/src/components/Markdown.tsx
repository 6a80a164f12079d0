import type { ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import css from './Markdown.module.css'
import { splitFrontMatter } from './frontMatter'

/**
 * A SKILL.md as people read it: its front matter as a table, then the text. Raw HTML in it stays
 * text; nothing is fetched, and what a word or a picture points at is shown.
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
        // Nothing is followed, so no address is dangerous, and none is hidden.
        urlTransform={(url) => url}
        components={{
          // The page around it has its own first headings.
          h1: ({ children }) => <h3 className={css.h1}>{children}</h3>,
          h2: ({ children }) => <h4 className={css.h2}>{children}</h4>,
          h3: ({ children }) => <h5 className={css.h3}>{children}</h5>,
          // A link out of a skill is shown, not followed: the text was written by a machine.
          a: ({ children, href, title }) => (
            <>
              <span className={css.link}>{children}</span>
              <Address address={href} title={title} words={children} />
            </>
          ),
          img: ({ alt, src, title }) => (
            <>
              <em>{alt || 'picture'}</em>
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

/** Where the words lead, unless they say it themselves. */
function Address({
  address,
  title,
  words,
}: {
  address: string | undefined
  title: string | undefined
  words?: ReactNode
}) {
  // A place on this page, such as a footnote, leads nowhere else.
  const leads = address !== words && !address?.startsWith('#') && address
  const shown = [leads, title].filter(Boolean).join(' ')
  return shown && <code className={css.address}>{shown}</code>
}
