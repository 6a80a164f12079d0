import type { WatchSource } from '#ui/backend/types'
import { describeScope } from './form'

const INSTALLED_STAYS =
  'What is installed stays as it is. The draft takes its place only when you install it, and you see every change before.'

/** What will be watched and kept, shown before anything starts. */
export function PrivacyNotice({
  improving,
  watching,
  watch,
  onlyIn,
}: {
  improving: boolean
  watching: boolean
  watch: readonly WatchSource[]
  onlyIn: readonly string[]
}) {
  return (
    <>
      {improving && <Notice title="What stays">{INSTALLED_STAYS}</Notice>}
      <Notice title="What will be seen">
        {watching
          ? describeScope(watch, onlyIn)
          : 'Nothing. No window is opened and nothing you do is recorded.'}
      </Notice>
      {watching && (
        <Notice title="What will never be kept">
          Passwords, one-time codes, tokens, keys and card numbers. They are masked before anything
          is stored.
        </Notice>
      )}
      {!improving && (
        <Notice title="What stays yours">
          Everything stays on this computer. You can pause, delete single actions, or throw it all
          away.
        </Notice>
      )}
    </>
  )
}

function Notice({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h3>{title}</h3>
      <p className="muted">{children}</p>
    </section>
  )
}
