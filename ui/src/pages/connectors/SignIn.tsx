import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { CopyableText } from '#ui/components/CopyableText'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import css from './connectors.module.css'

/** Begins a sign-in, shows the address for the browser, and says how it went. */
export function SignIn({ id, name }: { id: string; name: string }) {
  const start = useMutation(backend.startSignIn(id))
  const begun = start.data
  return (
    <section className={css.trust} aria-label="Sign-in">
      <h3>
        <KeyRound size={16} aria-hidden />
        {name} wants you to sign in
      </h3>
      {begun ? (
        <Waiting id={id} begun={begun} onAgain={() => start.mutate({})} />
      ) : (
        <>
          <p className="muted">
            You agree in your browser. The tokens are kept in your keychain, and sent to nobody
            else.
          </p>
          <div>
            <Button look="primary" busy={start.isPending} onClick={() => start.mutate({})}>
              Sign in
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
}: {
  id: string
  begun: backend.SignInBegun
  onAgain(): void
}) {
  const status = useQuery(backend.signInStatus(id)).data
  const client = useQueryClient()
  const isSignedIn = status?.auth_state === 'healthy'
  useEffect(() => {
    if (isSignedIn) void client.invalidateQueries({ queryKey: backend.connector(id).queryKey })
  }, [client, id, isSignedIn])
  if (isSignedIn) return <p>You are signed in.</p>
  if (status && !status.waits_until)
    return (
      <>
        <Note tone="bad" role="alert">
          {status.last_error
            ? `The sign-in failed: ${status.last_error}.`
            : 'Nobody came back from the browser in time.'}
        </Note>
        <div>
          <Button onClick={onAgain}>Begin again</Button>
        </div>
      </>
    )
  return (
    <>
      <p>
        Open this address in your browser, and agree at <b>{begun.issuer}</b>. This page notices
        when you are back.
      </p>
      <CopyableText text={begun.authorization_url} />
    </>
  )
}
