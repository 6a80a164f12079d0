import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useState } from 'react'
import { toast } from 'sonner'
import { useCommands } from '#ui/shell/commands'
import { BackendError } from '#ui/backend/errors'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Skill } from '#ui/backend/skillList'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ConfirmDialog } from '#ui/components/Dialog'
import { Diff } from '#ui/components/Diff'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Skeleton } from '#ui/components/Skeleton'
import { UnsavedChanges } from '#ui/components/UnsavedChanges'
import { useDebounced } from '#ui/lib/useDebounced'
import { REIMPORT_HINT } from '#ui/pages/skills/skillActions'
import { say } from '#ui/lib/say'
import { FindingList } from './FindingsTab'
import css from './SkillDrawer.module.css'

const CodeEditor = lazy(() =>
  import('#ui/components/CodeEditor').then(({ CodeEditor: component }) => ({
    default: component,
  })),
)
/** Debounce of the check while the person types, in milliseconds. */
const CHECK_DELAY_MS = 250

/**
 * An editor for SKILL.md. It checks while the person types, and never overwrites a version that
 * they have not seen.
 */
export function EditTab({
  skill,
  content,
  onImprove,
  onUnsaved,
}: {
  skill: Skill
  content: Schemas['SkillContentResponse']
  onImprove(): void
  onUnsaved(unsaved: boolean): void
}) {
  const { path } = content.skill
  const client = useQueryClient()
  const standing = useQuery(read.skillStanding(path))
  // The version that the text is based on. A new `times` restarts the editor.
  const [base, setBase] = useState({ text: content.content, digest: content.digest, times: 0 })
  const [text, setText] = useState(content.content)
  const [fixing, setFixing] = useState(false)
  const unsaved = text !== base.text
  // The file was changed elsewhere while nothing was typed here, so the editor takes the new
  // version.
  if (!unsaved && content.digest !== base.digest) {
    setBase({ text: content.content, digest: content.digest, times: base.times + 1 })
    setText(content.content)
  }
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved])
  useEffect(() => () => onUnsaved(false), [onUnsaved])
  const folder = path.split('/').at(-1) ?? ''
  const paused = useDebounced(text, CHECK_DELAY_MS)
  const { data: check, isPlaceholderData } = useQuery(read.skillCheck(paused, folder))
  // Fixing applies to the checked text. If the text changed since, fixing would undo what was
  // typed.
  const checked = paused === text && !isPlaceholderData
  const outside = unsaved && content.digest !== base.digest
  const save = useMutation({
    ...act.saveSkill(),
    onSuccess: (saved) => {
      client.setQueryData(read.skillContent(path).queryKey, saved)
      setBase((old) => ({ text: saved.content, digest: saved.digest, times: old.times }))
      toast(say('Saved. The earlier version is under Versions.'))
    },
  })
  const locked = standing.data?.locked
  const store = (digest: string): void => {
    if (!locked && !save.isPending) save.mutate({ path, text, base_digest: digest })
  }
  const submit = (): void => {
    if (unsaved && !outside) store(base.digest)
  }
  const take = (next: string, digest: string): void => {
    setBase((old) => ({ text: old.text, digest, times: old.times + 1 }))
    setText(next)
  }
  const discard = (): void => {
    save.reset()
    setBase((old) => ({ text: content.content, digest: content.digest, times: old.times + 1 }))
    setText(content.content)
  }
  useCommands(
    unsaved
      ? [
          {
            id: 'save-skill',
            label: say('Save SKILL.md'),
            group: 'Review',
            keys: 'mod+s',
            run: submit,
          },
          {
            id: 'discard-skill',
            label: say('Discard the changes to SKILL.md'),
            group: 'Review',
            run: discard,
          },
        ]
      : [],
  )
  const conflict = save.error instanceof BackendError && save.error.code === 'CONFLICT'
  if (!standing.data && !standing.error) return <Skeleton rows={8} />
  if (locked) {
    return (
      <div className={css.stack}>
        <LockedNote skill={skill} why={locked} onImprove={onImprove} />
        {/* Long texts scroll, so the element must be focusable. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={css.plain} tabIndex={0} aria-label="SKILL.md">
          {content.content}
        </pre>
      </div>
    )
  }
  return (
    <div className={css.stack}>
      {(outside || conflict) && (
        <Note tone="warn">
          {say('The file was changed by another program since you started. Your text is not lost.')}
          <span className={css.actions}>
            <Button onClick={discard}>{say('Use their version')}</Button>
            <Button onClick={() => store(content.digest)}>{say('Overwrite it with mine')}</Button>
          </span>
        </Note>
      )}
      {save.error && !conflict && <ErrorNote error={save.error} />}
      <Suspense fallback={<Skeleton rows={8} />}>
        <CodeEditor
          key={base.times}
          label="SKILL.md"
          text={text}
          onChange={setText}
          onSave={submit}
          findings={check?.findings}
        />
      </Suspense>
      <div className={css.actions}>
        <Button
          look="primary"
          busy={save.isPending}
          disabled={!unsaved || outside}
          onClick={submit}
        >
          {say('Save')}
        </Button>
        <Button look="ghost" disabled={!unsaved} onClick={discard}>
          {say('Discard')}
        </Button>
        {check?.fixed && (
          <Button disabled={!checked} onClick={() => setFixing(true)}>
            {say('Fix this text…')}
          </Button>
        )}
        <span className="faint">{say('Press Esc, then Tab, to leave the editor.')}</span>
      </div>
      <section aria-label={say('Findings in the text')} aria-live="polite">
        {check &&
          (check.findings.length > 0 ? (
            <FindingList findings={check.findings} />
          ) : (
            <p className="muted">{say('No findings.')}</p>
          ))}
      </section>
      <ConfirmDialog
        open={fixing && check?.fixed !== undefined && check.fixed !== null}
        onClose={() => setFixing(false)}
        title={say('Fix this text?')}
        description={
          <>
            {say('{sentence} It is not saved yet.', {
              sentence: sentence(check?.fixed?.done.join('; ') ?? ''),
            })}
          </>
        }
        action={say('Fix')}
        onConfirm={() => {
          take(check?.fixed?.text ?? text, base.digest)
          setFixing(false)
        }}
      >
        <Diff text={check?.fixed?.diff ?? ''} label={say('Changes of the fix')} />
      </ConfirmDialog>
      <UnsavedChanges when={unsaved} drawer />
    </div>
  )
}

/** Why this text cannot be edited here, and where it can. */
function LockedNote({ skill, why, onImprove }: { skill: Skill; why: string; onImprove(): void }) {
  const navigate = useNavigate()
  if (skill.actions.includes('improve'))
    return <Note action={<Button onClick={onImprove}>{say('Improve')}</Button>}>{why}</Note>
  if (skill.ability_id === undefined) return <Note>{why}</Note>
  return (
    <Note
      action={
        <Button onClick={() => void navigate({ to: '/skills/import' })}>{say('Import')}</Button>
      }
    >
      {REIMPORT_HINT}
    </Note>
  )
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
