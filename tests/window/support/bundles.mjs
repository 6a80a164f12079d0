// Skills of other people, as archives to import.

import { createRequire } from 'node:module'
import path from 'node:path'

const { zipSync, strToU8 } = createRequire(
  path.resolve(import.meta.dirname, '../../../ui/package.json'),
)('fflate')

export const skill = (name, description, more = '') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${more || 'Do it step by step and say what came of it.'}\n`
export const zip = (files, options) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [
          name,
          typeof text === 'string' ? strToU8(text) : text,
        ]),
      ),
      options,
    ),
  )
