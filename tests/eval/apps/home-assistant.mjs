// Home Assistant (PyPI): the lists, the calendars, the rooms and the helpers of a household. A single-page application of
// web components that are nested in shadow roots, with dialogs, lists of choices in layers and pages that change in place.

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const USER = {
  id: '5a1c0de5a1c0de5a1c0de5a1c0de5a1c',
  name: 'Ida Lindqvist',
  login: 'ida',
  password: 'lamp-and-door-6',
}

const TOKEN = { id: '70c3e70c3e70c3e70c3e70c3e70c3e70', key: 'the-key-of-the-house-'.repeat(3) }

const CONFIG = `
homeassistant:
  name: House on the hill
  latitude: 57.7
  longitude: 11.97
  elevation: 40
  unit_system: metric
  time_zone: UTC
  currency: EUR
  country: SE
  language: en
http:
  server_host: 127.0.0.1
  server_port: !env_var HOUSE_PORT
frontend:
config:
input_boolean:
input_number:
input_select:
input_text:
counter:
timer:
person:
automation: !include automations.yaml
script: !include scripts.yaml
scene: !include scenes.yaml
`

const AREAS = ['Kitchen', 'Living room', 'Garage', 'Attic', 'Laundry']

// Each list: what is to be done, whether it is done, the day by which, and a remark.
const LISTS = {
  Groceries: [
    ['Oat milk'],
    ['Rye bread'],
    ['Washing powder', false, undefined, 'The one without scent'],
    ['Coffee', true],
    ['Apples'],
  ],
  'House repairs': [
    ['Oil the garage door', false, '2031-05-03'],
    ['Replace the attic lamp', false, '2031-04-12', 'E27, warm white'],
    ['Clean the gutters', false, '2031-10-20'],
    ['Fix the garden tap', true, '2031-03-01'],
  ],
}

const CALENDARS = {
  Family: [
    [
      'Dentist Ida',
      '2031-04-08T09:00:00',
      '2031-04-08T09:45:00',
      'Bring the card',
      'Harbour Street 4',
    ],
    ['Chimney sweep', '2031-04-10T08:00:00', '2031-04-10T10:00:00', '', ''],
  ],
  Waste: [
    ['Paper', '2031-04-09', '2031-04-10', '', ''],
    ['Glass', '2031-04-16', '2031-04-17', '', ''],
  ],
}

const HELPERS = [
  [
    'input_number',
    {
      name: 'Heating target',
      min: 15,
      max: 24,
      step: 0.5,
      mode: 'slider',
      unit_of_measurement: '°C',
      initial: 20,
    },
  ],
  [
    'input_number',
    {
      name: 'Blind height',
      min: 0,
      max: 100,
      step: 5,
      mode: 'slider',
      unit_of_measurement: '%',
      initial: 40,
    },
  ],
  ['input_boolean', { name: 'Guests are here', icon: 'mdi:bed' }],
  ['input_boolean', { name: 'Holiday', icon: 'mdi:beach' }],
  [
    'input_select',
    { name: 'Mode of the house', options: ['Day', 'Evening', 'Night'], initial: 'Day' },
  ],
  ['counter', { name: 'Bags of pellets', initial: 12, step: 1, restore: true }],
]

const ASK = `
import asyncio, json, sys
import aiohttp
async def main(address, token, messages):
    async with aiohttp.ClientSession() as session, session.ws_connect(address + '/api/websocket', max_msg_size=0) as socket:
        await socket.receive_json()
        await socket.send_json({'type': 'auth', 'access_token': token})
        said = await socket.receive_json()
        assert said['type'] == 'auth_ok', said
        answers = []
        for number, message in enumerate(messages, 1):
            await socket.send_json({'id': number, **message})
            while (said := await socket.receive_json()).get('id') != number:
                pass
            assert said['success'], (message, said['error'])
            answers.append(said['result'])
        print('@' + json.dumps(answers))
asyncio.run(main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
`

