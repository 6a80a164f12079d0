import { useId } from 'react'
import type { Schemas } from '#ui/backend/types'
import { Field, Select, TextArea, TextInput } from '#ui/components/Field'
import { Checkbox } from '#ui/components/Toggle'
import { POLICY } from './runWords'
import {
  ACTIONS,
  type PolicyForm,
  type PolicyLimitsForm,
  type PolicyProblems,
  SAFE_DEFAULT,
  asksForTargets,
  modesFor,
} from './testPolicy'
import css from './TestPolicyFields.module.css'

type Mode = Schemas['TestPolicyMode']

const MEANS: Partial<Record<Mode, string>> = {
  controlled_live_test: 'It works on real data, within the limits below.',
  read_only: 'Nothing may be changed.',
  live_read_safe_write: 'It reads everything, and writes to the safe targets alone.',
  safe_target_only: 'It stays within the safe targets.',
}

interface TestPolicyFieldsProps {
  /** `undefined`: none was set, so nothing is forbidden to a person. */
  form: PolicyForm | undefined
  problems: PolicyProblems | undefined
  byAgent: boolean
  /** It is what the person asked for. */
  open?: boolean
  onChange(form: PolicyForm | undefined): void
  /** It was none, so it can be none again. */
  mayBeNone?: boolean
}

/** What a rehearsal may do, folded: most people need the usual policy. */
export function TestPolicyFields({
  form,
  problems,
  byAgent,
  open,
  onChange,
  mayBeNone,
}: TestPolicyFieldsProps) {
  const wrong = Object.values(problems ?? {}).some(Boolean)
  const choose = (mode: string): void =>
    onChange(mode === '' ? undefined : { ...(form ?? SAFE_DEFAULT), mode: mode as Mode })
  return (
    <details open={open || wrong || undefined}>
      <summary>Test policy: {form ? POLICY[form.mode] : 'none set'}</summary>
      <div className={css.fields}>
        <Field
          label="How far it may go"
          error={problems?.mode}
          hint={
            (form ? (MEANS[form.mode] ?? '') : 'Nothing is forbidden to you.') +
            ' It is kept for later rehearsals, and what it forbids fails them.'
          }
        >
          {(ids) => (
            <Select
              {...ids}
              autoFocus={open}
              value={form?.mode ?? ''}
              onChange={(event) => choose(event.target.value)}
            >
              {mayBeNone && <option value="">None set</option>}
              {modesFor(byAgent, form?.mode).map((mode) => (
                <option key={mode} value={mode}>
                  {POLICY[mode]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {form && (
          <>
            {asksForTargets(form) && (
              <Targets
                form={form}
                problem={problems?.targets}
                byAgent={byAgent}
                {...{ onChange }}
              />
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
    </details>
  )
}

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
