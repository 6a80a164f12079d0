import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import * as read from '../../backend/queries'
import type { Schemas, SkillSummary } from '../../backend/types'
import { Badge } from '../../components/Badge'
import { Copy } from '../../components/Copy'
import { Drawer } from '../../components/Drawer'
import { ErrorNote } from '../../components/ErrorNote'
import { Facts } from '../../components/Facts'
import { Markdown } from '../../components/Markdown'
import { Skeleton } from '../../components/Skeleton'
import { Ago } from '../../components/Time'
import { AbilityPanel } from './AbilityPanel'
import css from './SkillDrawer.module.css'
import { updatedAt } from './filter'

const SCOPE: Record<SkillSummary['scope'], string> = { project: 'This project', user: 'You', system: 'Everybody on this machine' }
const SIGN: Record<Schemas['FindingSeverity'], ReactNode> = {
  error: <CircleAlert className={css.bad} aria-label="error" />,
  warning: <TriangleAlert className={css.warn} aria-label="warning" />,
  info: <Info className={css.info} aria-label="note" />,
}

/** One skill: where it stands, what is wrong with it, and its text as agents read it. */
export function SkillDrawer({ path, copies, onOpen, onClose }: { path: string; copies: readonly SkillSummary[]; onOpen(path: string): void; onClose(): void }) {
  const query = useQuery(read.skillContent(path))
  const skill = query.data?.skill ?? copies.find((copy) => copy.path === path)
  const others = copies.filter((copy) => copy.name === skill?.name && copy.path !== path)
  return (
    <Drawer title={skill?.name ?? 'Skill'} aside={skill?.ability_id ? <Badge tone="accent">Learned</Badge> : undefined} onClose={onClose}>
      <div className={css.body}>
        {skill && (
          <>
            <p className="muted">{skill.description}</p>
            <Facts
              facts={[
                ['Read by', skill.agents.join(', ')],
                ['For', SCOPE[skill.scope]],
                ['Updated', <Ago key="ago" at={updatedAt(skill)} />],
                ['Folder', <Copy key="copy" text={skill.path} />],
              ]}
            />
            {skill.ability_id && <AbilityPanel abilityId={skill.ability_id} />}
            <Findings findings={skill.findings} />
            {others.length > 0 && (
              <section>
                <h3>Other copies of this name</h3>
                <ul className={css.list}>
                  {others.map((copy) => (
                    <li key={copy.path}>
                      <button type="button" className={css.copy} onClick={() => onOpen(copy.path)}>
                        <code>{copy.path}</code> {copy.shadowed_by && <Badge>shadowed</Badge>}
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
        {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        {query.data ? (
          <>
            <section className={css.paper}>
              <Markdown text={query.data.content} />
            </section>
            {query.data.files.length > 0 && (
              <section>
                <h3>Files</h3>
                <ul className={css.list}>
                  {query.data.files.map((file) => (
                    <li key={file}>
                      <code>{file}</code>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        ) : (
          !query.error && <Skeleton />
        )}
      </div>
    </Drawer>
  )
}

function Findings({ findings }: { findings: ReadonlyArray<Schemas['SkillFinding']> }) {
  if (findings.length === 0) return null
  return (
    <section>
      <h3>Findings</h3>
      <ul className={css.list}>
        {findings.map((finding) => (
          <li key={finding.code + finding.message} className={css.finding}>
            {SIGN[finding.severity]}
            <span>
              {finding.message}
              {typeof finding.line === 'number' && <span className="faint"> Line {finding.line}.</span>} <code className="faint">{finding.code}</code>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
