import { useId } from 'react'
import type { Schemas } from '#ui/backend/types'
import { Field, Select, TextArea, TextInput } from '#ui/components/Field'
import { Checkbox } from '#ui/components/Toggle'
import { Note } from '#ui/components/Note'
import { POLICY, forbidden } from './runWords'
import {
  ACTIONS,
  type PolicyForm,
  type PolicyLimitsForm,
  type PolicyProblems,
  SAFE_DEFAULT,
  CHOSEN,
  asksForTargets,
  modesFor,
  policyForm,
} from './testPolicy'
import css from './TestPolicyFields.module.css'

type Mode = Schemas['TestPolicyMode']

const MEANS: Partial<Record<Mode, string>> = {
  controlled_live_test: 'It works on real data, within the limits below.',
  read_only: 'Nothing may be changed.',
  live_read_safe_write: 'It reads everything, and writes to the safe targets alone.',
  safe_target_only: 'It stays within the safe targets.',
}

type Acting = Schemas['ActingTestPolicy']

interface TestPolicyFieldsProps {
  /** `undefined`: none is chosen here, so that the settings or the ability decide. */
  form: PolicyForm | undefined
  /** What acts now. */
  acting: Acting | undefined
  /** One was chosen here before, so that `acting` is that one. */
  stored: boolean
  problems: PolicyProblems | undefined
  byAgent: boolean
  /** It is what the person asked for. */
  open?: boolean
  onChange(form: PolicyForm | undefined): void
}

/** What a rehearsal may do, folded: most people need the usual policy. */
export function TestPolicyFields(props: TestPolicyFieldsProps) {
  const { form, acting, stored, problems, open } = props
  const wrong = Object.values(problems ?? {}).some(Boolean)
  // The task does what is forbidden: the person has to choose before anything begins.
  const blocked = !form && !stored && acting?.forbids_the_task != null
  return (
    <details open={open || wrong || blocked || undefined}>
      <summary>
        Test policy: {form ? POLICY[form.mode] : stored ? 'the default' : inherited(acting)}
      </summary>
      <PolicyFields
        {...props}
        hint=" It is kept for later rehearsals, and what it forbids ends them."
      />
    </details>
  )
}

/** A policy that was chosen elsewhere, in words. */
export const inherited = (acting: Acting | undefined): string =>
  acting ? `${POLICY[acting.policy.mode]}, ${CHOSEN[acting.source]}` : 'the default'

/** The same unfolded. */
export function PolicyFields({
  form,
  acting,
  stored,
  problems,
  byAgent,
  open,
  onChange,
  hint = '',
}: TestPolicyFieldsProps & { hint?: string }) {
  // It begins with what acts now, so that choosing one thing changes nothing else.
  const start = acting ? policyForm(acting.policy) : SAFE_DEFAULT
  const choose = (mode: string): void =>
    onChange(mode === '' ? undefined : { ...(form ?? start), mode: mode as Mode })
  const shown = form?.mode ?? (stored ? undefined : acting?.policy.mode)
  return (
    <div className={css.fields}>
      <Field
        label="How far it may go"
        error={problems?.mode}
        hint={`${(shown && MEANS[shown]) ?? ''}${hint}`}
      >
        {(ids) => (
          <Select
            {...ids}
            autoFocus={open}
            value={form?.mode ?? ''}
            onChange={(event) => choose(event.target.value)}
          >
            {acting && (
              <option value="">
                {stored ? 'Not chosen: the default decides' : `Default: ${inherited(acting)}`}
              </option>
            )}
            {modesFor(byAgent, form?.mode).map((mode) => (
              <option key={mode} value={mode}>
                {POLICY[mode]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!form && !stored && acting && <Inherited acting={acting} />}
      {form && (
        <>
          {asksForTargets(form) && (
            <Targets form={form} problem={problems?.targets} byAgent={byAgent} {...{ onChange }} />
          )}
          <PolicyLimits
            form={form}
            problem={problems?.actions}
            actionsLabel="Actions at most"
            onChange={(change) => onChange({ ...form, ...change })}
          />
          <Sites form={form} problem={problems?.sites} byAgent={byAgent} {...{ onChange }} />
        </>
      )}
    </div>
  )
}

/** What acts, what the settings allow in vain, and what the task does all the same. */
function Inherited({ acting }: { acting: Acting }) {
  return (
    <>
      <p className="muted">It forbids {listed(forbidden(acting.policy))}.</p>
      {acting.stricter.map((why) => (
        <Note key={why} tone="info">
          {why}
        </Note>
      ))}
      {acting.forbids_the_task && (
        <Note tone="warn">{acting.forbids_the_task} Choose another one to rehearse it.</Note>
      )}
    </>
  )
}

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(words)

interface ListProps {
  form: PolicyForm
  problem: string | undefined
  byAgent: boolean
  onChange(form: PolicyForm): void
}

function Targets({ form, problem, byAgent, onChange }: ListProps) {
  const id = useId()
  return (
    <>
      <Field
        label="Safe targets"
        error={problem}
        hint={
          byAgent
            ? 'One folder per line. The agent itself writes in its own folder alone.'
            : 'One per line: a folder such as /tmp/test, or a site such as test.example.org.'
        }
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            value={form.targets}
            onChange={(event) => onChange({ ...form, targets: event.target.value })}
          />
        )}
      </Field>
      {(!byAgent || form.browser) && (
        <Tick
          id={id}
          label="Everything in the watched browser is safe"
          on={form.browser}
          onChange={(browser) => onChange({ ...form, browser })}
        />
      )}
    </>
  )
}

function Sites({ form, problem, byAgent, onChange }: ListProps) {
  return (
    <Field
      label="Sites that may be used"
      error={problem}
      hint={
        byAgent
          ? 'One per line, such as example.org. Leave empty for its model alone.'
          : 'One per line, such as example.org. Leave empty for those of the demonstration.'
      }
    >
      {(ids) => (
        <TextArea
          {...ids}
          rows={2}
          value={form.sites}
          onChange={(event) => onChange({ ...form, sites: event.target.value })}
        />
      )}
    </Field>
  )
}

/** What may happen at all, and how often. */
export function PolicyLimits({
  form,
  problem,
  actionsLabel,
  onChange,
}: {
  form: PolicyLimitsForm
  problem: string | undefined
  actionsLabel: string
  onChange(change: Partial<PolicyLimitsForm>): void
}) {
  const id = useId()
  return (
    <>
      <Tick
        id={`${id}-destroy`}
        label="It may remove files and destroy data"
        on={form.mayDestroy}
        onChange={(mayDestroy) => onChange({ mayDestroy })}
      />
      <Tick
        id={`${id}-send`}
        label="It may send something to others"
        on={form.maySend}
        onChange={(maySend) => onChange({ maySend })}
      />
      <Field label={actionsLabel} error={problem}>
        {(ids) => (
          <TextInput
            {...ids}
            className={css.number}
            inputMode="numeric"
            maxLength={3}
            placeholder={String(ACTIONS.usual)}
            value={form.actions}
            onChange={(event) => onChange({ actions: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

function Tick({
  id,
  label,
  on,
  onChange,
}: {
  id: string
  label: string
  on: boolean
  onChange(on: boolean): void
}) {
  return (
    <label className={css.tick} htmlFor={id}>
      <Checkbox id={id} label={label} on={on} onChange={onChange} />
      <span>{label}.</span>
    </label>
  )
}
