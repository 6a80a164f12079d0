// The scenes of the Connectors page.

const SMALL = ['590x380']
const DETAIL = '/connectors?id=files'
const never = () => new Promise(() => undefined)

/** The list of connectors, and one connector whichever is opened. */
const registered =
  (rest = () => ({}), server = (world) => world.connector()) =>
  (fake, world) => {
    fake.on('GET /api/mcp/servers', () => world.connectorList())
    fake.on('GET /api/mcp/receipts', () => ({
      receipts: world.CONNECTOR_RECEIPTS,
      schema_version: 1,
    }))
    fake.on('GET /api/mcp/servers/*', () =>
      world.connectorDetail(server(world), {
        tools: world.CONNECTOR_TOOLS,
        receipts: world.CONNECTOR_RECEIPTS.slice(0, 2),
        ...rest(world),
      }),
    )
  }
/** One of the connectors of the list. */
const known = (id) => (world) => world.CONNECTORS.find((one) => one.registry.server_id === id)
const asked = (fake, world) => {
  registered()(fake, world)
  fake.on('GET /api/mcp/ask-first/pending', () => ({
    dispatches: [world.PENDING_CALL],
    pending: 1,
    schema_version: 1,
  }))
}
/** One call waits, and two were not answered in time. */
const late = (fake, world) => {
  registered()(fake, world)
  const expired = { ...world.PENDING_CALL, status: 'expired' }
  fake.on('GET /api/mcp/ask-first/pending', () => ({
    dispatches: [
      world.PENDING_CALL,
      { ...expired, dispatch_id: 'e1', requested_by: 'person' },
      { ...expired, dispatch_id: 'e2', tool_name: 'delete_file' },
    ],
    pending: 1,
    schema_version: 1,
  }))
}
/** Two calls can be taught from, one of them with a long summary. */
const teachable = (fake, world) => {
  registered()(fake, world)
  const [first, ...rest] = world.CONNECTOR_RECEIPTS
  const kept = { ...first, teachable: true, run_id: 'run-1' }
  const long =
    'create_issue_in_the_repository_of_the_kitchen_with_a_very_long_name was called and answered.'
  fake.on('GET /api/mcp/receipts', () => ({
    receipts: [kept, { ...kept, receipt_id: world.uuid(3990), summary: long }, ...rest],
    schema_version: 1,
  }))
}
const questions = (fake, world) => {
  registered()(fake, world)
  fake.on('GET /api/mcp/ask-first/pending', () => ({
    dispatches: [],
    elicitations: world.CONNECTOR_QUESTIONS,
    pending: 2,
    schema_version: 1,
  }))
}
const button = (page, name) => page.getByRole('button', { name })
const press = (name) => (page) => button(page, name).click()
const tab = (name) => (page) => page.getByRole('tab', { name }).click()

/** Asks what a file of this machine offers. */
const offer = (path) => async (page) => {
  await press('Import a file…')(page)
  await page.getByLabel('File', { exact: true }).fill(path)
  await press('Show what it offers')(page)
}

const ISSUER = 'https://login.microsoftonline.example.com/9f2c1e7a-tenant'
const QUERY = new URLSearchParams({
  response_type: 'code',
  client_id: 'b1d8c5de-5b9a-4a0d-9a37-0c0e7a6f1b2c',
  redirect_uri: 'http://127.0.0.1:41233/callback',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  scope: 'calendar.read calendar.events.write',
})
const CODE = {
  authorization_url: `${ISSUER}/device?code=WDJB-MJHT`,
  verification_uri: `${ISSUER}/device`,
  user_code: 'WDJB-MJHT',
  scopes: ['calendar.read', 'calendar.events.write'],
}
const asksToSignIn =
  (change = {}) =>
  (fake, world) =>
    registered(
      () => ({}),
      (world) => ({ ...known('calendar')(world), ...change }),
    )(fake, world)
/** A connector that wants a sign-in. `begun` and `status` are the answers once it has begun. */
const signsIn =
  (change = {}, begun = {}, status = {}) =>
  (fake, world) => {
    asksToSignIn({
      available_actions: ['sign_in', 'edit', 'connect', 'smoke_test', 'delete'],
      auth_state: 'challenge_required',
      health: world.connector().health,
      ...change,
    })(fake, world)
    fake.on('POST /api/mcp/servers/*/auth/start', () => ({
      server_id: 'calendar',
      issuer: ISSUER,
      scopes: [],
      ...begun,
    }))
    fake.on('GET /api/mcp/servers/*/auth/status', () => ({
      auth_state: 'challenge_required',
      waits_until: new Date(world.NOW + 240_000).toISOString(),
      ...status,
    }))
  }
