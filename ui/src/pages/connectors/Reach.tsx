import type { ConnectorEntry, ConnectorVariable } from '#ui/backend/connectors'
import { say, Say } from '#ui/lib/say'
import css from './connectors.module.css'

type Reached = Pick<
  ConnectorEntry,
  'command' | 'endpoint_url' | 'environment' | 'headers' | 'oauth_client'
>

/** What a connector starts or reaches, whole: each argument on a line of its own. */
export function Reach({
  command,
  endpoint_url: url,
  environment,
  headers,
  oauth_client: client,
}: Reached) {
  const variables = [...environment, ...headers]
  const isArgument = (name: string): boolean =>
    command?.arguments.some((argument) => argument.includes(`\${${name}}`)) ?? false
  return (
    <div className={css.reach}>
      {command ? (
        <ol className={css.command} aria-label={say('The program and its arguments')}>
          <li>
            <code>{command.program}</code>
          </li>
          {command.arguments.map((argument, at) => (
            // Arguments have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <code>{argument === '' ? '""' : argument}</code>
            </li>
          ))}
        </ol>
      ) : (
        <code>{url}</code>
      )}
      {command?.folder && (
        <p>
          <Say text={'in {folder}'} values={{ folder: <code>{command.folder}</code> }} />
        </p>
      )}
      {variables.length > 0 && (
        <ul className={css.values} aria-label={say('With these values')}>
          {variables.map((variable) => (
            <li key={variable.name}>
              <code>{variable.name}</code> {placeOf(variable)}
              {variable.place !== 'plain' && isArgument(variable.name) && (
                <span className={css.missing}>
                  {say(
                    ', and put into an argument: every account of this machine can read it there',
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {client && (
        <p>
          <ClientWords client={client} />
        </p>
      )}
    </div>
  )
}

/** As which client Apprentice signs in, where, and what it asks for. */
function ClientWords({ client }: { client: NonNullable<Reached['oauth_client']> }) {
  const id = <code>{client.client_id}</code>
  const issuer = <code>{client.issuer}</code>
  const automatic = client.auth_mode === 'oauth2_client_credentials'
  const secret = placeOf({ name: 'credential', place: client.credential })
  return (
    <>
      {automatic && client.issuer && (
        <Say
          text="Apprentice signs in automatically as the client {id} at {issuer}."
          values={{ id, issuer }}
        />
      )}
      {automatic && !client.issuer && (
        <Say text="Apprentice signs in automatically as the client {id}." values={{ id }} />
      )}
      {!automatic && client.issuer && (
        <Say text="You sign in as the client {id} at {issuer}." values={{ id, issuer }} />
      )}
      {!automatic && !client.issuer && (
        <Say text="You sign in as the client {id}." values={{ id }} />
      )}{' '}
      {client.client_auth === 'private_key_jwt' ? (
        <Say text="Its key: {secret}." values={{ secret }} />
      ) : (
        client.client_auth !== 'none' && <Say text="Its secret: {secret}." values={{ secret }} />
      )}{' '}
      {client.scopes.length > 0 &&
        say('It asks for: {scopes}.', { scopes: client.scopes.join(', ') })}
    </>
  )
}

const placeOf = ({ place, value }: ConnectorVariable) => {
  switch (place) {
    case 'plain':
      return <code>{value}</code>
    case 'keychain':
      return <span className="muted">{say('kept in the keychain')}</span>
    case 'environment':
      return <span className="muted">{say('from the environment of Apprentice')}</span>
    case 'missing':
      return <span className={css.missing}>{say('has no value yet')}</span>
  }
}
