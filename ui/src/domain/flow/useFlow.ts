import { useQuery } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { toast } from 'sonner'
import * as read from '#ui/backend/queries'
import { transport } from '#ui/backend/transport'
import type { ProposalDetail } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import type { FlowDrawing } from './words'

export interface FlowState {
  /** Absent: not read yet, or the draft has no steps. */
  drawing: FlowDrawing | undefined
  isLoading: boolean
  error: Error | null
  retry(): void
  box: RefObject<HTMLDetailsElement | null>
  isOpen: boolean
  setOpen(open: boolean): void
  save: (() => void) | undefined
  /** For the palette of the page. */
  commands: Array<{
    id: string
    label: string
    group: 'Review'
    keys?: string
    words: string
    run(): void
  }>
}

/** The flow of a draft, and what can be done with it. */
export function useFlow(detail: ProposalDetail): FlowState {
  const { proposal_id: id, proposed_skill_slug: slug, title } = detail.proposal
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDetailsElement>(null)
  const query = useQuery(read.proposalFlow(id))
  const drawing = query.data?.drawing.nodes.length ? query.data.drawing : undefined
  const svg = drawing && query.data?.svg
  const save = useMemo(
    () =>
      svg === undefined
        ? undefined
        : (): void =>
            void transport()
              .save(`${slug}-flow.svg`, svg)
              .then(
                (where) => toast.success(say('The flow is saved.'), { description: where }),
                (thrown: unknown) =>
                  toast.error(thrown instanceof Error ? thrown.message : String(thrown)),
              ),
    [slug, svg],
  )
  const commands = useMemo(
    (): FlowState['commands'] =>
      save
        ? [
            {
              id: 'flow',
              label: say('Show the flow: {title}', { title }),
              group: 'Review',
              keys: 'r f',
              words: say('graph steps loop choice diagram checkpoints'),
              run: () => {
                setOpen(true)
                box.current?.scrollIntoView({ block: 'start' })
                box.current?.querySelector('summary')?.focus({ preventScroll: true })
              },
            },
            {
              id: 'flow export',
              label: say('Export the flow as SVG: {title}', { title }),
              group: 'Review',
              words: say('graph save picture'),
              run: save,
            },
          ]
        : [],
    [save, title],
  )
  return {
    drawing,
    isLoading: query.isLoading,
    error: query.error,
    retry: () => void query.refetch(),
    box,
    isOpen,
    setOpen,
    save,
    commands,
  }
}