/** The form of an address to which Apprentice signs in by itself. */
const byItself = async (page) => {
  await press('Add…')(page)
  await page.getByRole('radio', { name: 'An address' }).click()
  await page.getByRole('radio', { name: 'Apprentice, without you' }).click()
  await page.getByLabel('Client id').scrollIntoViewIfNeeded()
}

export const CONNECTOR_SCENES = [
  { name: 'connectors', scene: 'empty', path: '/connectors', sizes: SMALL },
  {
    name: 'connectors-loading',
    scene: 'empty',
    path: '/connectors',
    change: (fake) => fake.on('GET /api/mcp/servers', never),
    loading: true,
  },
  {
    name: 'connectors-broken',
    scene: 'empty',
    path: '/connectors',
    change: (fake, { Refusal }) =>
      fake.on('GET /api/mcp/servers', () => {
        throw new Refusal(500, 'INTERNAL', 'The list could not be read: the disk is full.')
      }),
  },
  {
    name: 'connector-teach',
    scene: 'installed',
    path: '/connectors',
    change: teachable,
    act: press('Teach from calls…'),
    sizes: SMALL,
  },
  {
    name: 'connector-teach-empty',
    scene: 'installed',
    path: '/connectors',
    change: registered(),
    act: press('Teach from calls…'),
  },
  {
    name: 'connectors-list',
    scene: 'installed',
    path: '/connectors',
    change: registered(),
    sizes: SMALL,
  },
  {
    name: 'connectors-waiting',
    scene: 'installed',
    path: '/connectors',
    change: asked,
    sizes: SMALL,
  },
  { name: 'connectors-late', scene: 'installed', path: '/connectors', change: late, sizes: SMALL },
  {
    name: 'connectors-questions',
    scene: 'installed',
    path: '/connectors',
    change: questions,
    sizes: SMALL,
  },
  {
    name: 'connectors-no-keychain',
    scene: 'installed',
    path: '/connectors',
    change: (fake, world) => {
      registered()(fake, world)
      fake.on('GET /api/mcp/servers', () =>
        world.connectorList(world.CONNECTORS.slice(0, 2), {
          no_keychain: 'the desktop has no keychain that answers',
        }),
      )
    },
  },
  {
    name: 'connector-add',
    scene: 'empty',
    path: '/connectors',
    act: async (page) => {
      await press('Add…')(page)
      await press('Add one')(page)
    },
    sizes: SMALL,
  },
  {
    name: 'connector-import',
    scene: 'empty',
    path: '/connectors',
    change: (fake, world) => fake.on('GET /api/mcp/import', () => world.CONNECTOR_IMPORT),
    act: async (page) => {
      await press('Import from your agents…')(page)
      await page.getByRole('list', { name: 'Servers that were found' }).waitFor()
    },
    sizes: SMALL,
  },
  {
    name: 'connector-import-file',
    scene: 'empty',
    path: '/connectors',
    change: (fake, world) => fake.on('POST /api/mcp/import/plan', () => world.CONNECTOR_FILE),
    act: async (page) => {
      await offer('/home/ada/Downloads/server.json')(page)
      await page.getByRole('list', { name: 'What the file offers' }).waitFor()
    },
    sizes: SMALL,
  },
  {
    name: 'connector-registry',
    scene: 'empty',
    path: '/connectors',
    change: (fake, world) => fake.on('GET /api/mcp/registry', () => world.CONNECTOR_REGISTRY),
    act: async (page) => {
      await press('Find in the registry…')(page)
      await page.getByLabel('Words').fill('weather')
      await press('Search')(page)
      await page.getByRole('list', { name: 'Servers in the registry' }).waitFor()
    },
    sizes: SMALL,
  },
  {
    name: 'connector-registry-failed',
    scene: 'empty',
    path: '/connectors',
    change: (fake, { Refusal }) =>
      fake.on('GET /api/mcp/registry', () => {
        const words =
          'The request to the registry https://registry.modelcontextprotocol.io failed: it asks for a pause (HTTP 429). Try again in a while.'
        throw new Refusal(502, 'MCP_CONNECTION_FAILED', words)
      }),
    act: async (page) => {
      await press('Find in the registry…')(page)
      await page.getByLabel('Words').fill('weather')
      await press('Search')(page)
      await page.getByRole('alert').waitFor()
    },
    sizes: SMALL,
  },
  {
    name: 'connector-import-file-missing',
    scene: 'empty',
    path: '/connectors',
    change: (fake, { Refusal }) =>
      fake.on('POST /api/mcp/import/plan', () => {
        throw new Refusal(
          400,
          'INVALID_REQUEST',
          'path: /home/ada/Downloads/weather.mcpb cannot be opened: there is no such file',
          { field: 'path' },
        )
      }),
    act: async (page) => {
      await offer('/home/ada/Downloads/weather.mcpb')(page)
      await page.getByRole('alert').waitFor()
    },
    sizes: SMALL,
  },
  {
    name: 'connector-import-file-refused',
    scene: 'empty',
    path: '/connectors',
    change: (fake, world) => {
      fake.on('POST /api/mcp/import/plan', () => world.CONNECTOR_FILE)
      fake.on('POST /api/mcp/import', () => {
        throw new world.Refusal(
          400,
          'INVALID_REQUEST',
          'values.API_KEY: it needs at least 8 characters',
          { field: 'values.API_KEY' },
        )
      })
    },
    act: async (page) => {
      await offer('/home/ada/Downloads/server.json')(page)
      await page.getByRole('list', { name: 'What the file offers' }).waitFor()
      await page.getByLabel('API_KEY').fill('short')
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByText('It needs at least').waitFor()
    },
  },
  {
    name: 'connector',
    scene: 'installed',
    path: DETAIL,
    change: registered(),
    sizes: SMALL,
  },
  {
    name: 'connector-missing',
    scene: 'installed',
    path: '/connectors?id=gone',
    change: (fake, { Refusal }) =>
      fake.on('GET /api/mcp/servers/*', () => {
        throw new Refusal(404, 'NOT_FOUND', 'There is no connector “gone”.')
      }),
  },
  {
    name: 'connector-untrusted',
    scene: 'installed',
    path: DETAIL,
    change: registered(() => ({ tools: [], receipts: [], listed_at: null }), known('browser')),
    sizes: SMALL,
  },
  {
    name: 'connector-try',
    scene: 'installed',
    path: DETAIL,
    change: registered(),
    act: press(/^write_file/),
    sizes: SMALL,
  },
  {
    name: 'connector-result',
    scene: 'installed',
    path: DETAIL,
    change: (fake, world) => {
      registered()(fake, world)
      fake.on('POST /api/mcp/servers/*/call', () => ({
        receipt_id: world.uuid(1),
        result: { content: [{ type: 'text', text: '# Week 47\n\n- Import of CSV files' }] },
        is_error: false,
        milliseconds: 12,
      }))
    },
    act: async (page) => {
      await press(/^read_file/)(page)
      await page.getByLabel('path').fill('/home/ada/work/release/notes-47.md')
      await press('Call read_file')(page)
      await page.getByRole('region', { name: 'Result' }).waitFor()
    },
  },
  {
    name: 'connector-asks-here',
    scene: 'installed',
    path: DETAIL,
    change: (fake, world) => {
      registered()(fake, world)
      fake.on('POST /api/mcp/servers/*/call', () => {
        throw new world.Refusal(
          409,
          'MCP_ASK_FIRST_REQUIRED',
          'read_file asks you first, because everything asks first.',
          { dispatch_id: world.PENDING_CALL.dispatch_id },
        )
      })
    },
    act: async (page) => {
      await press(/^read_file/)(page)
      await page.getByLabel('path').fill('/home/ada')
      await press('Call read_file')(page)
      await button(page, 'Allow once').waitFor()
    },
  },
  {
    name: 'connector-pending',
    scene: 'installed',
    path: DETAIL,
    change: asked,
    sizes: SMALL,
  },
  {
    name: 'connector-changed',
    scene: 'installed',
    path: DETAIL,
    change: registered(
      (world) => ({ tools: [world.CHANGED_TOOL, ...world.CONNECTOR_TOOLS] }),
      known('database'),
    ),
    act: press(/^search_files/),
    sizes: SMALL,
  },
  {
    name: 'connector-policy',
    scene: 'installed',
    path: DETAIL,
    change: registered(),
    act: tab('Policy'),
    sizes: SMALL,
  },
  {
    name: 'connector-offers',
    scene: 'installed',
    path: DETAIL,
    change: registered(() => ({
      resources: [
        {
          uri: 'file:///home/ada/work/release/notes-47.md',
          name: 'Release notes',
          description: 'What changed in week 47.',
        },
      ],
      prompts: [
        { name: 'summarise', description: 'Sums a folder up.', arguments: ['folder', 'length'] },
      ],
    })),
    act: tab(/^Resources/),
  },
  {
    name: 'connector-calls',
    scene: 'installed',
    path: DETAIL,
    change: registered((world) => ({ receipts: world.CONNECTOR_RECEIPTS })),
    act: tab('Last calls'),
    sizes: SMALL,
  },
  {
    name: 'connector-log',
    scene: 'installed',
    path: DETAIL,
    change: registered(() => ({
      log: 'server-filesystem 2026.8.31\nallowed: /home/ada\nwarning: /home/ada/.cache is a link\n',
    })),
    act: tab('Log'),
  },
  {
    name: 'connector-about',
    scene: 'installed',
    path: DETAIL,
    change: registered(),
    act: tab('About'),
    sizes: SMALL,
  },
  {
    name: 'connector-failed',
    scene: 'installed',
    path: DETAIL,
    change: registered(() => ({}), known('mail')),
    sizes: SMALL,
  },
  {
    name: 'connector-throttled',
    scene: 'installed',
    path: DETAIL,
    change: registered(() => ({}), known('search')),
  },
  { name: 'connector-header', scene: 'installed', path: DETAIL, change: asksToSignIn() },
  {
    name: 'connector-sign-in',
    scene: 'installed',
    path: DETAIL,
    change: signsIn(),
    sizes: SMALL,
  },
  {
    name: 'connector-sign-in-more',
    scene: 'installed',
    path: DETAIL,
    change: signsIn({ scopes_needed: ['calendar.events.write', 'calendar.settings.read'] }),
  },
  {
    name: 'connector-sign-in-browser',
    scene: 'installed',
    path: DETAIL,
    change: signsIn({}, { authorization_url: `${ISSUER}/authorize?${QUERY}` }),
    act: (page) => page.getByRole('button', { name: 'Sign in', exact: true }).click(),
    sizes: SMALL,
  },
  {
    name: 'connector-sign-in-code',
    scene: 'installed',
    path: DETAIL,
    change: signsIn({}, CODE),
    act: press('Sign in on another device'),
    sizes: SMALL,
  },
  {
    name: 'connector-sign-in-failed',
    scene: 'installed',
    path: DETAIL,
    change: signsIn({}, CODE, {
      waits_until: null,
      last_error: 'the sign-in was refused (access_denied): the person said no',
    }),
    act: press('Sign in on another device'),
  },
  {
    name: 'connector-sign-in-late',
    scene: 'installed',
    path: DETAIL,
    change: signsIn({}, CODE, { waits_until: null }),
    act: press('Sign in on another device'),
  },
  {
    name: 'connector-client',
    scene: 'empty',
    path: '/connectors',
    act: byItself,
    sizes: SMALL,
  },
  {
    name: 'connector-client-key',
    scene: 'empty',
    path: '/connectors',
    act: async (page) => {
      await byItself(page)
      await page.getByLabel('Client authentication').selectOption('private_key_jwt')
      await page.getByLabel('Scopes').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'connector-client-trust',
    scene: 'installed',
    path: DETAIL,
    change: registered(
      () => ({ tools: [], receipts: [], listed_at: null }),
      (world) =>
        world.connector(
          {
            ...known('calendar')(world).registry,
            headers: [],
            trusted: false,
            oauth_client: {
              auth_mode: 'oauth2_client_credentials',
              client_id: 'apprentice-nightly-reports@example.org',
              client_auth: 'private_key_jwt',
              credential: 'keychain',
              issuer: ISSUER,
              scopes: ['calendar.read', 'calendar.events.write'],
            },
          },
          {
            badge_states: ['trust_required'],
            tool_count: 0,
            available_actions: ['edit', 'delete'],
          },
        ),
    ),
  },
  {
    name: 'connector-delete',
    scene: 'installed',
    path: DETAIL,
    change: registered(),
    act: press('Delete…'),
  },
]
