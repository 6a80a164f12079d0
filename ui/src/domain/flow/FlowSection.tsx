import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ProposalDetail } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { say } from '#ui/lib/say'
import css from './Flow.module.css'
import { FlowGraph } from './FlowGraph'
import { NodeDetail } from './NodeDetail'
import type { FlowState } from './useFlow'
import { useZoom } from './useZoom'

/** The steps of the task as a graph: loops, choices, inputs, checkpoints and open questions. */
export function FlowSection({
  flow: { drawing, isLoading, error, retry, box, isOpen, setOpen, save },
  detail,
  onQuestions,
}: {
  flow: FlowState
  detail: ProposalDetail
  /** Leads to the open questions. */
  onQuestions?(): void
}) {
  const [chosen, choose] = useState('start')
  const zoom = useZoom()
  if (error) return <ErrorNote error={error} onRetry={retry} />
  const node = drawing?.nodes.find(({ id }) => id === chosen) ?? drawing?.nodes[0]
  // It keeps its place while it loads, so that nothing moves below it.
  if (!node && !isLoading) return null
  return (
    <details
      ref={box}
      className={css.section}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h3>{say('Flow')}</h3>{' '}
        <span className="muted">{drawing?.summary ?? say('loading...')}</span>
      </summary>
      {isOpen && drawing && node && (
        <div className={css.body}>
          <div className={css.tools}>
            {zoom.buttons}
            <Button icon={<Download size={14} aria-hidden />} onClick={save}>
              {say('Export SVG')}
            </Button>
          </div>
          <div className={css.graph}>
            <FlowGraph flow={drawing} chosen={node.id} onChoose={choose} zoom={zoom} />
            <NodeDetail
              node={node}
              flow={drawing}
              detail={detail}
              onChoose={choose}
              onQuestions={onQuestions}
            />
          </div>
        </div>
      )}
    </details>
  )
}
