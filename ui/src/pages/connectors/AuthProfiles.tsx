import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { ConfirmDialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, Select, TextInput } from '#ui/components/Field'
import { Switch } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import css from './connectors.module.css'

const STATES: Record<backend.AuthState, string> = {
  healthy: say('signed in'),
  challenge_required: say('wants a sign-in'),
  expired: say('the sign-in has ended'),
  revoked: say('signed out'),
  unknown: say('nobody signed in yet'),
}

const RENEWALS: Record<backend.RefreshPolicy, string> = {
  auto_if_refresh_token: say('Before a call that needs it'),
  manual: say('Only when you ask for it'),
  deny: say('Not at all'),
}

const usersOf = ({ server_ids: ids }: backend.AuthProfile): string =>
  ids.length === 0
    ? say('No connector uses it.')
    : say('Used by {connectors}.', { connectors: ids.join(', ') })

/** Every auth profile. One that no connector uses can be deleted. */
export function AuthProfiles() {
  const profiles = useQuery(backend.authProfiles()).data?.auth_profiles ?? []
  if (profiles.length === 0) return null
  return (
    <section className={css.about} aria-label={say('Auth profiles')}>
      <h2>{say('Auth profiles')}</h2>
      <ul className={css.list}>
        {profiles.map((profile) => (
          <li key={profile.auth_profile_id} className={css.offer}>
            <Profile profile={profile} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Profile({ profile }: { profile: backend.AuthProfile }) {
  const remove = useMutation(backend.deleteAuthProfile(profile.auth_profile_id))
  const [asked, setAsked] = useState(false)
  const name = profile.display_name
  return (
    <>
      <b>{name}</b> <span className="faint">{STATES[profile.status]}</span>
      <p className="muted">{usersOf(profile)}</p>
      {profile.server_ids.length === 0 && (
        <Button
          look="danger"
          busy={remove.isPending}
          onClick={() => setAsked(true)}
          aria-label={say('Delete the auth profile {name}', { name })}
        >
          {say('Delete')}
        </Button>
      )}
      {remove.error && <ErrorNote error={remove.error} />}
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={say('Delete {name}?', { name })}
        description={say('Its tokens and the secret of its client are deleted.')}
        keep={say('Keep it')}
        action={say('Delete')}
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSettled: () => setAsked(false),
            onSuccess: ({ secrets_left: left }) => {
              if (left.length > 0)
                toast.warning(
                  say('These secrets stayed in the keychain: {left}.', { left: left.join(', ') }),
                )
            },
          })
        }
      />
    </>
  )
}

/** With which auth profile a connector signs in, and what holds for it. */
export function AuthProfileChoice({ entry }: { entry: backend.ConnectorEntry }) {
  const query = useQuery(backend.authProfiles())
  const update = useMutation(backend.update(entry.server_id))
  const profiles = query.data?.auth_profiles
  if (!profiles)
    return query.error ? (
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
    ) : null
  const own = profiles.find(({ auth_profile_id: id }) => id === entry.auth_profile_id)
  // A profile that is not shared belongs to its connector.
  const possible = profiles.filter(
    (profile) => profile === own || profile.shared_profile || profile.server_ids.length === 0,
  )
  return (
    <section aria-label={say('How Apprentice signs in')}>
      <h3>{say('How Apprentice signs in')}</h3>
      <Field label={say('Auth profile')} hint={own && usersOf(own)}>
        {(ids) => (
          <Select
            {...ids}
            value={own?.auth_profile_id ?? ''}
            disabled={update.isPending}
            onChange={(event) => update.mutate({ auth_profile_id: event.target.value || null })}
          >
            <option value="">{say('None: the next sign-in makes one')}</option>
            {possible.map((profile) => (
              <option key={profile.auth_profile_id} value={profile.auth_profile_id}>
                {`${profile.display_name} (${STATES[profile.status]})`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {update.error && <ErrorNote error={update.error} />}
      {own && <Rules key={own.auth_profile_id} profile={own} />}
      <NewProfile onMade={(id) => update.mutate({ auth_profile_id: id })} />
    </section>
  )
}

/** What the person decides about a profile. */
function Rules({ profile }: { profile: backend.AuthProfile }) {
  const change = useMutation(backend.updateAuthProfile(profile.auth_profile_id))
  return (
    <>
      <Field label={say('When its tokens are renewed')}>
        {(ids) => (
          <Select
            {...ids}
            value={profile.refresh_policy}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate({ refresh_policy: event.target.value as backend.RefreshPolicy })
            }
          >
            {Object.entries(RENEWALS).map(([policy, label]) => (
              <option key={policy} value={policy}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <span className={css.aside}>
        <span aria-hidden>{say('Several connectors can use it')}</span>
        <Switch
          label={say('Several connectors can use {name}', { name: profile.display_name })}
          on={profile.shared_profile}
          disabled={change.isPending}
          onChange={(shared) => change.mutate({ shared_profile: shared })}
        />
      </span>
      {change.error && <ErrorNote error={change.error} />}
    </>
  )
}

/** Makes a profile that several connectors can use, with which Apprentice registers itself. */
function NewProfile({ onMade }: { onMade(id: string): void }) {
  const [name, setName] = useState('')
  const create = useMutation(backend.createAuthProfile())
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    create.mutate(
      {
        display_name: name.trim(),
        shared_profile: true,
        refresh_policy: 'auto_if_refresh_token',
      },
      {
        onSuccess: ({ auth_profile_id: id }) => {
          setName('')
          onMade(id)
        },
      },
    )
  }
  return (
    <form className={css.variable} onSubmit={submit}>
      <TextInput
        aria-label={say('Name of a new shared profile')}
        placeholder={say('Name of a new shared profile')}
        maxLength={160}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={create.isPending} disabled={!name.trim()}>
        {say('Make it and use it')}
      </Button>
      {create.error && <ErrorNote error={create.error} />}
    </form>
  )
}
