// Writes src/backend/schema.d.ts from the engine's openapi.json; `--check` fails when the committed
// file is stale.
import { readFile, writeFile } from 'node:fs/promises'
import openapi, { astToString } from 'openapi-typescript'

const source = new URL('../../crates/api/openapi.json', import.meta.url)
const target = new URL('../src/backend/schema.d.ts', import.meta.url)
const head = '// Generated from crates/api/openapi.json by `npm run bindings`. Do not edit.\n\n'

const fresh = head + astToString(await openapi(source, { defaultNonNullable: false }))

if (process.argv.includes('--check')) {
  const committed = await readFile(target, 'utf8').catch(() => '')
  if (committed !== fresh) {
    console.error(
      'src/backend/schema.d.ts is stale. Run `make bindings` (or `npm run bindings`) and commit the result.',
    )
    process.exit(1)
  }
} else {
  await writeFile(target, fresh)
}
