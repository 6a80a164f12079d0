// What must be true of files at the end of a try, as a person writes it: one a line.

import type { Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import { lines } from './testPolicy'

type Result = Schemas['PracticeResult']

/** `report.txt => Total` asks for the text in the file; `report.txt` for the file alone. */
function fileResult(line: string): Result {
  const at = line.indexOf('=>')
  if (at < 0) return { kind: 'file_exists', path: line }
  return { kind: 'file_contains', path: line.slice(0, at).trim(), text: line.slice(at + 2).trim() }
}

export const fileResults = (files: string): Result[] => lines(files).map(fileResult)

const isOutside = (path: string): boolean =>
  /^([/\\~]|[A-Za-z]:)/.test(path) || path.split('/').includes('..')

/** What is wrong with the lines. */
export function fileResultsProblem(files: string): string | undefined {
  const results = fileResults(files)
  if (results.some(({ path }) => !path)) return say('Name the file before =>.')
  if (results.some(({ kind, text }) => kind === 'file_contains' && !text))
    return say('Write the text that the file must contain after =>.')
  return results.some(({ path }) => isOutside(path ?? ''))
    ? say('Name each file inside the folder of the try, such as out/report.txt.')
    : undefined
}
