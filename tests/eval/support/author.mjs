// A model that answers from a file: a loopback server with the chat interface of OpenAI, which gives
// the recorded answer of a task. Without one it answers 404, and the evaluation says so.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { until } from '../../window/support/webdriver.mjs'

export const RECORDED = path.join(import.meta.dirname, '../recorded')
const MISSING = 'no recorded answer'

/** `train/bash-region-sales` → `train-bash-region-sales`. */
const fileOf = (id) => id.replace('/', '-')

/**
 * What is different in each run, and what represents it in a recording: the port of the application,
 * and the temporary folder.
 */
function places(stage) {
  const pairs = [[stage.machine.folder, '/home/person/machine']]
  if (stage.app.address) pairs.unshift([stage.app.address, 'http://127.0.0.1:8000'])
  return {
    toRecording: (text) => pairs.reduce((one, [real, same]) => one.replaceAll(real, same), text),
    toRun: (text) => pairs.reduce((one, [real, same]) => one.replaceAll(same, real), text),
  }
}

/** The prompt of one file: exactly what a provider without schemas is given. */
const promptOf = ({ system, user, schema }) =>
  `${system}\n\nJSON schema of the answer:\n${schema}\n\n${user}\n`

/**
 * What differs between two runs of one task: times, how long ago something was, names of commits,
 * and which of two quick commands a changed file is noted at.
 */
const VARIES =
  /\b\d{4}-\d\d-\d\d[ T.]\d\d:\d\d(:\d\d)?\b|\b(\d+|an?) (second|minute|hour|day|week|month)s? ago\b|\bjust now\b|\byesterday\b|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b|"files":\[[^\]]*\],?/g

/** Tells prompts apart, but not two runs of one task: a new prompt wants a new recording. */
export const fingerprintOf = (prompt) =>
  createHash('sha256').update(prompt.replaceAll(VARIES, '')).digest('hex')

/** Writes the prompt of the draft of `stage` to `folder`. Nothing is sent. */
export async function recordPrompt(stage, id, folder) {
  const { toRecording } = places(stage)
  const preview = await previewed(stage)
  const prompt = toRecording(promptOf(preview))
  const fingerprint = fingerprintOf(prompt)
  await mkdir(folder, { recursive: true })
  const name = path.join(folder, fileOf(id))
  await writeFile(`${name}.txt`, prompt)
  await writeFile(`${name}.fingerprint`, fingerprint)
  return {
    fingerprint,
    characters: preview.characters,
    recorded: (await recordingOf(id)) !== undefined,
  }
}

/** What would be sent. While the draft is tested, nobody may change it; that ends soon. */
async function previewed(stage) {
  const route = `/api/learn/proposals/${stage.proposal}/author/preview`
  const answer = await until(
    async () => {
      const { status, body } = await stage.engine.ask('GET', route)
      return status === 200 && body
    },
    30_000,
    async () => JSON.stringify((await stage.engine.ask('GET', route)).body),
  )
  return answer
}

async function recordingOf(id) {
  const file = path.join(RECORDED, `${fileOf(id)}.json`)
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined
}

/**
 * Lets the recorded answer improve the draft of `stage`. Returns how it went:
 * `{ missing }`, or `{ stale, failure, kept, dropped }`.
 */
export async function writeRecorded(stage, id) {
  const recording = await recordingOf(id)
  await previewed(stage)
  const { toRecording, toRun } = places(stage)
  const seen = []
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { messages, response_format: format } = JSON.parse(Buffer.concat(chunks).toString())
    const [system, user] = messages.map((message) => message.content)
    const schema = JSON.stringify(format?.json_schema?.schema ?? {})
    seen.push(fingerprintOf(toRecording(promptOf({ system, user, schema }))))
    response.setHeader('content-type', 'application/json')
    if (!recording) {
      response.statusCode = 404
      return response.end(JSON.stringify({ error: { message: MISSING } }))
    }
    const content = toRun(JSON.stringify(recording.answer))
    response.end(JSON.stringify({ model: recording.model, choices: [{ message: { content } }] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const route = `/api/learn/proposals/${stage.proposal}/author`
  try {
    await stage.engine.granted('PUT', '/api/learn/author', {
      provider: 'openai_compatible',
      model: 'recorded',
      address: `http://127.0.0.1:${server.address().port}`,
    })
    await stage.engine.post(route)
    await until(
      async () => !(await stage.engine.get(route)).writing,
      60_000,
      async () => 'the recorded answer was not taken',
    )
    const { failure, author, dropped } = await stage.engine.get(route)
    if (!recording) return { missing: MISSING }
    return {
      model: recording.model,
      fingerprint: seen[0],
      stale: seen[0] !== recording.fingerprint,
      ...(failure
        ? { failure, kept: [], dropped }
        : { kept: author.kept, dropped: author.dropped }),
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
