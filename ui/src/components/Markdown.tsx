import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import css from './Markdown.module.css'
import { splitFrontMatter } from './frontMatter'

/** A SKILL.md as people read it: its front matter as a table, then the text. Raw HTML in it stays text; nothing is fetched. */
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
        components={{
          // The page around it has its own first headings.
          h1: ({ children }) => <h3 className={css.h1}>{children}</h3>,
          h2: ({ children }) => <h4 className={css.h2}>{children}</h4>,
          h3: ({ children }) => <h5 className={css.h3}>{children}</h5>,
          // A link out of a skill is shown, not followed: the text was written by a machine.
          a: ({ children, href }) => <span className={css.link} title={href}>{children}</span>,
          img: ({ alt }) => <em>{alt}</em>,
        }}
      >
        {body}
      </ReactMarkdown>
    </div>
  )
}
