// A page of the test's own for days on which the web application does not matter: names are signed
// into a list.

import { once } from 'node:events'
import http from 'node:http'

/** Serves it until the machine closes; answers its address. */
export async function guestbook(machine) {
  const names = []
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    if (pathname === '/favicon.ico') return response.writeHead(404).end()
    if (pathname === '/sign') {
      names.push(searchParams.get('name'))
      return response.writeHead(303, { location: '/' }).end()
    }
    const items = names.map((name) => `<li>${name} was here</li>`).join('')
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><title>Guest book</title><h1>Guest book</h1><ul>${items}</ul>
       <form action="/sign"><label>Your name <input name="name"></label><button>Sign</button></form>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  machine.onClose(() => server.closeAllConnections() ?? server.close())
  return `http://127.0.0.1:${server.address().port}/`
}

export async function sign(page, name) {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('button', { name: 'Sign' }).click()
  await page.getByText(`${name} was here`).waitFor()
}
