// The list of operations as TypeScript, in the layout of prettier.

const COLUMNS = 100

const quoted = (text) => `'${text}'`
const key = (text) => (/^[A-Za-z_]\w*$/.test(text) ? text : quoted(text))

/** `before` and a list, on one line where that fits. */
function list(indent, before, items) {
  const line = `${indent}${before}[${items.map(quoted).join(', ')}],`
  if (line.length <= COLUMNS) return line
  const rows = items.map((item) => `${indent}  ${quoted(item)},`)
  return [`${indent}${before}[`, ...rows, `${indent}],`].join('\n')
}

function operation({ id, method, path, described }) {
  const rows = [`    method: ${quoted(method)},`, `    path: ${quoted(path)},`]
  if (described['x-provides']) rows.push(list('    ', 'provides: ', described['x-provides']))
  if (described['x-invalidates']) {
    rows.push(list('    ', 'invalidates: ', described['x-invalidates']))
  }
  return [`  ${key(id)}: {`, ...rows, '  },'].join('\n')
}

/** The text of operations.gen.ts. */
export function operationsFile(document) {
  const all = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        described,
      })),
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const byEvent = Object.assign({}, ...all.map((one) => one.described['x-invalidates-by-event']))
  const tags = all.flatMap(({ described }) => [
    ...(described['x-provides'] ?? []),
    ...(described['x-invalidates'] ?? []),
  ])
  const names = [...new Set(tags.map((tag) => tag.split(':')[0]))].toSorted()
  const settled = document.components.schemas.LearnSessionState['x-settled']
  return `import type { components, paths } from './schema'

/** Data that the interface keeps copies of. A read provides it, a change makes the copies stale. */
export type CacheTagName =
${names.map((name) => `  | ${quoted(name)}`).join('\n')}

/** \`session\` is every session. \`session:{sessionId}\` is the one that this path parameter names. */
export type CacheTag = CacheTagName | \`\${CacheTagName}:{\${string}}\`

export interface Operation {
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT'
  path: keyof paths
  /** Of a read: the data that its answer is made from. */
  provides?: readonly CacheTag[]
  /** Of a change: the data of which copies are stale afterwards. */
  invalidates?: readonly CacheTag[]
}

/** Every operation of the engine by its \`operationId\`. */
export const operations = {
${all.map(operation).join('\n')}
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations

/**
 * What each event of \`GET /api/learn/events\` makes stale. \`{session_id}\` is a field of the event.
 */
export const invalidatedByEvent = {
${Object.entries(byEvent)
  .map(([kind, of]) => list('  ', `${key(kind)}: `, of))
  .join('\n')}
} as const satisfies Record<string, readonly CacheTag[]>

/** The states of a session in which no work is pending. */
export const settledStates: readonly components['schemas']['LearnSessionState'][] = [
${settled.map((state) => `  ${quoted(state)},`).join('\n')}
]
`
}
