import type { Schemas } from '#ui/backend/types'
import { Note } from '#ui/components/Note'

const TONE = { error: 'bad', warning: 'warn', info: 'info' } as const

/** What is wrong with a definition, or what the format of an agent cannot hold. */
export function DefinitionFindings({
  findings,
}: {
  findings: ReadonlyArray<Schemas['AgentDefinitionFinding']>
}) {
  return findings.map(({ code, severity, message }) => (
    <Note key={code + message} tone={TONE[severity]}>
      {message}
    </Note>
  ))
}
