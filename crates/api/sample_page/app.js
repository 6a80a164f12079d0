// Tea orders: shows what the server keeps, adds to it, takes from it. The server is the only memory.

const form = document.getElementById('order')
const rows = document.getElementById('orders')
const count = document.getElementById('count')
const status = document.getElementById('status')
const problem = document.getElementById('problem')

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const { name, tea, cups, note } = Object.fromEntries(new FormData(form))
  const order = { name: name.trim(), tea, cups: Number(cups), note: note.trim() }
  attempt(async () => {
    await request('POST', '/orders', order)
    form.reset()
    form.elements.name.focus()
    await show()
    say(`Order for ${order.name} added`)
  })
})

attempt(show)

async function show() {
  const { orders } = await request('GET', '/orders')
  rows.replaceChildren(...orders.map(row))
  count.textContent = orders.length === 0 ? 'No orders yet' : orders.length === 1 ? '1 order' : `${orders.length} orders`
}

function row(order) {
  const remove = element('button', { type: 'button', textContent: 'Remove', ariaLabel: `Remove order for ${order.name}` })
  remove.addEventListener('click', () =>
    attempt(async () => {
      await request('DELETE', `/orders/${order.id}`)
      await show()
      say(`Order for ${order.name} removed`)
      form.elements.name.focus()
    }),
  )
  const actions = element('td')
  actions.append(remove)
  const line = element('tr')
  line.append(
    element('th', { scope: 'row', textContent: order.name }),
    element('td', { textContent: order.tea }),
    element('td', { className: 'number', textContent: String(order.cups) }),
    element('td', { textContent: order.note }),
    actions,
  )
  return line
}

/** What goes wrong is said; buttons wait meanwhile, so that no order is sent twice. */
async function attempt(work) {
  problem.textContent = ''
  setDisabled(true)
  try {
    await work()
  } catch (error) {
    status.textContent = ''
    problem.textContent = error.message
  } finally {
    setDisabled(false)
  }
}

function setDisabled(disabled) {
  for (const button of document.querySelectorAll('button')) button.disabled = disabled
}

async function request(method, path, body) {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(path, { method, cache: 'no-store', ...sent }).catch(() => {
    throw new Error('The orders cannot be reached. Is Apprentice still running?')
  })
  if (answer.status === 204) return null
  const told = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new Error(told.message ?? `The server answered ${answer.status}.`)
  return told
}

function say(text) {
  status.textContent = text
}

function element(name, properties = {}) {
  return Object.assign(document.createElement(name), properties)
}
