import { useId } from 'react'
import type { Schemas } from '#ui/backend/types'
import { Field, NumberField, Select, TextArea } from '#ui/components/Field'
import { Checkbox } from '#ui/components/Toggle'
import { Note } from '#ui/components/Note'
import { locale, say } from '#ui/lib/say'
import { POLICY, forbidden } from './runWords'
import {
  ACTIONS,
  type PolicyForm,
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
  controlled_live_test: say('It works on real data, within the limits below.'),
  read_only: say('Nothing may be changed.'),
  live_read_safe_write: say('It reads everything, and writes to the safe targets alone.'),
  safe_target_only: say('It stays within the safe targets.'),
  blank_artifact: say('It begins with an empty folder, and changes nothing else.'),
  copy_artifact: say('It works on copies; the originals stay as they are.'),
  redirect_send: say('It sends to addresses of yours alone.'),
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
  /** Who does the task. `anybody`: a person or an agent. */
  byAgent: boolean | 'anybody'
  /** It is what the person asked for. */
  open?: boolean
  /** How long it holds, and what becomes of what it forbids, as sentences. */
  hint?: string
  /** Where nothing is chosen and nothing acts yet: what will, and a sentence about it. */
  unchosen?: { words: string; note: string }
  onChange(form: PolicyForm | undefined): void
}

/** What a rehearsal may do, folded: most people need the usual policy. */
export function TestPolicyFields({
  hint = say('It is kept for later rehearsals. A forbidden action ends a rehearsal.'),
  ...props
}: TestPolicyFieldsProps) {
  const { form, acting, stored, problems, open, unchosen } = props
  const wrong = Object.values(problems ?? {}).some(Boolean)
  // The task does what is forbidden: the person has to choose before anything begins.
  const blocked = !form && !stored && acting?.forbids_the_task != null
  return (
    <details open={open || wrong || blocked || undefined}>
      <summary>
        {say('Test policy: {policy}', {
          policy: form
            ? POLICY[form.mode]
            : stored
              ? say('the default')
              : (unchosen?.words ?? inherited(acting)),
        })}
      </summary>
      <PolicyFields {...props} hint={hint} />
    </details>
  )
}

/** A policy that was chosen elsewhere, in words. */
export const inherited = (acting: Acting | undefined): string =>
  acting ? `${POLICY[acting.policy.mode]}, ${CHOSEN[acting.source]}` : say('the default')

