// Reads the front matter of a SKILL.md for display. The engine validates it.

/**
 * Returns the top-level `name: value` pairs (folded and nested lines joined) and the text after the
 * front matter.
 */
export function splitFrontMatter(text: string): { fields: Array<[string, string]>; body: string } {
  const found = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/.exec(text)
  if (!found) return { fields: [], body: text }
  const fields: Array<[string, string]> = []
  for (const line of (found[1] ?? '').split(/\r?\n/)) {
    const pair = /^([A-Za-z0-9_-]+):\s*(.*)$/.exec(line)
    const last = fields.at(-1)
    if (pair) fields.push([pair[1] ?? '', unquote(pair[2] ?? '')])
    else if (last && line.trim()) last[1] = `${last[1]} ${line.trim()}`.trim()
  }
  return { fields, body: text.slice(found[0].length) }
}

function unquote(value: string): string {
  const trimmed = value.trim()
  if (/^[>|][+-]?$/.test(trimmed)) return ''
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(trimmed)
  return quoted
    ? (quoted[1] ?? quoted[2] ?? '').replaceAll('\\"', '"').replaceAll("''", "'")
    : trimmed
}
