import { type FormEvent, useState } from 'react'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { PolicyFields } from '#ui/domain/agentRuns/TestPolicyFields'
import {
  SAFE_DEFAULT,
  defaultPolicyForm,
  defaultPolicyOf,
  isPolicyReady,
  isSamePolicy,
  policyProblems,
} from '#ui/domain/agentRuns/testPolicy'
import { say } from '#ui/lib/say'
import css from './TestPolicySetting.module.css'

type DefaultPolicy = Schemas['DefaultTestPolicy']

/** What a rehearsal, a run, a practice and a gate may do where nothing was chosen for it. */
export function TestPolicySetting({
  saved,
  busy,
  onSave,
}: {
  saved: DefaultPolicy
  busy: boolean
  onSave(policy: DefaultPolicy): void
}) {
  const before = defaultPolicyForm(saved)
  const [form, setForm] = useState(before)
  const [tried, setTried] = useState(false)
  const problems = policyProblems(form, 'anybody')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (isPolicyReady(problems)) onSave(defaultPolicyOf(form))
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <PolicyFields
        form={form}
        acting={undefined}
        stored
        problems={tried ? problems : undefined}
        byAgent="anybody"
        onChange={(changed) => setForm(changed ?? SAFE_DEFAULT)}
      />
      <div className={css.buttons}>
        <Button type="submit" busy={busy} disabled={isSamePolicy(before, form)}>
          {say('Save the test policy')}
        </Button>
        <Button
          look="ghost"
          disabled={isSamePolicy(SAFE_DEFAULT, form)}
          onClick={() => setForm(SAFE_DEFAULT)}
        >
          {say('Use the safe default')}
        </Button>
      </div>
    </form>
  )
}
