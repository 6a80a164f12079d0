// What the API answers, in the shape that is scored. The only file of the evaluation that knows how
// the product writes down inputs, checkpoints and evidence; change it when these change.

/** Predicates that only say what was seen on the way: none of them reads a result again. */
const SCREEN = new Set(['field', 'used', 'command', 'download', 'upload', 'dialog'])

/** Keys of a predicate about a file that look at its content. */
const CONTENT = ['contains', 'holds_text', 'rows', 'min_size', 'head', 'archive', 'content', 'text']

/** The draft of a proposal. */
export function draftOf(detail) {
  const text = detail.skill_md
  return {
    state: detail.proposal.proposal_state,
    slug: detail.proposal.proposed_skill_slug,
    title: detail.proposal.title,
    text,
    tokens: Math.ceil(text.length / 4),
    inputs: detail.variables.map((input) => ({
      name: input.name,
      label: input.label,
      kind: input.kind,
      example: input.example,
      secret: input.secret,
      ...(input.source === undefined ? {} : { source: input.source }),
      ...(input.changes === undefined ? {} : { changes: input.changes }),
      ...(input.list === undefined ? {} : { list: input.list }),
    })),
    values: (detail.values ?? []).map(({ example, name, changes, source, evidence }) => ({
      example,
      name,
      changes,
      source,
      evidence,
    })),
    checkpoints: detail.checkpoints,
    questions: detail.questions.map((question) => ({
      field: question.field,
      text: question.question_text,
      required: question.required,
      answer: question.answer_text ?? question.assumed ?? null,
    })),
    lint: detail.checkpoint_lint_report?.findings ?? [],
  }
}

/**
 * “What changes next time?”, answered as somebody would who knows the task: the body of the request,
 * and the values of the truth that are not in the table.
 */
export function valueAnswers(draft, truth) {
  const answers = []
  const answered = new Set()
  const names = new Set()
  for (const { example } of draft.values) {
    const input = truth.inputs.find((one) => formsOf(one).includes(norm(example)))
    if (!input) continue
    const changes = !input.changes ? 'same' : (ANSWER[input.source] ?? 'changes')
    const first = changes !== 'same' && !names.has(input.name)
    if (first) names.add(input.name)
    answers.push({ example, changes, ...(first ? { name: slug(input.name) } : {}) })
    answered.add(input.name)
  }
  const unlisted = truth.inputs
    .filter((input) => input.source === 'given' && input.changes && !input.neutral)
    .filter((input) => !input.optional && !answered.has(input.name))
    .map(({ name }) => name)
  // A name that another value of the draft has keeps that value from being answered.
  const given = new Set(answers.map(({ example }) => example))
  const taken = draft.values.filter(({ example, changes }) => changes && !given.has(example))
  return {
    values: answers.map(({ name, ...answer }) =>
      name && !taken.some((value) => value.name === name) ? { ...answer, name } : answer,
    ),
    unlisted,
  }
}

const ANSWER = { given: 'changes', read: 'read', derived: 'derived', made: 'derived' }

const slug = (name) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 32)
    .replace(/_+$/, '')

const norm = (text) => String(text).replace(/\s+/g, ' ').trim().toLowerCase()

/** All forms in which a person would recognise the value of a truth input. */
export function formsOf(input) {
  const values = Array.isArray(input.value) ? input.value : [input.value]
  return [...values, values.join(', '), values.join(' '), ...(input.forms ?? [])].map(norm)
}

/** Every predicate below `evidence`, itself included. */
function* predicates(evidence) {
  if (!evidence || typeof evidence !== 'object') return
  yield evidence
  for (const part of evidence.of ?? []) yield* predicates(part)
  if (evidence.holds && typeof evidence.holds === 'object') yield* predicates(evidence.holds)
}

function strings(value) {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(strings)
  if (value && typeof value === 'object') return Object.values(value).flatMap(strings)
  return []
}

/**
 * The looks at a lasting result that a draft makes at the end of a run:
 * `{ file, content, strings, lacks }`.
 */
