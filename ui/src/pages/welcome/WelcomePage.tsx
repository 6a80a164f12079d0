import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import { useState } from 'react'
import { Header } from '#ui/shell/Header'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Page } from '#ui/components/Page'
import { Skeleton } from '#ui/components/Skeleton'
import { SessionStartError } from '#ui/domain/SessionStartError'
import { AgentTargets } from '#ui/domain/AgentTargets'
import { Say, say } from '#ui/lib/say'
import css from './WelcomePage.module.css'

const STEPS = [say('Your agents'), say('Where abilities go'), say('Practise')] as const
const SANDBOX = 'sandbox'
const PRACTICE: Schemas['CreateLearnSessionRequest'] = {
  entry_mode: 'demonstrating_skill',
  observation_mode: 'outside_agent',
  target_kind: 'new_skill',
  goal: 'Order tea for a guest',
  watch: ['browser'],
  start_url: 'practice',
  build_policy: 'build_then_review',
  execution_mode: 'guided',
}

/** The first run: three short steps that end with an installed skill. */
export function WelcomePage() {
  const query = useQuery(read.settings())
  return (
    <>
      <Header title={say('First steps')} />
      <Page label={say('First steps')}>
        {query.data ? (
          <Steps response={query.data} />
        ) : query.error ? (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton />
        )}
      </Page>
    </>
  )
}

function Steps({ response: { settings, targets } }: { response: Schemas['SettingsResponse'] }) {
  const navigate = useNavigate()
  const [step, setStep] = useState(0)
  const [enabled, setEnabled] = useState<readonly string[]>(() =>
    settings.first_run_done
      ? settings.enabled_targets
      : targets
          .filter((target) => target.detected && target.writable && target.target_id !== SANDBOX)
          .map((target) => target.target_id),
  )
  const save = useMutation(act.updateSettings())
  const keep = (done: boolean, then: () => void): void =>
    save.mutate(
      { enabled_targets: [...enabled], first_run_done: done || settings.first_run_done },
      { onSuccess: then },
    )
  const agents = targets.filter((target) => target.target_id !== SANDBOX)
  return (
    <div className={css.page}>
      <ol className={css.steps} aria-label={say('Steps')}>
        {STEPS.map((name, at) => (
          <li
            key={name}
            aria-current={at === step ? 'step' : undefined}
            data-done={at < step || undefined}
          >
            <span className={css.number}>
              {at < step ? <Check size={12} strokeWidth={3} aria-label={say('done')} /> : at + 1}
            </span>
            {name}
          </li>
        ))}
      </ol>
      {step === 0 && (
        <section className={css.step}>
          <h2>{say('Which agents do you use?')}</h2>
          <p className="muted">
            {say(`Abilities you teach are written into their skills folders, and only there. You can
              change this at any time in Settings.`)}
          </p>
          <AgentTargets targets={agents} enabled={enabled} onChange={setEnabled} />
          <Buttons onSkip={() => keep(true, () => void navigate({ to: '/learn/new' }))}>
            <Button
              look="primary"
              busy={save.isPending}
              onClick={() => keep(false, () => setStep(1))}
            >
              {say('Continue')}
            </Button>
          </Buttons>
        </section>
      )}
      {step === 1 && (
        <TargetsStep
          targets={targets}
          enabled={enabled}
          onBack={() => setStep(0)}
          onNext={() => setStep(2)}
        />
      )}
      {step === 2 && (
        <PracticeStep
          enabled={enabled}
          targets={targets}
          onBack={() => setStep(1)}
          onSkip={() => keep(true, () => void navigate({ to: '/learn/new' }))}
        />
      )}
    </div>
  )
}

function TargetsStep({
  targets,
  enabled,
  onBack,
  onNext,
}: {
  targets: ReadonlyArray<Schemas['SkillTarget']>
  enabled: readonly string[]
  onBack(): void
  onNext(): void
}) {
  const chosen = targets.filter((target) => enabled.includes(target.target_id))
  return (
    <section className={css.step}>
      <h2>{say('Where abilities go')}</h2>
      <p className="muted">
        {say(`A draft stays inside Apprentice until you install it. Then its folder is written here
          completely or not at all, and none of your files are overwritten.`)}
      </p>
      <ul className={css.places}>
        {chosen.map((target) => (
          <li key={target.target_id}>
            <b>{target.label}</b>
            <code>{say('{path}/your-ability/SKILL.md', { path: target.path })}</code>
          </li>
        ))}
        {chosen.length === 0 && (
          <li className="muted">
            {say(`No agent is switched on. You can still practise: the practice skill goes to a
              sandbox folder.`)}
          </li>
        )}
      </ul>
      <Buttons onBack={onBack}>
        <Button look="primary" onClick={onNext}>
          {say('Continue')}
        </Button>
      </Buttons>
    </section>
  )
}

interface PracticeStepProps {
  enabled: readonly string[]
  targets: ReadonlyArray<Schemas['SkillTarget']>
  onBack(): void
  onSkip(): void
}

function PracticeStep({ enabled, targets, onBack, onSkip }: PracticeStepProps) {
  const navigate = useNavigate()
  const save = useMutation(act.updateSettings())
  const sandbox = targets.find((target) => target.target_id === SANDBOX)
  const start = useMutation({
    ...act.demonstrate(),
    onSuccess: () => navigate({ to: '/learn/active' }),
  })
  const begin = (): void =>
    save.mutate(
      { enabled_targets: [...enabled], first_run_done: true },
      { onSuccess: () => start.mutate(PRACTICE) },
    )
  return (
    <section className={css.step}>
      <h2>{say('Practise once, in two minutes')}</h2>
      <p className="muted">
        {say(`A window opens on a sample page. Order tea there for an imaginary guest, press Stop,
          read the draft, and install it privately.`)}
      </p>
      <ol className={css.plan}>
        <li>
          {say(
            'Fill in the order on the sample page and send it. Every action appears in the timeline.',
          )}
        </li>
        <li>{say('Press Stop. A draft with checkpoints is made and tested.')}</li>
        <li>
          {sandbox ? (
            <Say
              text={`Choose Install privately. The skill goes into a sandbox folder, and no agent is
              touched: {folder}`}
              values={{ folder: <code>{sandbox.path}</code> }}
            />
          ) : (
            say(`Choose Install privately. The skill goes into a sandbox folder, and no agent is
            touched.`)
          )}
        </li>
      </ol>
      {start.error && (
        <SessionStartError error={start.error} sources={[]} onWatch={() => start.reset()} />
      )}
      <Buttons onBack={onBack} onSkip={onSkip}>
        <Button
          look="primary"
          icon={<Circle size={11} fill="currentColor" />}
          busy={save.isPending || start.isPending}
          onClick={begin}
        >
          {say('Start the practice')}
        </Button>
      </Buttons>
    </section>
  )
}

function Buttons({
  onBack,
  onSkip,
  children,
}: {
  onBack?(): void
  onSkip?(): void
  children: React.ReactNode
}) {
  return (
    <footer className={css.buttons}>
      {onBack && (
        <Button look="ghost" onClick={onBack}>
          {say('Back')}
        </Button>
      )}
      <span className={css.gap} />
      {onSkip && (
        <Button look="ghost" onClick={onSkip}>
          {say('Skip for now')}
        </Button>
      )}
      {children}
    </footer>
  )
}
