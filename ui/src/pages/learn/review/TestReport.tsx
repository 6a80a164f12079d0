import { Ban, ChevronRight, CircleCheck, CircleDashed, CircleX, SkipForward } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { ProposalDetail, Schemas, ValidationRun, ValidationStep } from '#ui/backend/types'
import { Ago } from '#ui/components/Time'
import { say } from '#ui/lib/say'
import css from './TestReport.module.css'

const KIND: Record<Schemas['RunKind'], string> = {
  lint: say('Lint'),
  trigger: say('Triggers'),
  dependency_check: say('Dependencies'),
  dry_run: say('Dry run'),
  canary: say('Canary'),
  adapter_check: say('Adapters'),
  rehearsal: say('Rehearsal'),
}

const RESULT: Record<Schemas['OverallResult'], { word: string; icon: ReactNode }> = {
  passed: { word: say('passed'), icon: <CircleCheck className={css.ok} /> },
  failed: { word: say('failed'), icon: <CircleX className={css.bad} /> },
  partial: { word: say('not complete'), icon: <CircleDashed className={css.warn} /> },
  cancelled: { word: say('cancelled'), icon: <Ban className={css.quiet} /> },
}

const STEP: Record<Schemas['StepResult'], ReactNode> = {
  passed: <CircleCheck className={css.ok} aria-label={say('passed')} />,
  failed: <CircleX className={css.bad} aria-label={say('failed')} />,
  skipped: <SkipForward className={css.quiet} aria-label={say('skipped')} />,
}

/** The latest run of each kind. Its steps can be expanded. */
export function TestReport({
  validation,
  testing,
}: {
  validation: ProposalDetail['validation']
  testing: boolean
}) {
  if (validation.latest_runs.length === 0)
    return (
      <p className="faint">{testing ? say('The tests are running.') : say('Not tested yet.')}</p>
    )
  return (
    <ul className={css.list}>
      {validation.latest_runs.map((run) => (
        <li key={run.validation_run_id}>
          <Run
            run={run}
            steps={validation.steps.filter(
              (step) => step.validation_run_id === run.validation_run_id,
            )}
          />
        </li>
      ))}
    </ul>
  )
}

function Run({ run, steps }: { run: ValidationRun; steps: readonly ValidationStep[] }) {
  const [open, setOpen] = useState(run.overall_result === 'failed')
  const id = useId()
  const passed = steps.filter((step) => step.result === 'passed').length
  const judged = steps.filter((step) => step.result !== 'skipped').length
  const { word, icon } = RESULT[run.overall_result]
  return (
    <>
      <button
        type="button"
        className={css.run}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {icon}
        <span>
          {KIND[run.run_kind]} <span className="muted">{word}</span>
        </span>
        <span className={`${css.count} num`}>{judged > 0 && `${passed}/${judged}`}</span>
        <ChevronRight size={13} className={css.chevron} data-open={open || undefined} aria-hidden />
      </button>
      {open && (
        <ul id={id} className={css.steps}>
          {steps.map((step) => (
            <li key={step.test_case_id}>
              {STEP[step.result]}
              <span>
                {step.label}
                {step.details && <span className="faint"> {step.details}</span>}
              </span>
            </li>
          ))}
          <li className={css.at}>
            <Ago at={run.completed_at ?? run.started_at} />
          </li>
        </ul>
      )}
    </>
  )
}