export function readBacks(draft) {
  const looks = []
  for (const checkpoint of draft.checkpoints)
    for (const predicate of predicates(checkpoint.evidence)) {
      if (predicate.kind === 'records') {
        looks.push(recordsLook(checkpoint, predicate))
        continue
      }
      if (SCREEN.has(predicate.kind) || ['all', 'any', 'each'].includes(predicate.kind)) continue
      if (predicate.durable !== true && checkpoint.role !== 'effect') continue
      const file = predicate.kind === 'file'
      looks.push({
        checkpoint: checkpoint.checkpoint_id,
        file,
        content: !file || CONTENT.some((key) => predicate[key] !== undefined),
        strings: strings({ ...predicate, lacks: undefined, kind: undefined }),
        lacks: strings(predicate.lacks ?? predicate.gone),
      })
    }
  return looks
}

/**
 * A fresh reading of a page, folder, file or output, compared with the one before the run. Where a
 * page itself must be gone, its address names what is gone.
 */
function recordsLook(checkpoint, { source, change, cells }) {
  const said = [...cells.map((cell) => cell.text), ...strings(source)]
  return {
    checkpoint: checkpoint.checkpoint_id,
    file: source.kind === 'file' || source.kind === 'folder',
    content: source.kind !== 'folder',
    strings: said,
    lacks: change === 'removed' ? said : [],
  }
}

/** Number of checkpoints that are left to the person, and say so. */
export function onYourWord(draft) {
  return draft.checkpoints.filter(
    (checkpoint) =>
      checkpoint.grade === 'on_your_word' ||
      (!checkpoint.evidence &&
        /on (your|the person's) word/i.test(`${checkpoint.success_condition} ${checkpoint.goal}`)),
  ).length
}

/** Groups of input names over which the draft repeats. */
export function loopsOf(draft) {
  const loops = []
  for (const checkpoint of draft.checkpoints)
    for (const predicate of predicates(checkpoint.evidence))
      if (predicate.kind === 'each') loops.push(predicate.over)
  for (const input of draft.inputs)
    if (input.list || input.kind === 'list') loops.push([input.name])
  return loops
}

/** One observed action, as far as steps are compared with it. */
export function traceOf(action) {
  const { details } = action
  return {
    kind: details.kind ?? details.type ?? Object.keys(details)[0],
    at: Date.parse(action.created_at),
    name: details.target?.name ?? '',
    words: strings(details),
    label: action.action_label,
  }
}

/** Questions with no assumed answer, answered in the words of the task. */
export function answersFor(detail, task) {
  return detail.questions
    .filter((question) => !question.answered)
    .map((question) => ({
      question_id: question.question_id,
      answer_text:
        task.answers?.[question.field] ??
        question.assumed ??
        (question.field === 'success_condition' ? task.truth.done : undefined) ??
        question.choices?.[0] ??
        task.truth.done,
    }))
}

/**
 * What a rehearsal may do here: everything. The applications are made for one task, and what is
 * scored is the verdict on the effects, also of tasks that delete or send.
 */
const OPEN = {
  policy_id: '00000000-0000-4000-8000-000000000001',
  mode: 'controlled_live_test',
  forbid_destructive_writes: false,
  forbid_external_send: false,
  max_actions: 200,
}

/**
 * The body that starts a rehearsal. `asked` are the values of the request by the name of the draft's
 * inputs; they are sent as soon as the product takes them.
 */
export function rehearsalRequest(document, asked, start_url) {
  const fields = document.components.schemas.StartValidationRunRequest.properties
  const request = {
    selected_tests: ['rehearsal'],
    ...(start_url ? { start_url } : {}),
    ...(fields.test_policy ? { test_policy: OPEN } : {}),
  }
  for (const name of ['inputs', 'values', 'bindings'])
    if (fields[name]) return { request: { ...request, [name]: asked }, told: true }
  return { request, told: false }
}

/** `accepted`, `refused` or `undecided`. */
export function verdictOf(status) {
  if (status.overall_result === 'passed') return 'accepted'
  // `partial`: an effect could not be read, so nobody can tell.
  if (status.overall_result === 'partial') return 'undecided'
  return 'refused'
}
