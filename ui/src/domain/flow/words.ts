// What a flow says in words: to screen readers, and beside the drawing.

import type { Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'

export type FlowDrawing = Schemas['FlowDrawing']
export type FlowNode = Schemas['FlowNode']

export const KIND: Record<Schemas['FlowKind'], { word: string; mark: string }> = {
  start: { word: say('Goal'), mark: '▶' },
  step: { word: say('Step'), mark: '•' },
  decision: { word: say('Choice'), mark: '◆' },
  loop: { word: say('Loop'), mark: '↻' },
  verification: { word: say('Looks at a result'), mark: '◎' },
  end: { word: say('Done'), mark: '■' },
}

/** Goals and labels quote the names of inputs. */
const plain = (text: string): string => text.replaceAll('`', '')

const joined = (texts: readonly string[]): string => texts.map(plain).join('; ')

/** The name of a node: everything that is drawn in it. */
export function told({ kind, label, optional, inputs, checkpoints, questions }: FlowNode): string {
  return [
    `${KIND[kind].word}: ${plain(label)}`,
    optional ? say('may be left out') : '',
    inputs.length > 0
      ? say('{count, plural, one {input: {labels}} other {inputs: {labels}}}', {
          count: inputs.length,
          labels: joined(inputs.map((input) => input.label)),
        })
      : '',
    checkpoints.length > 0
      ? say('{count, plural, one {checkpoint: {goals}} other {checkpoints: {goals}}}', {
          count: checkpoints.length,
          goals: joined(checkpoints.map(({ goal }) => goal)),
        })
      : '',
    questions.length > 0
      ? say('{count, plural, one {# open question} other {# open questions}}', {
          count: questions.length,
        })
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
      const words = {
        back: times == null ? say('Back to') : say('Back {times}× to', { times }),
        around: say('Or straight to'),
        next: say('Then'),
      }[kind]
      return to ? [{ to, words }] : []
    })
  return ways.length === 1 && ways[0]?.to === after ? [] : ways
}
