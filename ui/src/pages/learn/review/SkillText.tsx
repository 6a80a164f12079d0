import { Suspense, lazy, useState } from 'react'
import { useCommands } from '#ui/shell/commands'
import type { ProposalDetail } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Markdown } from '#ui/components/Markdown'
import { Skeleton } from '#ui/components/Skeleton'
import { Tabs } from '#ui/components/Tabs'
import { say } from '#ui/lib/say'
import css from './SkillText.module.css'
import type { Review } from './useReview'
import type { SkillEdit } from './useSkillEdit'

const CodeEditor = lazy(() =>
  import('#ui/components/CodeEditor').then(({ CodeEditor: component }) => ({
    default: component,
  })),
)
const CodeDiff = lazy(() =>
  import('#ui/components/CodeEditor').then(({ CodeDiff: component }) => ({
    default: component,
  })),
)

type View = 'rendered' | 'source' | 'diff'

/** For an improvement: the diff, or the editor until there are changes. */
function firstView(
  { skill_md: text, installed_skill_md: installed }: ProposalDetail,
  improving: boolean,
  editable: boolean,
): View {
  if (!improving || !installed) return 'rendered'
  if (text !== installed) return 'diff'
  return editable ? 'source' : 'rendered'
}

/** The SKILL.md: rendered, as source to edit, and as a diff against the installed version. */
export function SkillText({
  detail,
  improving,
  review,
  edit,
}: {
  detail: ProposalDetail
  improving: boolean
  review: Review
  edit: SkillEdit
}) {
  const [picked, setView] = useState<View>()
  const editable = review.may.revise === true
  const locked = editable
    ? undefined
    : say(`The draft cannot be changed in its current state. Your text stays here until you discard it
      or leave the page.`)
  const view = picked ?? firstView(detail, improving, editable)
  const { text, dirty } = edit
  const save = (): void => {
    if (dirty && editable)
      review.revise({ revision_instructions: '', edited_fields: { skill_md: text } }, () =>
        edit.saved(text),
      )
  }
  useCommands(
    dirty
      ? [
          ...(editable
            ? [
                {
                  id: 'save-text',
                  label: say('Save SKILL.md'),
                  group: 'Review' as const,
                  keys: 'mod+s',
                  run: save,
                },
              ]
            : []),
          {
            id: 'discard-text',
            label: say('Discard the changes to SKILL.md'),
            group: 'Review',
            run: edit.discard,
          },
        ]
      : [],
  )
  return (
    <section aria-labelledby="skill-md">
      <h3 id="skill-md" className={css.title}>
        SKILL.md
      </h3>
      <Tabs<View>
        label={say('Views of SKILL.md')}
        value={view}
        onChange={setView}
        tabs={[
          { value: 'rendered', label: say('Rendered') },
          { value: 'source', label: say('Source') },
          {
            value: 'diff',
            label: say('Diff'),
            disabled: detail.installed_skill_md ? undefined : say('No version is installed yet'),
          },
        ]}
        aside={
          dirty && (
            <span className={css.save}>
              <span
                className="faint"
                title={
                  locked ??
                  (edit.outdated
                    ? say('Saving overwrites the changes that were made elsewhere')
                    : undefined)
                }
              >
                {locked
                  ? say('Not saved; the draft cannot be changed now')
                  : edit.outdated
                    ? say('Not saved; changed elsewhere in the meantime')
                    : say('Not saved')}
              </span>
              <Button look="ghost" onClick={edit.discard}>
                {say('Discard')}
              </Button>
              <Button
                look="primary"
                busy={review.busy.revise}
                disabled={locked !== undefined}
                title={locked}
                onClick={save}
              >
                {say('Save')}
              </Button>
            </span>
          )
        }
      >
        {view === 'rendered' && (
          <div className={css.paper}>
            <Markdown text={text} />
          </div>
        )}
        <Suspense fallback={<Skeleton rows={8} />}>
          {view === 'source' && editable && (
            <>
              <CodeEditor
                key={edit.beginning}
                label="SKILL.md"
                text={text}
                onChange={(next) => (setView('source'), edit.set(next))}
                onSave={save}
              />
              <p className={`${css.hint} faint`}>
                {say('Tab indents. Press Esc, then Tab, to leave the text by keyboard.')}
              </p>
            </>
          )}
          {view === 'source' && !editable && <pre className={css.plain}>{text}</pre>}
          {view === 'diff' && text === detail.installed_skill_md && (
            <p className="muted">{say('The installed version is the same as this draft.')}</p>
          )}
          {view === 'diff' && text !== detail.installed_skill_md && (
            <CodeDiff
              label={say('Changes to the installed version')}
              before={detail.installed_skill_md ?? ''}
              after={text}
            />
          )}
        </Suspense>
      </Tabs>
    </section>
  )
}
