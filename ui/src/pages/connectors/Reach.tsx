import type { ConnectorEntry, ConnectorVariable } from '#ui/backend/connectors'
import css from './connectors.module.css'

type Reached = Pick<ConnectorEntry, 'command' | 'endpoint_url' | 'environment' | 'headers'>

/** What a connector starts or reaches, whole: each argument on a line of its own. */
export function Reach({ command, endpoint_url: url, environment, headers }: Reached) {
  const variables = [...environment, ...headers]
  return (
    <div className={css.reach}>
      {command ? (
        <ol className={css.command} aria-label="The program and its arguments">
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
          in <code>{command.folder}</code>
        </p>
      )}
      {variables.length > 0 && (
        <ul className={css.values} aria-label="With these values">
          {variables.map((variable) => (
            <li key={variable.name}>
              <code>{variable.name}</code> {placeOf(variable)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const placeOf = ({ place, value }: ConnectorVariable) => {
  switch (place) {
    case 'plain':
      return <code>{value}</code>
    case 'keychain':
      return <span className="muted">kept in the keychain</span>
    case 'environment':
      return <span className="muted">from the environment of Apprentice</span>
    case 'missing':
      return <span className={css.missing}>has no value yet</span>
  }
}
