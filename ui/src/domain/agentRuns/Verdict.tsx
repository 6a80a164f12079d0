import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from '#ui/components/Badge'
import css from './Verdict.module.css'

const ICON: Record<Tone, ReactNode> = {
  ok: <CircleCheck size={18} aria-hidden />,
  warn: <TriangleAlert size={18} aria-hidden />,
  bad: <CircleX size={18} aria-hidden />,
  neutral: <Info size={18} aria-hidden />,
  accent: <Info size={18} aria-hidden />,
}

/** How a run or a practice ended, and why. It is read out when it appears. */
export function Verdict({
  label,
  tone,
  title,
  children,
}: {
  label: string
  tone: Tone
  title: string
  children?: ReactNode
}) {
  return (
    <section className={css.verdict} data-tone={tone} aria-label={label} role="status">
      {ICON[tone]}
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </section>
  )
}
