// For the conformance suite only, which cannot send a token: passes requests on to the server with
// the agent's token, and takes nothing else away from what they say. A Host or Origin that names
// this proxy is made to name the server; every other one is passed on as it is, so that the suite's
// own attacks arrive. Listens on loopback, for as long as its standard input is open.
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
