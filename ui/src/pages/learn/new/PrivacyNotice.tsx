import type { WatchSource } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import { describeScope } from './form'

const INSTALLED_STAYS =
  say(`The installed version stays as it is. The draft replaces it only when you install it, and you
    see every change first.`)

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
      {improving && <Notice title={say('What stays the same')}>{INSTALLED_STAYS}</Notice>}
      <Notice title={say('What is watched')}>
        {watching
          ? describeScope(watch, onlyIn)
          : say('Nothing. No window opens, and nothing is recorded.')}
      </Notice>
      {watching && (
        <Notice title={say('What is never kept')}>
          {say(`Passwords, one-time codes, tokens, keys and card numbers. They are masked before
            anything is stored.`)}
        </Notice>
      )}
      {!improving && (
        <Notice title={say('What you control')}>
          {say(`Everything stays on this computer. You can pause, delete single actions, or delete
            everything.`)}
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
