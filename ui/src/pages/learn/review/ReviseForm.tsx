import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { ProposalDetail, Schemas } from '#ui/backend/types'
import { Button, IconButton } from '#ui/components/Button'
import { Field, FieldGroup, TextArea, TextInput } from '#ui/components/Field'
import { TagInput } from '#ui/components/TagInput'
import { Checkbox } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import { asSlug } from './Blockers'
import css from './ReviseForm.module.css'
import { Instructions, useInstructions } from './Instructions'
import { type Draft, draftOf, editsOf, freshCheckpointId } from './revision'
import type { Review } from './useReview'

interface ReviseFormProps {
  detail: ProposalDetail
  review: Review
  /** Whether leaving would lose changes. */
  onTyping(changed: boolean): void
  onClose(): void
}

/**
 * Edits the interpretation. Only changed fields are sent. Instructions in words become the same
 * edits; the form says before what they would change.
 */
export function ReviseForm({ detail, review, onTyping, onClose }: ReviseFormProps) {
  const [before] = useState(() => draftOf(detail))
  const [draft, setDraft] = useState(before)
  const set = (change: Partial<Draft>): void => setDraft((old) => ({ ...old, ...change }))
  const edits = editsOf(before, draft)
  const changed = Object.keys(edits).length > 0 || draft.instructions.trim() !== ''
  const incomplete =
    draft.checkpoints.some(
      (checkpoint) => !checkpoint.goal.trim() || !checkpoint.success_condition.trim(),
    ) ||
    !draft.title.trim() ||
    asSlug(draft.slug) !== draft.slug ||
    !draft.slug
  const instructions = useInstructions(detail.proposal.proposal_id, draft.instructions)
  useEffect(() => onTyping(changed), [changed, onTyping])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (changed && !incomplete && !instructions.problem)
      review.revise(
        {
          revision_instructions: draft.instructions.trim(),
          edited_fields: edits,
          ...(instructions.confirmed && { confirm_weaker: true }),
        },
        onClose,
      )
  }
  return (
    <form className={css.form} onSubmit={submit} aria-label={say('Revise')}>
      <div className={css.two}>
        <Field label={say('Title')}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              maxLength={160}
              value={draft.title}
              onChange={(event) => set({ title: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={say('Name')}
          error={
            asSlug(draft.slug) === draft.slug
              ? undefined
              : say('Use lower-case letters, digits and single hyphens.')
          }
        >
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={64}
              value={draft.slug}
              onChange={(event) => set({ slug: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label={say('Summary')}>
        {(ids) => (
          <TextArea
            {...ids}
            maxLength={600}
            value={draft.summary}
            onChange={(event) => set({ summary: event.target.value })}
          />
        )}
      </Field>
      <div className={css.two}>
        <Field label={say('Use it when')} hint={say('One per line.')}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={4}
              value={draft.use}
              onChange={(event) => set({ use: event.target.value })}
            />
          )}
        </Field>
        <Field label={say('Do not use it when')} hint={say('One per line.')}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={4}
              value={draft.nonUse}
              onChange={(event) => set({ nonUse: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label={say('Triggers')}>
        {(ids) => (
          <TagInput
            {...ids}
            label={say('Triggers')}
            placeholder={say('Add a phrase')}
            values={draft.triggers}
            onChange={(triggers) => set({ triggers })}
          />
        )}
      </Field>
      <Field label={say('Negative triggers')}>
        {(ids) => (
          <TagInput
            {...ids}
            label={say('Negative triggers')}
            placeholder={say('Add a phrase')}
            values={draft.negative}
            onChange={(negative) => set({ negative })}
          />
        )}
      </Field>
      <CheckpointEditor
        checkpoints={draft.checkpoints}
        onChange={(checkpoints) => set({ checkpoints })}
      />
      <Field
        label={say('Stop and ask')}
        hint={say('One per line. What follows from the task is added.')}
      >
        {(ids) => (
          <TextArea
            {...ids}
            value={draft.guards}
            onChange={(event) => set({ guards: event.target.value })}
          />
        )}
      </Field>
      <Instructions
        value={draft.instructions}
        onChange={(words) => set({ instructions: words })}
        instructions={instructions}
      />
      <footer className={css.foot}>
        <Button look="ghost" onClick={onClose}>
          {say('Cancel')}
        </Button>
        <Button
          type="submit"
          look="primary"
          busy={review.busy.revise}
          disabled={!changed || incomplete || instructions.problem !== undefined}
          title={
            incomplete
              ? say('Fill in the title, the name, and both lines of every checkpoint')
              : instructions.problem
          }
        >
          {say('Save changes')}
        </Button>
      </footer>
    </form>
  )
}

type Edit = Schemas['CheckpointEdit']

function CheckpointEditor({
  checkpoints,
  onChange,
}: {
  checkpoints: readonly Edit[]
  onChange(checkpoints: Edit[]): void
}) {
  const change = (at: number, part: Partial<Edit>): void =>
    onChange(
      checkpoints.map((checkpoint, index) =>
        index === at ? { ...checkpoint, ...part } : checkpoint,
      ),
    )
  const move = (at: number, by: number): void => {
    const next = [...checkpoints]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    onChange(next)
  }
  return (
    <FieldGroup
      label={say('Checkpoints')}
      hint={say('3 to 12. Say what is true afterwards, not what to click.')}
    >
      <ol className={css.checkpoints}>
        {checkpoints.map((checkpoint, at) => (
          <li key={checkpoint.checkpoint_id}>
            <TextInput
              aria-label={say('Checkpoint {at}: goal', { at: at + 1 })}
              maxLength={240}
              value={checkpoint.goal}
              placeholder={say('What is true now')}
              onChange={(event) => change(at, { goal: event.target.value })}
            />
            <TextInput
              aria-label={say('Checkpoint {at}: how to check it', { at: at + 1 })}
              maxLength={400}
              value={checkpoint.success_condition}
              placeholder={say('How to check it')}
              onChange={(event) => change(at, { success_condition: event.target.value })}
            />
            <div className={css.tools}>
              <span className={css.optional}>
                <Checkbox
                  label={say('Checkpoint {at} is optional', { at: at + 1 })}
                  on={checkpoint.optional ?? false}
                  onChange={(optional) => change(at, { optional })}
                />{' '}
                {say('optional')}
              </span>
              <IconButton label={say('Earlier')} disabled={at === 0} onClick={() => move(at, -1)}>
                <ArrowUp size={14} />
              </IconButton>
              <IconButton
                label={say('Later')}
                disabled={at === checkpoints.length - 1}
                onClick={() => move(at, 1)}
              >
                <ArrowDown size={14} />
              </IconButton>
              <IconButton
                label={say('Remove checkpoint {at}', { at: at + 1 })}
                onClick={() => onChange(checkpoints.filter((other) => other !== checkpoint))}
              >
                <Trash2 size={14} />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button
          icon={<Plus size={14} />}
          disabled={checkpoints.length >= 12}
          onClick={() =>
            onChange([
              ...checkpoints,
              {
                checkpoint_id: freshCheckpointId(checkpoints),
                goal: '',
                success_condition: '',
                optional: false,
              },
            ])
          }
        >
          {say('Add a checkpoint')}
        </Button>
      </div>
    </FieldGroup>
  )
}
