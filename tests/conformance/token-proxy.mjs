// Only for the conformance suite, which cannot send a token: forwards requests to the server with
// the agent's token. A Host or Origin header that names this proxy is rewritten to name the server;
// any other one is forwarded unchanged, so that the attacks of the suite reach the server. Listens
// on loopback until its standard input closes.
import http from 'node:http'

const [target, token] = process.argv.slice(2)
const server = new URL(target)

const proxy = http.createServer((request, response) => {
  const own = `127.0.0.1:${proxy.address().port}`
  const named = (value) =>
    value?.replace(own, server.host).replace(`localhost:${proxy.address().port}`, server.host)
  const headers = {
    ...request.headers,
    host: named(request.headers.host),
    authorization: `Bearer ${token}`,
  }
  if (headers.origin) headers.origin = named(headers.origin)
  const options = {
    host: server.hostname,
    port: server.port,
    method: request.method,
    path: request.url,
    headers,
  }
  const onward = http.request(options, (answer) => {
    response.writeHead(answer.statusCode, answer.rawHeaders)
    answer.pipe(response)
  })
  onward.on('error', (error) => response.destroy(error))
  response.on('close', () => onward.destroy())
  request.pipe(onward)
})

proxy.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${proxy.address().port}`))
process.stdin.resume().on('end', () => process.exit(0))
