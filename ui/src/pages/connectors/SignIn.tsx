import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { CopyableText } from '#ui/components/CopyableText'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { ClockTime } from '#ui/components/Time'
import { Say, say } from '#ui/lib/say'
import css from './connectors.module.css'

/** The button that was pressed is gone when the panel changes, so the focus goes to its first one. */
function useFocusKept(panel: RefObject<HTMLElement | null>, shown: unknown): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    panel.current?.querySelector('button')?.focus()
  }, [panel, shown])
}

/** Begins a sign-in, shows the address for the browser or a code for another device, and says how it went. */
export function SignIn({
  id,
  name,
  needed,
}: {
  id: string
  name: string
  /** The scopes that it wanted and was not granted. */
  needed: readonly string[]
}) {
  const start = useMutation(backend.startSignIn(id))
  const begun = start.data
  const isMore = needed.length > 0
  const panel = useRef<HTMLElement>(null)
  useFocusKept(panel, begun)
  return (
    <section ref={panel} className={css.trust} aria-label={say('Sign-in')}>
      <h3>
        <KeyRound size={16} aria-hidden />
        {isMore
          ? say('{name} wants more rights', { name })
          : say('{name} wants you to sign in', { name })}
      </h3>
      {begun ? (
        <Waiting
          id={id}
          begun={begun}
          onAgain={() => start.mutate({ device_code: begun.user_code !== undefined })}
          onCancelled={() => start.reset()}
        />
      ) : (
        <>
          {isMore && (
            <p>
              <Say
                text={'It refused a request, because you did not grant {needed}.'}
                values={{ needed: <b>{needed.join(', ')}</b> }}
              />
            </p>
          )}
          <p className="muted">
            {say(
              'You agree in your browser. The tokens are kept in your keychain, and sent to nobody else.',
            )}
          </p>
          <div className={css.buttons}>
            <Button look="primary" busy={start.isPending} onClick={() => start.mutate({})}>
              {say('Sign in')}
            </Button>
            <Button busy={start.isPending} onClick={() => start.mutate({ device_code: true })}>
              {say('Sign in on another device')}
            </Button>
          </div>
        </>
      )}
      {start.error && <ErrorNote error={start.error} />}
    </section>
  )
}

function Waiting({
  id,
  begun,
  onAgain,
  onCancelled,
}: {
  id: string
  begun: backend.SignInBegun
  onAgain(): void
  onCancelled(): void
}) {
  const status = useQuery(backend.signInStatus(id)).data
  const cancel = useMutation(backend.cancelSignIn(id))
  const client = useQueryClient()
  const isSignedIn = status?.auth_state === 'healthy'
  useEffect(() => {
    if (isSignedIn) void client.invalidateQueries({ queryKey: backend.connector(id).queryKey })
  }, [client, id, isSignedIn])
  if (isSignedIn) return <p>{say('You are signed in.')}</p>
  if (status && !status.waits_until)
    return (
      <>
        <Note tone="bad" role="alert">
          {status.last_error
            ? say('The sign-in failed: {lastError}.', { lastError: status.last_error })
            : say('The sign-in ended without an answer.')}
        </Note>
        <div className={css.buttons}>
          <Button look="primary" onClick={onAgain}>
            {say('Begin again')}
          </Button>
          <Button onClick={onCancelled}>{say('Cancel')}</Button>
        </div>
      </>
    )
  return (
    <>
      {begun.user_code && begun.verification_uri ? (
        <>
          <p role="status">
            <Say
              text={`Open this address on any device, type the code, and agree at {issuer}. This page
              notices when you have.`}
              values={{ issuer: <b>{begun.issuer}</b> }}
            />
          </p>
          <div className={css.code}>
            <CopyableText text={begun.verification_uri} />
            <CopyableText text={begun.user_code} />
          </div>
        </>
      ) : (
        <>
          <p role="status">
            <Say
              text={`Open this address in your browser, and agree at {issuer}. This page notices when you
              are back.`}
              values={{ issuer: <b>{begun.issuer}</b> }}
            />
          </p>
          <CopyableText text={begun.authorization_url} />
        </>
      )}
      {(begun.scopes ?? []).length > 0 && (
        <p className="muted">
          {say('It asks for: {scopes}.', { scopes: begun.scopes.join(', ') })}
        </p>
      )}
      <div className={css.buttons}>
        <Button
          busy={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onSuccess: onCancelled })}
        >
          {say('Cancel')}
        </Button>
        {status?.waits_until && (
          <span className="muted">
            <Say
              text={'It waits until {time}.'}
              values={{ time: <ClockTime at={status.waits_until} /> }}
            />
          </span>
        )}
      </div>
      {cancel.error && <ErrorNote error={cancel.error} />}
    </>
  )
}
