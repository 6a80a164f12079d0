// Thousands of skills as people and installers write them.

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

const WORDS = [
  'release',
  'inbox',
  'invoice',
  'ledger',
  'kettle',
  'matter',
  'query',
  'garden',
  'meeting',
  'contract',
]
/** Stands in the text of one skill only, and in no name or description. */
export const NEEDLE = 'quixotic-zephyr'

export const nameOf = (number) =>
  `${WORDS[number % WORDS.length]}-${String(number).padStart(5, '0')}`

export function textOf(number, body = '') {
  const name = nameOf(number)
  const word = WORDS[number % WORDS.length]
  const steps = Array.from(
    { length: 12 + (number % 20) },
    (_, at) =>
      `${at + 1}. Look at the ${WORDS[(number + at) % WORDS.length]} and write down what it says about number ${number}.`,
  )
  const head = [
    `name: ${name}`,
    `description: Handles the ${word} number ${number}. Use when somebody asks for the ${word}.`,
  ].join('\n')
  return `---\n${head}\n---\n\n# ${name}\n\n${steps.join('\n')}\n\n${body}\n`
}

/**
 * Writes `count` skills below `folder`; every seventh with something to say about it, the middle
 * one with the needle.
 */
export async function manySkills(folder, count) {
  for (let from = 0; from < count; from += 200) {
    await Promise.all(
      Array.from({ length: Math.min(200, count - from) }, async (_, at) => {
        const number = from + at
        const place = path.join(folder, nameOf(number))
        await mkdir(place, { recursive: true })
        const text = textOf(number, number === Math.floor(count / 2) ? `It is ${NEEDLE}.` : '')
        await writeFile(
          path.join(place, 'SKILL.md'),
          number % 7 === 3 ? text.replace('description:', 'colour: red\ndescription:') : text,
        )
      }),
    )
  }
}