export default class HomeAssistant extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'web components', 'dialogs', 'sign-in']

  async install() {
    const folder = await pip(
      'home-assistant',
      ...['homeassistant==2024.3.3', 'home-assistant-frontend==20240307.0', 'aiohttp_cors==0.7.0'],
      ...[
        'aiohttp-fast-url-dispatcher==0.3.0',
        'aiohttp-zlib-ng==0.3.1',
        'Pillow==10.2.0',
        'janus==1.0.0',
      ],
      ...[
        'ical==7.0.3',
        'SQLAlchemy==2.0.27',
        'fnv-hash-fast==0.5.0',
        'psutil-home-assistant==0.0.1',
      ],
      ...['securetar==2024.2.1', 'josepy==1.14.0', 'pyparsing==3.1.1', 'numpy==1.26.0'],
    )
    this.bin = path.join(folder, 'bin')
  }

  get options() {
    return {
      env: {
        PATH: `${this.bin}:${process.env.PATH}`,
        LANG: 'C.UTF-8',
        HOME: this.data,
        HOUSE_PORT: String(this.port),
        PYTHONWARNINGS: 'ignore',
      },
    }
  }

  /** What cannot be entered before somebody has an account is written as it stores it. */
  async #account() {
    const hash = await this.run(
      path.join(this.bin, 'python'),
      [
        '-c',
        'import base64, bcrypt, sys; print(base64.b64encode(bcrypt.hashpw(sys.argv[1].encode(), bcrypt.gensalt(6))).decode())',
        USER.password,
      ],
      this.options,
    )
    const store = (key, version, data) =>
      writeFile(
        path.join(this.data, '.storage', key),
        JSON.stringify({ version, minor_version: 1, key, data }),
      )
    const day = '2031-01-01T08:00:00+00:00'
    await store('auth', 1, {
      users: [
        {
          id: USER.id,
          name: USER.name,
          group_ids: ['system-admin'],
          is_owner: true,
          is_active: true,
          system_generated: false,
          local_only: false,
        },
      ],
      groups: [
        { id: 'system-admin', name: 'Administrators' },
        { id: 'system-users', name: 'Users' },
        { id: 'system-read-only', name: 'Read Only' },
      ],
      credentials: [
        {
          id: 'c0ffeec0ffeec0ffeec0ffeec0ffeec0',
          user_id: USER.id,
          auth_provider_type: 'homeassistant',
          auth_provider_id: null,
          data: { username: USER.login },
        },
      ],
      refresh_tokens: [
        {
          ...{
            id: TOKEN.id,
            user_id: USER.id,
            client_id: null,
            client_name: 'Evaluation',
            client_icon: null,
          },
          ...{
            token_type: 'long_lived_access_token',
            created_at: day,
            access_token_expiration: 315360000,
          },
          ...{
            token: 'a-token-that-nobody-needs',
            jwt_key: TOKEN.key,
            last_used_at: null,
            last_used_ip: null,
            expire_at: null,
            credential_id: null,
            version: '2024.3.3',
          },
        },
      ],
    })
    await store('auth_provider.homeassistant', 1, {
      users: [{ username: USER.login, password: hash.trim() }],
    })
    await store('onboarding', 4, { done: ['user', 'core_config', 'analytics', 'integration'] })
  }

  async seed() {
    await mkdir(path.join(this.data, '.storage'))
    await writeFile(path.join(this.data, 'configuration.yaml'), CONFIG)
    await writeFile(path.join(this.data, 'automations.yaml'), '[]\n')
    await writeFile(path.join(this.data, 'scripts.yaml'), '{}\n')
    await writeFile(path.join(this.data, 'scenes.yaml'), '[]\n')
    await this.#account()
    await this.start()
    for (const name of Object.keys(LISTS)) await this.#entry('local_todo', { todo_list_name: name })
    for (const name of Object.keys(CALENDARS))
      await this.#entry('local_calendar', { calendar_name: name })
    await this.ask(
      { type: 'person/create', name: USER.name, user_id: USER.id, device_trackers: [] },
      ...AREAS.map((name) => ({ type: 'config/area_registry/create', name })),
      ...HELPERS.map(([kind, one]) => ({ type: `${kind}/create`, ...one })),
      ...Object.entries(LISTS).flatMap(([list, items]) =>
        items.map(([item, , due_date, description]) =>
          service('todo', 'add_item', list, { item, due_date, description }),
        ),
      ),
      ...Object.entries(LISTS).flatMap(([list, items]) =>
        items
          .filter(([, done]) => done)
          .map(([item]) => service('todo', 'update_item', list, { item, status: 'completed' })),
      ),
      ...Object.entries(CALENDARS).flatMap(([calendar, events]) =>
        events.map(([summary, dtstart, dtend, description, location]) => ({
          type: 'calendar/event/create',
          entity_id: entity('calendar', calendar),
          event: { summary, dtstart, dtend, description, location },
        })),
      ),
    )
    // Only a program that is asked to end writes down everything.
    const gone = once(this.server, 'exit')
    process.kill(this.server.pid, 'SIGTERM')
    await gone
  }

  command() {
    return {
      program: path.join(this.bin, 'hass'),
      args: ['--config', this.data, '--skip-pip', '--log-no-color'],
      options: this.options,
    }
  }

  get start_url() {
    return `${this.address}/`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByRole('textbox', { name: 'Username' }), USER.login)
    await person.type(page.getByRole('textbox', { name: 'Password' }), USER.password)
    await person.click(page.getByRole('button', { name: 'Log in' }))
    await page.getByText('Heating target').first().waitFor()
  }

  get token() {
    const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const now = Math.floor(Date.now() / 1000)
    const said = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: TOKEN.id, iat: now - 60, exp: now + 86400 })}`
    return `${said}.${createHmac('sha256', TOKEN.key).update(said).digest('base64url')}`
  }

  /** Sends messages to its API, one after the other. Returns the answers. */
  async ask(...messages) {
    const args = ['-c', ASK, this.address, this.token, JSON.stringify(messages)]
    const said = await this.run(path.join(this.bin, 'python'), args, this.options)
    return JSON.parse(said.slice(said.lastIndexOf('@[') + 1))
  }

  /** Adds an integration by the form that it shows. */
  async #entry(handler, answer) {
    const post = async (where, body) => {
      const said = await fetch(`${this.address}/api/config/config_entries/flow${where}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!said.ok) throw new Error(`${handler}: ${await said.text()}`)
      return said.json()
    }
    const { flow_id } = await post('', { handler, show_advanced_options: false })
    const { type } = await post(`/${flow_id}`, answer)
    if (type !== 'create_entry') throw new Error(`${handler}: ${type}`)
  }

  /** Lists with their items, calendars with their events of the year 2031, rooms, and helpers with what they are set to. */
  async read() {
    const lists = Object.keys(LISTS)
    const calendars = Object.keys(CALENDARS)
    const kinds = ['input_boolean', 'input_number', 'input_select', 'counter']
    const [areas, states, ...rest] = await this.ask(
      { type: 'config/area_registry/list' },
      { type: 'get_states' },
      ...kinds.map((kind) => ({ type: `${kind}/list` })),
      ...lists.map((name) => ({ type: 'todo/item/list', entity_id: entity('todo', name) })),
    )
    const events = await Promise.all(calendars.map((name) => this.events(name)))
    const state = (kind, id) => states.find((one) => one.entity_id === `${kind}.${id}`)?.state
    return {
      areas: areas.map(({ name }) => name).sort(),
      helpers: Object.fromEntries(
        kinds.map((kind, at) => [
          kind,
          rest[at].map(({ id, ...one }) => ({ ...one, state: state(kind, id) })),
        ]),
      ),
      lists: Object.fromEntries(
        lists.map((name, at) => [
          name,
          rest[kinds.length + at].items.map(({ uid: _, ...one }) => one),
        ]),
      ),
      calendars: Object.fromEntries(calendars.map((name, at) => [name, events[at]])),
    }
  }

  /** The events of a calendar in the year 2031, in the order of time. */
  async events(calendar) {
    const said = await fetch(
      `${this.address}/api/calendars/${entity('calendar', calendar)}?start=2031-01-01T00:00:00Z&end=2032-01-01T00:00:00Z`,
      { headers: { authorization: `Bearer ${this.token}` } },
    )
    const when = ({ date, dateTime }) => date ?? dateTime.slice(0, 16)
    return (await said.json())
      .map(({ summary, start, end, description, location, rrule }) => ({
        ...{ summary, start: when(start), end: when(end) },
        ...{ description: description ?? '', location: location ?? '', repeats: rrule ?? '' },
      }))
      .sort((one, other) => (one.start + one.summary < other.start + other.summary ? -1 : 1))
  }

  /** Adds, changes or removes an item of a list behind the screen. */
  item(act, list, item, change) {
    return this.ask(service('todo', `${act}_item`, list, { item, ...change }))
  }

  /** Changes the newest number with a name behind the screen; `null` deletes it. */
  async number(name, change) {
    const [all] = await this.ask({ type: 'input_number/list' })
    const { id, ...one } = all.findLast((number) => number.name === name)
    const type = `input_number/${change ? 'update' : 'delete'}`
    return this.ask({ type, input_number_id: id, ...(change && { ...one, ...change }) })
  }
}

/** Goes to a part of the application by the bar at the left. */
export const part = (person, name) =>
  person.click(person.page.getByRole('option', { name }).first())

/** Opens one of the lists. */
export async function openList(person, list) {
  const { page } = person
  await part(person, 'To-do lists')
  await person.click(page.locator('ha-panel-todo ha-list-item').filter({ hasText: list }))
  await page.getByText(LISTS[list][0][0], { exact: true }).waitFor()
}

/** The row of an item in the list that is open. */
export const itemRow = (page, item) =>
  page.locator('hui-todo-list-card ha-check-list-item').filter({ hasText: item })

const slug = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, '_')
const entity = (kind, name) => `${kind}.${slug(name)}`

const service = (domain, name, list, data) => ({
  type: 'call_service',
  domain,
  service: name,
  target: { entity_id: entity(domain, list) },
  service_data: data,
})
