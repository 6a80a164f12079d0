// The scenes of Autonomous Agent Practice: its form, its tries and its end.

const SMALL = ['590x380']
const NEW = '/learn/new?mode=autonomous_agent_practice'
const WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
const LINE = `The table ${WORD} has each customer once, with the address that was confirmed last`
const FOLDER = `/home/ada/work/clients/${WORD}/2026/november/week-47/tables`
const start = (page) => page.getByRole('button', { name: 'Start practice', exact: true })

/** An agent practises, or has practised. `more` gives what differs from the usual practice. */
const practises =
  (state, more = () => ({})) =>
  (fake, world) => {
    const practice = world.agentPractice(more(world))
    const best = state === 'stopped' && practice.best_try !== null
    const actions = [
      'cancel',
      state === 'capturing' ? 'stop' : best && 'generate_proposal',
      'retain',
    ]
    const session = world.session({ ...world.PRACTISING, state, actions: actions.filter(Boolean) })
    fake.on('GET /api/learn/sessions', () => ({
      sessions: [session],
      total: 1,
      page: 1,
      page_size: 100,
    }))
    fake.on('GET /api/learn/sessions/*/detail', () =>
      world.detail({ session, actions: session.actions }),
    )
    fake.on('GET /api/learn/sessions/*/practice', () => practice)
  }
const holds = ({ practiceTry }) =>
  practiceTry({
    number: 2,
    passed: true,
    action_count: 3,
    checks: practiceTry().checks.map((check) =>
      check.status === 'fails'
        ? { ...check, status: 'holds', evidence: 'The file holds “1,2” in its second line.' }
        : check,
    ),
  })
const long = ({ agentPractice, practiceTry }) => {
  const results = [
    { kind: 'file_contains', path: `out/${WORD}/clean.csv`, text: LINE },
    { kind: 'file_exists', path: 'report.txt' },
    { kind: 'on_your_word', text: LINE },
  ]
  const plan = { ...agentPractice().plan, results, folder: FOLDER, tries: 10, minutes: 120 }
  const checks = results.map((result, at) => ({
    result,
    status: ['fails', 'holds', 'on_your_word'][at],
    evidence: `${LINE}. ${LINE}.`,
  }))
  return {
    plan,
    agent_label: `Claude Code of ${WORD}`,
    lessons: Array.from({ length: 6 }, (_, n) => `${n}: ${LINE}`),
    tries: Array.from({ length: 10 }, (_, n) =>
      practiceTry({
        number: n + 1,
        checks,
        lessons: [LINE, `${LINE}.`],
        refusals: [`Write ${FOLDER}/raw.csv: it is outside the folder of the run.`],
        action_count: 200 - n,
        end: { kind: 'out_of_time', message: `Claude Code did not end. ${LINE}.` },
      }),
    ),
    best_try: 4,
    outcome: 'tries_used',
    message: `The last try did not do it either: ${LINE}. The best try can still become a draft.`,
  }
}

export const PRACTICE_SCENES = [
  { name: 'new-practise', scene: 'empty', path: NEW, sizes: ['900x600', ...SMALL] },
  {
    name: 'new-practise-problems',
    scene: 'empty',
    path: NEW,
    act: async (page) => {
      await page.getByRole('radio', { name: /OpenClaw/ }).click()
      await start(page).click()
      await page.getByText('Say what the agent should be able to do.').waitFor()
    },
    sizes: SMALL,
  },
  {
    name: 'new-practise-long',
    scene: 'empty',
    path: NEW,
    act: async (page) => {
      await page.getByLabel('Goal').fill(`${LINE}, ${LINE}`)
      await page.getByLabel('What only you can judge').fill(LINE)
      await page.getByLabel('Example folder').fill(FOLDER)
      await page.getByText('Test policy: Controlled live test', { exact: false }).click()
      await start(page).scrollIntoViewIfNeeded()
    },
    sizes: SMALL,
  },
  {
    name: 'new-practise-policy',
    scene: 'empty',
    path: NEW,
    act: async (page) => {
      await page.getByRole('radio', { name: /Claude Code/ }).click()
      await page.getByText('Test policy: Controlled live test', { exact: false }).click()
      await page.getByLabel('How far it may go').selectOption('copy_artifact')
      await page.getByLabel('Sites that may be used').scrollIntoViewIfNeeded()
    },
    sizes: SMALL,
  },
  {
    name: 'new-practise-none',
    scene: 'empty',
    path: NEW,
    change: (fake, world) =>
      fake.on('GET /api/agents/runtimes', () => ({
        runtimes: world.RUNTIMES.filter(({ presence }) => presence !== 'found'),
        isolation: world.ISOLATION,
      })),
  },
  {
    name: 'new-practise-running',
    scene: 'stopped',
    path: NEW,
    act: (page) => start(page).scrollIntoViewIfNeeded(),
  },
  {
    name: 'practising',
    scene: 'capturing',
    path: '/learn/active',
    change: practises('capturing'),
    sizes: ['900x600', ...SMALL],
  },
  {
    name: 'practising-first',
    scene: 'capturing',
    path: '/learn/active',
    change: practises('capturing', () => ({ tries: [], lessons: [], best_try: null })),
  },
  {
    name: 'practising-try',
    scene: 'capturing',
    path: '/learn/active',
    change: practises('capturing'),
    act: (page) => page.getByRole('radio', { name: /Try 1/ }).click(),
    sizes: SMALL,
  },
  {
    name: 'practised',
    scene: 'stopped',
    path: '/learn/active',
    change: practises('stopped', (world) => ({
      tries: [world.practiceTry(), holds(world)],
      best_try: 2,
      outcome: 'succeeded',
      message: 'All that must be true was read, and is true.',
    })),
    sizes: SMALL,
  },
  {
    name: 'practised-stuck',
    scene: 'stopped',
    path: '/learn/active',
    change: practises('stopped', ({ practiceTry }) => ({
      tries: [practiceTry(), practiceTry({ number: 2 })],
      outcome: 'no_progress',
      message: 'The last two tries failed in the same way, so there is no further one.',
    })),
  },
  {
    name: 'practised-breach',
    scene: 'stopped',
    path: '/learn/active',
    change: practises('stopped', ({ practiceTry }) => ({
      lessons: [],
      tries: [
        practiceTry({
          end: {
            kind: 'policy_violation',
            message: 'Destructive, which the policy forbids: rm -rf tables',
          },
          checks: [],
          refusals: ['rm -rf tables'],
        }),
      ],
      best_try: null,
      outcome: 'policy_breach',
      message:
        'The last try broke the test policy: Destructive, which the policy forbids: rm -rf tables.',
    })),
  },
  {
    name: 'practised-long',
    scene: 'stopped',
    path: '/learn/active',
    change: practises('stopped', long),
    sizes: ['900x600', ...SMALL],
  },
]