/** The same unfolded. */
export function PolicyFields({
  form,
  acting,
  stored,
  problems,
  byAgent,
  open,
  onChange,
  hint,
  unchosen,
}: TestPolicyFieldsProps) {
  // It begins with what acts now, so that choosing one thing changes nothing else.
  const start = acting ? policyForm(acting.policy) : SAFE_DEFAULT
  const choose = (mode: string): void =>
    onChange(mode === '' ? undefined : { ...(form ?? start), mode: mode as Mode })
  const shown = form?.mode ?? (stored ? undefined : acting?.policy.mode)
  return (
    <div className={css.fields}>
      <Field
        label={say('How far it may go')}
        error={problems?.mode}
        hint={[shown && MEANS[shown], hint].filter(Boolean).join(' ')}
      >
        {(ids) => (
          <Select
            {...ids}
            autoFocus={open}
            value={form?.mode ?? ''}
            onChange={(event) => choose(event.target.value)}
          >
            {(acting || unchosen) && (
              <option value="">
                {stored
                  ? say('Not chosen: the default decides')
                  : say('Default: {words}', { words: unchosen?.words ?? inherited(acting) })}
              </option>
            )}
            {modesFor(byAgent === true, form?.mode).map((mode) => (
              <option key={mode} value={mode}>
                {POLICY[mode]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!form && !stored && acting && <Inherited acting={acting} />}
      {!form && unchosen && <p className="muted">{unchosen.note}</p>}
      {form && (
        <>
          {form.mode === 'copy_artifact' && (
            <Originals
              form={form}
              problem={problems?.originals}
              byAgent={byAgent}
              {...{ onChange }}
            />
          )}
          {form.mode === 'redirect_send' && (
            <Recipients form={form} problem={problems?.recipients} {...{ onChange }} />
          )}
          {asksForTargets(form, byAgent === true) && (
            <Targets form={form} problem={problems?.targets} byAgent={byAgent} {...{ onChange }} />
          )}
          <Limits form={form} problem={problems?.actions} {...{ onChange }} />
          <Cleanup form={form} byAgent={byAgent} {...{ onChange }} />
          <Sites form={form} problem={problems?.sites} byAgent={byAgent} {...{ onChange }} />
        </>
      )}
    </div>
  )
}

/** The effective test policy, the limits of the settings that it overrides, and the actions of the task that it forbids. */
function Inherited({ acting }: { acting: Acting }) {
  return (
    <>
      <p className="muted">
        {say('It forbids {listed}.', { listed: listed(forbidden(acting.policy)) })}
      </p>
      {acting.stricter.map((why) => (
        <Note key={why} tone="info">
          {why}
        </Note>
      ))}
      {acting.forbids_the_task && (
        <Note tone="warn">
          {say('{forbidsTheTask} Choose another one to rehearse it.', {
            forbidsTheTask: acting.forbids_the_task,
          })}
        </Note>
      )}
    </>
  )
}

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(words)

interface ListProps {
  form: PolicyForm
  problem: string | undefined
  byAgent: boolean | 'anybody'
  onChange(form: PolicyForm): void
}

/** What is copied, so that the task is done on the copies. */
function Originals({ form, problem, byAgent, onChange }: ListProps) {
  return (
    <Field
      label={say('Files and folders to copy')}
      error={problem}
      hint={
        byAgent === true
          ? say('One per line, besides the folder of the run. The copies lie in that folder.')
          : say(
              'One per line, such as /home/me/report.txt. The copies lie in the first safe target.',
            )
      }
    >
      {(ids) => (
        <TextArea
          {...ids}
          rows={2}
          value={form.originals}
          onChange={(event) => onChange({ ...form, originals: event.target.value })}
        />
      )}
    </Field>
  )
}

/** Who may be sent to. */
function Recipients({ form, problem, onChange }: Omit<ListProps, 'byAgent'>) {
  return (
    <Field
      label={say('Safe recipients')}
      error={problem}
      hint={say(
        'Your own addresses, one per line. Sending to any other address ends the rehearsal.',
      )}
    >
      {(ids) => (
        <TextArea
          {...ids}
          rows={2}
          placeholder="me@example.org"
          value={form.recipients}
          onChange={(event) => onChange({ ...form, recipients: event.target.value })}
        />
      )}
    </Field>
  )
}

/** What is left of a rehearsal. */
function Cleanup({ form, byAgent, onChange }: Omit<ListProps, 'problem'>) {
  const id = useId()
  return (
    <Tick
      id={id}
      label={
        byAgent === true
          ? say('The run fails if its folder cannot be removed afterwards')
          : say('Remove what was created in the safe targets afterwards')
      }
      on={form.cleanup}
      onChange={(cleanup) => onChange({ ...form, cleanup })}
    />
  )
}

function Targets({ form, problem, byAgent, onChange }: ListProps) {
  const id = useId()
  return (
    <>
      <Field
        label={say('Safe targets')}
        error={problem}
        hint={
          byAgent === true
            ? say('One folder per line. The agent writes only in its own folder.')
            : say('One per line: a folder such as /tmp/test, or a site such as test.example.org.')
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
      {(byAgent !== true || form.browser) && (
        <Tick
          id={id}
          label={say('Everything in the watched browser is safe')}
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
      label={say('Sites that may be used')}
      error={problem}
      hint={
        byAgent === true
          ? say('One per line, such as example.org. Leave empty for its model alone.')
          : say('One per line, such as example.org. Leave empty for those of the demonstration.')
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
function Limits({ form, problem, onChange }: Omit<ListProps, 'byAgent'>) {
  const id = useId()
  return (
    <>
      <Tick
        id={`${id}-destroy`}
        label={say('It may remove files and destroy data')}
        on={form.mayDestroy}
        onChange={(mayDestroy) => onChange({ ...form, mayDestroy })}
      />
      <Tick
        id={`${id}-send`}
        label={say('It may send something to others')}
        on={form.maySend}
        onChange={(maySend) => onChange({ ...form, maySend })}
      />
      <NumberField
        label={say('Actions at most')}
        error={problem}
        digits={3}
        usual={ACTIONS.usual}
        value={form.actions}
        onChange={(actions) => onChange({ ...form, actions })}
      />
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
