// The flow as the text of an SVG file that needs nothing else: no style sheet, no font of ours.

import type { Flow, FlowKind, PlacedNode } from './layout'

const FILL: Record<FlowKind, string> = {
  start: '#eef0ff',
  step: '#ffffff',
  decision: '#fdf4dc',
  loop: '#eef0ff',
  verification: '#e8f7ed',
  end: '#e8f7ed',
}
const MARKS: Record<FlowKind, string> = {
  start: '▶',
  step: '•',
  decision: '◆',
  loop: '↻',
  verification: '✓',
  end: '■',
}

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

function nodeSvg({ kind, x, y, width, height, lines, label, optional, questions }: PlacedNode) {
  const title = [label, ...questions.map((question) => `? ${question}`)].join('\n')
  const dash = optional ? ' stroke-dasharray="5 4"' : ''
  const radius = kind === 'loop' || kind === 'start' || kind === 'end' ? height / 2 : 8
  const text = lines
    .map((line, at) => `<tspan x="${x + 30}" y="${y + 23 + at * 18}">${escape(line)}</tspan>`)
    .join('')
  const asked =
    questions.length > 0
      ? `<circle cx="${x + width - 16}" cy="${y + height / 2}" r="9" fill="#d99a06"/>` +
        `<text x="${x + width - 16}" y="${y + height / 2 + 4}" text-anchor="middle" ` +
        'fill="#ffffff" font-weight="700" font-size="11">?</text>'
      : ''
  return (
    `<g><title>${escape(title)}</title>` +
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" ` +
    `rx="${Math.min(radius, 18)}" fill="${FILL[kind]}" stroke="#c9c9d2"${dash}/>` +
    `<text x="${x + 12}" y="${y + 23}" fill="#51515b">${MARKS[kind]}</text>` +
    `<text fill="#18181b">${text}</text>${asked}</g>`
  )
}

export function flowSvg({ width, height, nodes, edges }: Flow, title: string): string {
  const lines = edges.map(
    ({ path, kind, times, labelX, labelY }) =>
      `<path d="${path}" fill="none" stroke="#8b8b97" stroke-width="1.4" ` +
      `marker-end="url(#to)"${kind === 'around' ? ' stroke-dasharray="4 3"' : ''}/>` +
      (times
        ? `<text x="${labelX}" y="${labelY}" fill="#51515b" font-size="11">${times}×</text>`
        : ''),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}" font-family="Inter, system-ui, sans-serif" ` +
      'font-size="13" role="img">',
    `<title>${escape(title)}</title>`,
    '<defs><marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" ' +
      'orient="auto-start-reverse"><path d="M0 0L8 4L0 8Z" fill="#8b8b97"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="#fbfbfc"/>`,
    ...lines,
    ...nodes.map(nodeSvg),
    '</svg>',
    '',
  ].join('\n')
}
