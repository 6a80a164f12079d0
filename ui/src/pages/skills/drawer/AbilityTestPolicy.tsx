import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { FormFooter } from '#ui/components/FormFooter'
import { PolicyFields, inherited } from '#ui/domain/agentRuns/TestPolicyFields'
import {
  isPolicyReady,
  policyForm,
  policyOf,
  policyProblems,
} from '#ui/domain/agentRuns/testPolicy'
import { useCommands } from '#ui/shell/commands'
import { say } from '#ui/lib/say'
import css from './AbilityPanel.module.css'

/** What the runs of an ability may touch: shown, and chosen in a dialog. */
export function AbilityTestPolicy({ abilityId, title }: { abilityId: string; title: string }) {
  const query = useQuery(read.abilityTestPolicy(abilityId))
  const [open, setOpen] = useState(false)
  useCommands(
    useMemo(
      () => [
        {
          id: 'ability policy',
          label: say('Choose the test policy: {title}', { title }),
          group: 'Review' as const,
          keys: 'r p',
          words: say('rehearsal safe destroy send actions sites limits'),
          run: () => setOpen(true),
        },
      ],
      [title],
    ),
  )
  if (query.error) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return null
  const close = (): void => setOpen(false)
  return (
    <div className={css.actions}>
      <Button onClick={() => setOpen(true)}>
        {say('Test policy: {inherited}', { inherited: inherited(query.data.acting) })}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={say('Test policy of this ability')}
        description={say('Limits for its rehearsals, agent runs and gates.')}
      >
        <PolicyForm abilityId={abilityId} now={query.data} onClose={close} />
      </Dialog>
    </div>
  )
}

function PolicyForm({
  abilityId,
  now,
  onClose,
}: {
  abilityId: string
  now: Schemas['AbilityTestPolicyResponse']
  onClose(): void
}) {
  const stored = now.test_policy ?? undefined
  const [form, setForm] = useState(stored && policyForm(stored))
  const [tried, setTried] = useState(false)
  const save = useMutation({ ...act.setAbilityTestPolicy(abilityId), onSuccess: onClose })
  const problems = form ? policyProblems(form, 'anybody') : {}
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (!isPolicyReady(problems)) return
    save.mutate({ test_policy: form ? policyOf(form, crypto.randomUUID()) : null })
  }
  return (
    <form className={css.policy} onSubmit={submit} noValidate>
      <PolicyFields
        form={form}
        acting={now.acting}
        stored={stored !== undefined}
        problems={tried ? problems : undefined}
        byAgent="anybody"
        open
        onChange={setForm}
      />
      <FormFooter action={say('Save')} busy={save.isPending} onCancel={onClose} />
    </form>
  )
}
