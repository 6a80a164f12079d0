// Figures over many tasks, and the tables that people read.

import { median, percentile, repeatedShare } from './score.mjs'

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

/** All figures of the results of one run. */
export function figuresOf(results) {
  const drafted = results.filter((result) => result.draft)
  const scores = drafted.map((result) => result.scores)
  const rehearsals = drafted.flatMap((result) => result.rehearsals)
  const judged = (kind, fits = () => true) =>
    rehearsals.filter(
      (one) =>
        one.kind === kind &&
        ['accepted', 'refused', 'undecided'].includes(one.verdict) &&
        fits(one),
    )
  // A fault that only the request can tell is counted once the product is told the request.
  const telling = judged('fault', (one) => one.needs !== 'request' || one.told)
  const untold = judged('fault', (one) => one.needs === 'request' && !one.told)
  const right = judged('right')
  const count = (list, verdict) => list.filter((one) => one.verdict === verdict).length
  const effects = scores.flatMap((score) => score.effects)
  const loops = scores.flatMap((score) => score.loops)
  const tokens = scores.map((score) => score.tokens)
  const answers = drafted.map((result) => result.answered).filter((answered) => answered?.inputs)
  return {
    tasks: results.length,
    drafts: drafted.length,
    harness_errors: results.filter((result) => result.error).length,
    inputs_found: sum(scores.map((score) => score.inputs.found)),
    inputs_found_right: sum(scores.map((score) => score.inputs.foundRight)),
    inputs_wanted: sum(scores.map((score) => score.inputs.wanted)),
    inputs_wanted_found: sum(scores.map((score) => score.inputs.wantedFound)),
    answered: answers.length,
    answered_found: sum(answers.map(({ inputs }) => inputs.found)),
    answered_found_right: sum(answers.map(({ inputs }) => inputs.foundRight)),
    answered_wanted: sum(answers.map(({ inputs }) => inputs.wanted)),
    answered_wanted_found: sum(answers.map(({ inputs }) => inputs.wantedFound)),
    answered_literals: sum(answers.map(({ literals }) => literals.length)),
    answers_refused: drafted.filter((result) => result.answered?.error).length,
    literals: sum(scores.map((score) => score.literals.length)),
    loops: loops.length,
    loops_found: loops.filter((loop) => loop.found).length,
    effects: effects.length,
    effects_full: effects.filter((effect) => effect.grade === 'full').length,
    effects_partial: effects.filter((effect) => effect.grade === 'partial').length,
    effects_on_word: effects.filter((effect) => effect.grade === 'on your word').length,
    faults: telling.length,
    wrong_acceptances: count(telling, 'accepted'),
    faults_undecided: count(telling, 'undecided'),
    faults_untold: untold.length,
    faults_untold_accepted: count(untold, 'accepted'),
    right: right.length,
    false_refusals: count(right, 'refused'),
    right_undecided: count(right, 'undecided'),
    rehearsals_impossible: rehearsals.filter((one) => one.verdict === 'impossible').length,
    rehearsal_errors: rehearsals.filter((one) => one.verdict === 'error').length,
    tasks_rehearsed: drafted.filter((result) => result.rehearsals.length).length,
    tasks_judged_right: drafted.filter(
      ({ rehearsals: runs }) => runs.length && runs.every((run) => rightly(run)),
    ).length,
    steps: sum(scores.map((score) => score.steps)),
    untraced: sum(scores.map((score) => score.untraced.length)),
    tokens_median: median(tokens),
    tokens_p90: percentile(tokens, 0.9),
    repeated_share: repeatedShare(drafted.map((result) => result.draft.text)),
  }
}

/** The result of a task as if the draft that the author improved had been the only one. */
export function authored(result) {
  const { draft, scores, rehearsals } = result.author
  return { ...result, draft, scores, rehearsals, answered: undefined, author: undefined }
}

/** Whether the engine judged it as the truth does. What it cannot be told yet, it need not know. */
function rightly(run) {
  if (run.kind === 'right') return run.verdict === 'accepted'
  return run.verdict === 'refused' || (run.needs === 'request' && !run.told)
}

const percent = (part, whole) =>
  whole ? `${Math.round((1000 * part) / whole) / 10} % (${part}/${whole})` : 'none'

