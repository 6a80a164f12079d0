// The longest and most awkward texts that the engine allows, in every place where one can stand.
const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
const title =
  `Post the weekly release notes of every team to the internal wiki, the public changelog and the newsletter, then tell ${word}`.slice(
    0,
    160,
  )
const goal =
  `${title}. Afterwards everybody who was mentioned knows what changed, why it changed, and what they have to do next`.slice(
    0,
    400,
  )
const slug = 'post-weekly-release-notes-of-every-team-to-the-internal-wiki-and'
const path = `/home/ada/work/clients/${word}/2026/november/week-47/release-notes/and/a/folder/that/lies/deep/inside/of/others`
const host = 'a-very-long-host-name-that-somebody-chose.intranet.department.example.org'

export function LONG(fake, world) {
  const known = world.session({ goal, target_app_whitelist: [host, path], state: 'capturing' })
  const ready = world.session({ goal, state: 'ready_for_review', proposal_id: world.PROPOSAL })
  const draft = world.proposal({
    title,
    learn_session_id: world.uuid(21),
    proposed_skill_slug: slug,
    trigger_phrases: [goal.slice(0, 120), word, 'short'],
    negative_triggers: [goal.slice(0, 120)],
  })
  const actions = [
    world.action(1, {
      app_family: host,
      action_label: `Filled “${title}” with “${goal}”`,
      details: {
        kind: 'fill',
        target: { role: 'textbox', name: title, context: title },
        value: { text: goal },
        previous: goal,
        input_type: 'text',
      },
      caused_state_change: true,
      change: {
        before: { url: `https://${host}${path}`, title },
        after: { url: `https://${host}${path}/next`, title: goal },
        appeared: Array.from({ length: 9 }, (_, n) => ({ role: 'row', name: `${title} ${n}` })),
        vanished: [],
        changed: [],
      },
    }),
    world.action(2, {
      action_label: 'Filled “API key” with ▮▮▮▮▮▮ and “Second key” with ▮▮▮▮▮▮',
      masked: 2,
      details: {
        kind: 'fill',
        target: { role: 'textbox', name: 'API key' },
        value: { text: '▮▮▮▮▮▮', masked: 'secret_label' },
        input_type: 'text',
      },
    }),
    world.action(3, {
      adapter_kind: 'terminal_command',
      app_family: 'bash',
      action_label: 'Ran a command',
      details: {
        kind: 'command',
        command_line: [
          `for file in ${path}/*.md;`,
          'do pandoc --from=markdown --to=html "$file"',
          `| curl --fail --data-binary @- https://${host}/api/pages; done`,
        ].join(' '),
        program: 'bash',
        directory: path,
        exit_code: 22,
        duration_ms: 95_000,
        shell: 'bash',
        shell_pid: 4242,
        files: Array.from({ length: 6 }, (_, n) => ({
          path: `${path}/${n}.html`,
          change: 'created',
          size: 9,
        })),
      },
    }),
  ]
  const both = [known, { ...ready, learn_session_id: world.uuid(21) }]
  fake.on('GET /api/learn/sessions', () => ({ sessions: both, total: 2, page: 1, page_size: 100 }))
  fake.on('GET /api/learn/sessions/*/detail', ({ id }) =>
    world.detail({ session: both.find((one) => one.learn_session_id === id) ?? ready }),
  )
  fake.on('GET /api/learn/sessions/*/observed-actions', () => ({ actions, total: 3 }))
  fake.on('GET /api/learn/proposals', () => ({
    proposals: [draft],
    total: 1,
    page: 1,
    page_size: 100,
    schema_version: 1,
  }))
  const usual = world.proposalDetail()
  fake.on('GET /api/learn/proposals/*/detail', () =>
    world.proposalDetail({
      proposal: draft,
      interpretation: {
        ...usual.interpretation,
        goal_summary: goal,
        use_conditions: [goal, word],
        non_use_conditions: [goal],
      },
      checkpoints: usual.checkpoints.map((checkpoint) => ({
        ...checkpoint,
        goal: title,
        success_condition: goal,
      })),
      variables: usual.variables.map((variable, at) => ({
        ...variable,
        name: `${variable.name}_of_the_week_before_the_last_one`,
        label: at === 0 ? title : variable.label,
        example: at === 1 ? goal : variable.example,
      })),
      targets: usual.targets.map((target) => ({
        ...target,
        path: `${path}/${slug}`,
        note: at(target),
      })),
      skill_md: usual.skill_md.replace('## Goal', `## Goal\n${goal} \`${path}\` ${word}${word}\n`),
    }),
  )
  fake.on('GET /api/learn/history', () => ({
    items: world.HISTORY.map((item) => ({ ...item, title: goal })),
    total: 5,
    outcome_counts: { approved: 5 },
    page: 1,
    page_size: 100,
  }))
  fake.on('GET /api/learn/receipts', () => ({
    receipts: world.RECEIPTS.map((receipt) => ({ ...receipt, summary: `${goal} ${path}` })),
    total: 6,
    page: 1,
    page_size: 100,
  }))
  fake.on('GET /api/skills', () => {
    const whole = world.skillList(40)
    const skills = whole.skills.map((skill) => ({
      ...skill,
      name: `${skill.name}-${slug}`,
      description: goal,
      path: skill.path && `${path}/${skill.name}`,
    }))
    return {
      ...whole,
      skills,
      agent_sets: whole.agent_sets.map((agents) => agents.map((agent) => `${agent} of ${word}`)),
      skipped: [{ path, code: 'NO_DESCRIPTION', message: goal }],
    }
  })
}

const at = (target) =>
  target.writable
    ? null
    : 'The folder is on a disk that was mounted without the right to write; ask whoever set it up, or choose another one.'
