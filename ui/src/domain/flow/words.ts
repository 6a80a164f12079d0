// What a flow says in words: to screen readers, and beside the drawing.

import type { Schemas } from '#ui/backend/types'

export type FlowDrawing = Schemas['FlowDrawing']
export type FlowNode = Schemas['FlowNode']

export const KIND: Record<Schemas['FlowKind'], { word: string; mark: string }> = {
  start: { word: 'Goal', mark: '▶' },
  step: { word: 'Step', mark: '•' },
  decision: { word: 'Choice', mark: '◆' },
  loop: { word: 'Loop', mark: '↻' },
  verification: { word: 'Looks at a result', mark: '◎' },
  end: { word: 'Done', mark: '■' },
}

/** Goals and labels quote the names of inputs. */
const plain = (text: string): string => text.replaceAll('`', '')

const listed = (word: string, texts: readonly string[]): string =>
  texts.length > 0 ? `${word}${texts.length > 1 ? 's' : ''}: ${texts.map(plain).join('; ')}` : ''

/** The name of a node: everything that is drawn in it. */
export function told({ kind, label, optional, inputs, checkpoints, questions }: FlowNode): string {
  return [
    `${KIND[kind].word}: ${plain(label)}`,
    optional ? 'may be left out' : '',
    listed(
      'input',
      inputs.map((input) => input.label),
    ),
    listed(
      'checkpoint',
      checkpoints.map(({ goal }) => goal),
    ),
    questions.length > 0
      ? `${questions.length} open ${questions.length === 1 ? 'question' : 'questions'}`
      : '',
  ]
    .filter(Boolean)
    .join(', ')
}

export interface Way {
  to: FlowNode
  words: string
}

/** Where a node leads to, if that is not only the next one. */
export function waysFrom({ nodes, edges }: FlowDrawing, node: FlowNode): Way[] {
  const after = nodes[nodes.indexOf(node) + 1]
  const ways = edges
    .filter(({ from }) => from === node.id)
    .flatMap(({ to: id, kind, times }): Way[] => {
      const to = nodes.find((other) => other.id === id)
      const many = times == null ? '' : ` ${times}×`
      const words = { back: `Back${many} to`, around: 'Or straight to', next: 'Then' }[kind]
      return to ? [{ to, words }] : []
    })
  return ways.length === 1 && ways[0]?.to === after ? [] : ways
}