/** The figures beside the bars of the design, as a Markdown table: one column, or one for each title. */
export function figuresTable(figures, titles = 'now') {
  const columns = [figures].flat().map(figureRows)
  const rows = columns[0].map(([name, bar], at) => [name, bar, ...columns.map((one) => one[at][2])])
  const heads = [titles].flat()
  return [
    `| figure | bar | ${heads.join(' | ')} |`,
    `|---|---|${'---|'.repeat(heads.length)}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')
}

function figureRows(f) {
  return [
    ['inputs: precision', '≥ 90 % [≥ 80 %]', percent(f.inputs_found_right, f.inputs_found)],
    ['inputs: recall', '≥ 90 % [≥ 80 %]', percent(f.inputs_wanted_found, f.inputs_wanted)],
    [
      'inputs, “What changes next time?” answered: precision',
      '≥ 95 % [≥ 90 %]',
      percent(f.answered_found_right, f.answered_found),
    ],
    [
      'inputs, “What changes next time?” answered: recall',
      '≥ 95 % [≥ 90 %]',
      percent(f.answered_wanted_found, f.answered_wanted),
    ],
    [
      'answered: values left in the text; answers that were refused',
      '0; 0',
      `${f.answered_literals}; ${f.answers_refused}`,
    ],
    ['demonstrated values left in the text', '0', String(f.literals)],
    ['loops and list inputs found', '≥ 90 %', percent(f.loops_found, f.loops)],
    [
      'lasting effects read back by content, or “on your word”',
      'all',
      `${percent(f.effects_full + f.effects_on_word, f.effects)}; partly ${f.effects_partial}`,
    ],
    ['wrong acceptances', '≤ 1 % [≤ 3 %]', percent(f.wrong_acceptances, f.faults)],
    [
      'accepted faults that only the request can tell',
      '≤ 1 % [≤ 3 %]',
      percent(f.faults_untold_accepted, f.faults_untold),
    ],
    ['false refusals', '≤ 3 % [≤ 6 %]', percent(f.false_refusals, f.right)],
    [
      'tasks with every rehearsal judged rightly',
      'all',
      `${f.tasks_judged_right} of ${f.tasks_rehearsed}`,
    ],
    ['undecided: right runs, faults', 'few', `${f.right_undecided}, ${f.faults_undecided}`],
    ['steps without trace and mark', '0', `${f.untraced} of ${f.steps}`],
    ['tokens (characters / 4): median', '≤ 400', String(f.tokens_median ?? 'none')],
    ['tokens: 90th percentile', '≤ 800', String(f.tokens_p90 ?? 'none')],
    [
      'repeated text',
      '≤ 15 %',
      f.repeated_share === null ? 'none' : `${Math.round(100 * f.repeated_share)} %`,
    ],
    ['tasks with a draft', 'all', `${f.drafts} of ${f.tasks}`],
    ['rehearsals that the product did not begin', '0', String(f.rehearsals_impossible)],
    ['errors of the harness: tasks, rehearsals', '0', `${f.harness_errors}, ${f.rehearsal_errors}`],
  ]
}

/** One line for each task. */
export function tasksTable(results) {
  const lines = results.map((result) => {
    if (!result.draft)
      return `| ${result.task} | the harness failed: ${String(result.error).split('\n')[0].slice(0, 90)} ||||||||`
    const { inputs, literals, loops, effects, untraced, tokens, steps } = result.scores
    const after = result.answered?.inputs
    const runs = result.rehearsals
    const of = (kind, verdict) =>
      runs.filter((run) => run.kind === kind && run.verdict === verdict).length
    const all = (kind) => runs.filter((run) => run.kind === kind).length
    const odd = runs.filter((run) => !['accepted', 'refused'].includes(run.verdict))
    return `| ${[
      result.task,
      `${inputs.foundRight}/${inputs.found}, ${inputs.wantedFound}/${inputs.wanted}`,
      after
        ? `${after.foundRight}/${after.found}, ${after.wantedFound}/${after.wanted}`
        : (result.answered?.error ?? '–'),
      literals.length,
      loops.length ? `${loops.filter((loop) => loop.found).length}/${loops.length}` : '–',
      effects.map((effect) => effect.grade).join(', '),
      `${of('right', 'accepted')}/${all('right')}`,
      `${of('fault', 'refused')}/${all('fault')}`,
      `${untraced.length}/${steps}`,
      tokens,
      odd.map((run) => `${run.verdict}: ${run.name}`).join('; ') || '–',
    ].join(' | ')} |`
  })
  return [
    '| task | inputs right of found, found of wanted | answered | values left | loops | effects | right runs accepted | faults refused | untraced | tokens | not judged |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

/** One line of the history in docs/evaluation.md. */
export function historyRow(figures, label) {
  const f = figures
  const short = (part, whole) => (whole ? `${Math.round((100 * part) / whole)} %` : '–')
  const cells = [
    label,
    f.tasks,
    short(f.inputs_found_right, f.inputs_found),
    short(f.inputs_wanted_found, f.inputs_wanted),
    f.literals,
    short(f.loops_found, f.loops),
    short(f.effects_full + f.effects_on_word, f.effects),
    `${short(f.wrong_acceptances, f.faults)} of ${f.faults}`,
    `${short(f.false_refusals, f.right)} of ${f.right}`,
    `${f.untraced} of ${f.steps}`,
    `${f.tokens_median} / ${f.tokens_p90}`,
    f.repeated_share === null ? '–' : `${Math.round(100 * f.repeated_share)} %`,
  ]
  return `| ${cells.join(' | ')} |`
}
