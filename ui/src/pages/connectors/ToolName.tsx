import type * as backend from '#ui/backend/connectors'

/** The name of a tool, which is what is called, before the title that its server gives it: titles can be equal, and say anything. */
export function ToolName({ tool: { name, title } }: { tool: backend.ConnectorTool }) {
  return (
    <span>
      <b>{name}</b>
      {title && title !== name && <span className="muted"> “{title}”</span>}
    </span>
  )
}
