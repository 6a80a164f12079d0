import { Field, FieldGroup, Select, TextArea, TextInput } from '#ui/components/Field'
import { Segmented } from '#ui/components/Segmented'
import { say } from '#ui/lib/say'
import type { ClientAuth, ClientDraft, SignsIn } from './draft'

const WHO: { value: SignsIn; label: string }[] = [
  { value: 'unset', label: say('You, if it asks') },
  { value: 'oauth2_delegated', label: say('You, as a registered client') },
  { value: 'oauth2_client_credentials', label: say('Apprentice, without you') },
]

const PROOF: Record<ClientAuth, string> = {
  none: say('Not at all'),
  client_secret_basic: say('With a secret in a header (client_secret_basic)'),
  client_secret_post: say('With a secret in the body (client_secret_post)'),
  private_key_jwt: say('With a private key (private_key_jwt)'),
}

/** Who signs in to an address, and as which client of its authorization server. */
export function OauthClientFields({
  client,
  errorOf,
  onChange,
}: {
  client: ClientDraft
  errorOf(field: string): { error?: string }
  onChange(client: ClientDraft): void
}) {
  const set = (change: Partial<ClientDraft>): void => onChange({ ...client, ...change })
  const byItself = client.signsIn === 'oauth2_client_credentials'
  const hasKey = client.auth === 'private_key_jwt'
  return (
    <>
      <FieldGroup label={say('Who signs in')}>
        <Segmented
          label={say('Who signs in')}
          value={client.signsIn}
          choices={WHO}
          onChange={(signsIn) =>
            set({
              signsIn,
              ...(signsIn === 'oauth2_client_credentials' && client.auth === 'none'
                ? { auth: 'client_secret_basic' as const }
                : {}),
            })
          }
        />
      </FieldGroup>
      {client.signsIn !== 'unset' && (
        <>
          <Field
            label={say('Client id')}
            hint={say('The id that the authorization server shows for the client.')}
            {...errorOf('oauth_client.client_id')}
          >
            {(ids) => (
              <TextInput
                {...ids}
                value={client.id}
                onChange={(event) => set({ id: event.target.value })}
              />
            )}
          </Field>
          <Field label={say('Client authentication')} {...errorOf('oauth_client.client_auth')}>
            {(ids) => (
              <Select
                {...ids}
                value={client.auth}
                onChange={(event) => set({ auth: event.target.value as ClientAuth })}
              >
                {Object.entries(PROOF)
                  .filter(([auth]) => !byItself || auth !== 'none')
                  .map(([auth, label]) => (
                    <option key={auth} value={auth}>
                      {label}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
          {client.auth !== 'none' && (
            <>
              <Field
                label={hasKey ? say('Private key') : say('Client secret')}
                hint={
                  hasKey
                    ? say('In PEM. It is kept in the keychain and never shown again.')
                    : say('It is kept in the keychain and never shown again.')
                }
                {...errorOf('oauth_client.credential')}
              >
                {(ids) =>
                  hasKey ? (
                    <TextArea
                      {...ids}
                      spellCheck={false}
                      placeholder={client.place ? say('as it is') : '-----BEGIN PRIVATE KEY-----'}
                      value={client.credential}
                      onChange={(event) => set({ credential: event.target.value })}
                    />
                  ) : (
                    <TextInput
                      {...ids}
                      type="password"
                      placeholder={client.place ? say('as it is') : ''}
                      value={client.credential}
                      onChange={(event) => set({ credential: event.target.value })}
                    />
                  )
                }
              </Field>
              <Field
                label={say('Authorization server')}
                hint={
                  hasKey
                    ? say(
                        'Where the client is registered. What its key signs is sent to no other address.',
                      )
                    : say('Where the client is registered. Its secret is sent to no other address.')
                }
                {...errorOf('oauth_client.issuer')}
              >
                {(ids) => (
                  <TextInput
                    {...ids}
                    type="url"
                    placeholder="https://auth.example.com"
                    value={client.issuer}
                    onChange={(event) => set({ issuer: event.target.value })}
                  />
                )}
              </Field>
            </>
          )}
          <Field
            label={say('Scopes')}
            hint={say(
              'With spaces between them. Leave empty to ask for those that the server names.',
            )}
            {...errorOf('oauth_client.scopes')}
          >
            {(ids) => (
              <TextInput
                {...ids}
                value={client.scopes}
                onChange={(event) => set({ scopes: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </>
  )
}
