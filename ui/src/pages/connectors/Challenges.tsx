import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { CopyableText } from '#ui/components/CopyableText'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Ago } from '#ui/components/Time'
import { say, Say } from '#ui/lib/say'
import css from './connectors.module.css'

/** Calls that wait until the person signs in, or grants more. */
export function Challenges({ only }: { only?: string }) {
  const query = useQuery(backend.pendingCalls())
  const waiting = (query.data?.challenges ?? []).filter(
    ({ server_id: id }) => only === undefined || id === only,
  )
  if (waiting.length === 0) return null
  return (
    <section className={css.trust} aria-label={say('Calls that wait for a sign-in')}>
      <h2>{say('Calls that wait for a sign-in')}</h2>
      <ul className={css.list}>
        {waiting.map((challenge) => (
          <li key={challenge.challenge_id}>
            <Challenge challenge={challenge} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Challenge({ challenge }: { challenge: backend.Challenge }) {
  const respond = useMutation(backend.respondToChallenge())
  const [asked, setAsked] = useState<string>()
  const answer = (
    decision: backend.ChallengeDecision,
    { device = false, button = decision as string } = {},
  ): void => {
    setAsked(button)
    respond.mutate({ challenge_id: challenge.challenge_id, decision, device_code: device })
  }
  const busy = (button: string): boolean => respond.isPending && asked === button
  const agent = challenge.requested_by.slice('agent:'.length)
  const asker =
    challenge.requested_by === 'person'
      ? say('You')
      : agent === ''
        ? say('An agent')
        : say('The agent “{agent}”', { agent })
  const values = {
    asker: <b>{asker}</b>,
    tool: <b>{challenge.tool_name}</b>,
    server: challenge.server_name,
    when: <Ago at={challenge.created_at} />,
    scopes: <b>{challenge.scopes.join(', ')}</b>,
  }
  return (
    <div className={css.request}>
      <p>
        {challenge.kind === 'more_scopes' ? (
          <Say
            text="{asker} called {tool} of {server}, {when}. The call waits until you grant {scopes}."
            values={values}
          />
        ) : (
          <Say
            text="{asker} called {tool} of {server}, {when}. The call waits until you sign in."
            values={values}
          />
        )}
      </p>
      {challenge.sign_in && <Begun begun={challenge.sign_in} />}
      <div className={css.buttons}>
        <Button
          look="primary"
          busy={busy('approve')}
          disabled={respond.isPending}
          onClick={() => answer('approve')}
        >
          {say('Sign in')}
        </Button>
        <Button
          busy={busy('device')}
          disabled={respond.isPending}
          onClick={() => answer('approve', { device: true, button: 'device' })}
        >
          {say('Sign in on another device')}
        </Button>
        <Button busy={busy('retry')} disabled={respond.isPending} onClick={() => answer('retry')}>
          {say('Try again')}
        </Button>
        <Button
          look="danger"
          busy={busy('deny')}
          disabled={respond.isPending}
          onClick={() => answer('deny')}
        >
          {say('Refuse')}
        </Button>
      </div>
      {respond.error && <ErrorNote error={respond.error} />}
    </div>
  )
}

/** Where the person signs in. The call goes on by itself when they have. */
function Begun({ begun }: { begun: backend.SignInBegun }) {
  const issuer = <b>{begun.issuer}</b>
  if (begun.user_code && begun.verification_uri)
    return (
      <div role="status">
        <p>
          <Say
            text="Open this address on any device, type the code, and agree at {issuer}. The call goes on when you have."
            values={{ issuer }}
          />
        </p>
        <div className={css.code}>
          <CopyableText text={begun.verification_uri} />
          <CopyableText text={begun.user_code} />
        </div>
      </div>
    )
  return (
    <div role="status">
      <p>
        <Say
          text="Open this address in your browser, and agree at {issuer}. The call goes on when you have."
          values={{ issuer }}
        />
      </p>
      <CopyableText text={begun.authorization_url} />
    </div>
  )
}
