// A model on loopback that agents can be pointed at: it speaks the three wire formats they use, and
// what it says is decided by the test.

import { createServer } from 'node:http'

/**
 * What a request holds, whatever its format: `tools` names those offered, `text` is all it says (instructions and conversation, as
 * JSON), `results` what tools answered so far, oldest first, as text.
 * @typedef {{ path: string, tools: string[], text: string, results: string[], body: object }} Request
 * What the model says next: the call of a tool by its whole name, or words.
 * @typedef {{ call: string, input: object } | { say: string }} Answer
 */

const asText = (value) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Anthropic's Messages. */
const messages = {
  fits: (path) => path.endsWith('/v1/messages'),
  read: (body) => ({
    tools: (body.tools ?? []).map((tool) => tool.name),
    results: body.messages
      .flatMap((message) => (Array.isArray(message.content) ? message.content : []))
      .filter((part) => part.type === 'tool_result')
      .map((part) =>
        Array.isArray(part.content)
          ? part.content.map((piece) => piece.text ?? '').join('')
          : asText(part.content),
      ),
  }),
  events(answer, number) {
    const usage = { input_tokens: 1, output_tokens: 1 }
    const called = 'call' in answer
    const block = called
      ? { type: 'tool_use', id: `toolu_${number}`, name: answer.call, input: {} }
      : { type: 'text', text: '' }
    const delta = called
      ? { type: 'input_json_delta', partial_json: JSON.stringify(answer.input) }
      : { type: 'text_delta', text: answer.say }
    const message = {
      id: `msg_${number}`,
      type: 'message',
      role: 'assistant',
      model: 'made-up',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    }
    return [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: called ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage,
      },
      { type: 'message_stop' },
    ]
  },
}

/** OpenAI's Responses. Tools of one server may come as a namespace. */
const responses = {
  fits: (path) => path.endsWith('/responses'),
  read: (body) => ({
    tools: (body.tools ?? []).flatMap((tool) =>
      tool.type === 'namespace'
        ? tool.tools.map((inner) => `${tool.name}${inner.name}`)
        : [tool.name ?? tool.type],
    ),
    results: body.input
      .filter((item) => item.type?.endsWith('_output'))
      .map((item) => asText(item.output)),
  }),
  events(answer, number, body) {
    const space = (body.tools ?? []).find(
      (tool) => tool.type === 'namespace' && 'call' in answer && answer.call.startsWith(tool.name),
    )
    const item =
      'call' in answer
        ? {
            type: 'function_call',
            id: `fc_${number}`,
            call_id: `call_${number}`,
            arguments: JSON.stringify(answer.input),
            name: answer.call,
            ...(space && { namespace: space.name, name: answer.call.slice(space.name.length) }),
          }
        : {
            type: 'message',
            id: `msg_${number}`,
            role: 'assistant',
            content: [{ type: 'output_text', text: answer.say }],
          }
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
    return [
      { type: 'response.created', response: { id: `resp_${number}` } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: `resp_${number}`, output: [item], usage } },
    ]
  },
}

/** Google's generateContent. */
const contents = {
  fits: (path) => path.includes(':streamGenerateContent') || path.includes(':generateContent'),
  read: (body) => ({
    tools: (body.tools ?? [])
      .flatMap((tool) => tool.functionDeclarations ?? [])
      .map((tool) => tool.name),
    results: body.contents
      .flatMap((content) => content.parts ?? [])
      .filter((part) => part.functionResponse)
      .map((part) =>
        asText(part.functionResponse.response.output ?? part.functionResponse.response),
      ),
  }),
  events(answer) {
    const part =
      'call' in answer
        ? { functionCall: { name: answer.call, args: answer.input } }
        : { text: answer.say }
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
    return [
      {
        candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
        usageMetadata,
      },
    ]
  },
}

const FORMATS = [messages, responses, contents]

export class Model {
  /**
   * Each request that could be read, oldest first: what the agent told its model. @type {Request[]}
   */
  heard = []
  #server

  /** @param {(request: Request) => Answer} decide */
  static async open(decide) {
    const model = new Model()
    model.#server = createServer((asked, answer) => model.#answer(asked, answer, decide))
    await new Promise((listens) => model.#server.listen(0, '127.0.0.1', listens))
    model.address = `http://127.0.0.1:${model.#server.address().port}`
    return model
  }

  async #answer(asked, answer, decide) {
    let text = ''
    for await (const piece of asked) text += piece
    const path = asked.url.split('?')[0]
    const format = FORMATS.find((one) => one.fits(path))
    if (asked.method !== 'POST' || !format) return answer.writeHead(404).end('{}')
    const body = JSON.parse(text)
    const request = { path, body, text, ...format.read(body) }
    this.heard.push(request)
    const events = format.events(decide(request), this.heard.length, body)
    if (body.stream === false || path.includes(':generateContent')) {
      return answer
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(events.at(-1).response ?? events[0]))
    }
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events)
      answer.write(
        `${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
      )
    answer.end()
  }

  close() {
    this.#server.closeAllConnections()
    return new Promise((ended) => this.#server.close(ended))
  }
}
