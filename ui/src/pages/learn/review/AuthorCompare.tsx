import { Suspense, lazy } from 'react'
import type { Schemas } from '#ui/backend/types'
import { Dialog } from '#ui/components/Dialog'
import { Skeleton } from '#ui/components/Skeleton'
import { say } from '#ui/lib/say'

const CodeDiff = lazy(() =>
  import('#ui/components/CodeEditor').then(({ CodeDiff: component }) => ({ default: component })),
)

/** The draft of the rules beside the draft of the model. */
export function AuthorCompare({
  mark,
  text,
  onClose,
}: {
  mark: Schemas['AuthorMark']
  text: string
  onClose(): void
}) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={say('What the model changed')}
      description={say('The draft of the rules, and this draft.')}
    >
      <Suspense fallback={<Skeleton rows={8} />}>
        <CodeDiff
          label={say('Changes to the draft of the rules')}
          before={mark.rules_skill_md}
          after={text}
        />
      </Suspense>
    </Dialog>
  )
}
