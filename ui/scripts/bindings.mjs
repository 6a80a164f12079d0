// Writes what the interface knows of the engine from its openapi.json: the types of requests and
// answers (src/backend/schema.d.ts) and the list of operations (src/backend/operations.gen.ts).
// `--check` fails when a committed file is stale.
import { readFile, writeFile } from 'node:fs/promises'
import openapi, { astToString } from 'openapi-typescript'
import { operationsFile } from './operations.mjs'

const source = new URL('../../crates/api/openapi.json', import.meta.url)
const head = '// Generated from crates/api/openapi.json by `npm run bindings`. Do not edit.\n\n'

const types = astToString(await openapi(source, { defaultNonNullable: false }))
const files = {
  'src/backend/schema.d.ts': head + types,
  'src/backend/operations.gen.ts':
    head + operationsFile(JSON.parse(await readFile(source, 'utf8'))),
}

for (const [name, fresh] of Object.entries(files)) {
  const target = new URL(`../${name}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(target, fresh)
    continue
  }
  // oxlint-disable-next-line no-await-in-loop
  const committed = await readFile(target, 'utf8').catch(() => '')
  if (committed !== fresh) {
    console.error(
      `${name} is stale. Run \`make bindings\` (or \`npm run bindings\`) and commit the result.`,
    )
    process.exitCode = 1
  }
}
