import { Suspense, lazy, useState } from 'react'
import type { ProposalDetail } from '../../../backend/types'
import { Button } from '../../../components/Button'
import { Markdown } from '../../../components/Markdown'
import { Skeleton } from '../../../components/Skeleton'
import { Tabs } from '../../../components/Tabs'
import css from './SkillText.module.css'
import type { Review } from './useReview'

const CodeEditor = lazy(() => import('../../../components/CodeEditor').then(({ CodeEditor: component }) => ({ default: component })))
const CodeDiff = lazy(() => import('../../../components/CodeEditor').then(({ CodeDiff: component }) => ({ default: component })))

type View = 'rendered' | 'source' | 'diff'

/** The file that agents will read: as a page, as text to edit, and against what is installed. */
export function SkillText({ detail, review }: { detail: ProposalDetail; review: Review }) {
  const [view, setView] = useState<View>('rendered')
  // What is being typed, and on which revision it stands; a newer revision starts afresh.
  const [edit, setEdit] = useState<{ base: string; text: string }>()
  const [discarded, setDiscarded] = useState(0)
  const current = edit?.base === detail.skill_md ? edit.text : detail.skill_md
  const dirty = current !== detail.skill_md
  const editable = review.may.revise === true
  const save = (): void => {
    if (dirty && editable) review.revise({ revision_instructions: '', edited_fields: { skill_md: current } })
  }
  return (
    <section aria-labelledby="skill-md">
      <h3 id="skill-md" className={css.title}>
        SKILL.md
      </h3>
      <Tabs<View>
        label="Views of SKILL.md"
        value={view}
        onChange={setView}
        tabs={[
          { value: 'rendered', label: 'Rendered' },
          { value: 'source', label: 'Source' },
          { value: 'diff', label: 'Diff', disabled: detail.installed_skill_md ? undefined : 'Nothing is installed yet to compare with' },
        ]}
        aside={
          dirty && (
            <span className={css.save}>
              <span className="faint">Not saved</span>
              <Button look="ghost" onClick={() => (setEdit(undefined), setDiscarded(discarded + 1))}>
                Discard
              </Button>
              <Button look="primary" busy={review.busy.revise} onClick={save}>
                Save
              </Button>
            </span>
          )
        }
      >
        {view === 'rendered' && (
          <div className={css.paper}>
            <Markdown text={current} />
          </div>
        )}
        <Suspense fallback={<Skeleton rows={8} />}>
          {view === 'source' && editable && (
            <CodeEditor key={`${detail.proposal.revision}-${discarded}`} label="SKILL.md" text={current} onChange={(text) => setEdit({ base: detail.skill_md, text })} onSave={save} />
          )}
          {view === 'source' && !editable && <pre className={css.plain}>{detail.skill_md}</pre>}
          {view === 'diff' && current === detail.installed_skill_md && <p className="muted">What is installed is the same as this draft.</p>}
          {view === 'diff' && current !== detail.installed_skill_md && <CodeDiff label="What installing would change" before={detail.installed_skill_md ?? ''} after={current} />}
        </Suspense>
      </Tabs>
    </section>
  )
}
