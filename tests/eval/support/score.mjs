// Compares a draft and its rehearsals with the truth of a task. Pure functions.

import { formsOf, loopsOf, onYourWord, readBacks } from './wire.mjs'

const norm = (text) => String(text).replace(/\s+/g, ' ').trim().toLowerCase()

/** What an agent would have to ask for: values of the request that change. */
const wanted = (input) => input.source === 'given' && input.changes

/**
 * Precision and recall of the inputs. An input of the draft is right if its demonstrated value is a
 * value of the request that changes, and no other input of the draft has that value already. Inputs
 * whose value is read, made or derived are neither right nor wrong while the draft cannot say so.
 */
export function scoreInputs(found, truth) {
  const taken = new Map()
  const wrong = []
  const neutral = []
  for (const input of found) {
    const shown = Array.isArray(input.example) ? input.example.join(', ') : input.example
    // Two values of a request may differ by a capital alone: a town, and the name of its file.
    const asWritten = (candidate) => [candidate.value, ...(candidate.forms ?? [])].includes(shown)
    const match =
      truth.find(asWritten) ?? truth.find((candidate) => formsOf(candidate).includes(norm(shown)))
    if (!match) wrong.push({ name: input.name, example: shown, why: 'no value of the request' })
    else if (!match.changes && match.source === 'constant' && !match.neutral)
      wrong.push({ name: input.name, example: shown, why: 'always the same' })
    else if (!wanted(match) || match.neutral) neutral.push({ name: match.name, as: input.name })
    else if (taken.has(match.name))
      wrong.push({ name: input.name, example: shown, why: `a second ${match.name}` })
    else taken.set(match.name, input)
  }
  const all = truth.filter((input) => wanted(input) && !input.neutral)
  const required = all.filter((input) => !input.optional)
  const missing = required.filter((input) => !taken.has(input.name)).map((input) => input.name)
  const counted = taken.size + wrong.length
  return {
    right: [...taken].map(([name, input]) => ({ name, as: input.name })),
    wrong,
    neutral,
    missing,
    found: counted,
    wanted: required.length,
    foundRight: taken.size,
    wantedFound: required.length - missing.length,
  }
}

/** The demonstrated values that are in the text as they were demonstrated. */
export function literalsLeft(text, truth) {
  const values = truth.inputs
    .filter((input) => input.changes && !input.neutral)
    .flatMap((input) => [input.value, ...(input.forms ?? [])].flat())
  const all = [...new Set([...values, ...(truth.literals ?? [])].map(String))]
  const read = `${text}\n${unescaped(text)}`
  return all.filter((value) => value.trim().length >= 3 && stands(read, value))
}

/** The text with the escapes of its addresses read: `expenses:food` of `expenses%3Afood`. */
function unescaped(text) {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

function stands(text, value) {
  const pattern = value
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').test(text)
}

/** Which loops and list inputs of the truth the draft has. */
export function scoreLoops(draft, truth, inputs) {
  const loops = loopsOf(draft)
  return (truth.loops ?? []).map((loop) => {
    const names = [...inputs.right, ...inputs.neutral]
      .filter(({ name }) => loop.over.includes(name))
      .map(({ as }) => as)
    return {
      over: loop.over,
      found: loops.some((group) => group.some((one) => names.includes(one))),
    }
  })
}

/**
 * For each lasting effect: `full` if one look at the end compares every value that was given,
 * `partial` if some, `none`, or `on your word`.
 */
export function scoreEffects(draft, truth, inputs) {
  const looks = readBacks(draft)
  let spare = onYourWord(draft)
  return truth.effects.map((effect) => {
    const marks = (effect.values ?? []).map((name) => {
      const input = truth.inputs.find((candidate) => candidate.name === name)
      const as = inputs.right.find((right) => right.name === name)?.as
      const forms = input && !input.changes ? formsOf(input) : []
      return (text) =>
        (as && text.includes(`{{${as}}}`)) || forms.some((form) => norm(text).includes(form))
    })
    const isFile = effect.kind === 'file'
    const best = Math.max(
      0,
      ...looks
        .filter((look) => look.file === isFile && look.content)
        .map((look) => {
          const texts = effect.kind === 'deleted' ? look.lacks : look.strings
          return marks.length === 0
            ? 1
            : marks.filter((mark) => texts.some(mark)).length / marks.length
        }),
    )
    let grade = best === 1 ? 'full' : best > 0 ? 'partial' : 'none'
    if (grade === 'none' && spare > 0) {
      spare -= 1
      grade = 'on your word'
    }
    return { name: effect.name, kind: effect.kind, grade }
  })
}

const bare = (text) => norm(text).replace(/\s/g, '')

/** The steps of the person for which no observed action exists. */
export function untraced(steps, actions) {
  const used = new Set()
  const take = (fits) => {
    const index = actions.findIndex((action, at) => !used.has(at) && fits(action))
    if (index >= 0) used.add(index)
    return index >= 0
  }
  const holds = (action, value) => action.words.some((word) => norm(word) === norm(value))
  // Values first: a field may be committed much later than it was typed.
  const left = steps.filter((step) => {
    if (step.kind === 'command')
      return !take((action) => action.kind === 'command' && holds(action, step.value))
    if (step.kind === 'type')
      return !take(
        (action) =>
          holds(action, step.value) ||
          action.words.some((word) => word.includes('▮')) ||
          action.words.some((word) => norm(word).includes(norm(step.value))),
      )
    if (step.kind === 'choose' && step.value !== undefined)
      return !take((action) => holds(action, step.value))
    return true
  })
  const named = left.filter((step) => {
    if (['command', 'type'].includes(step.kind)) return true
    if (!step.name) return true
    const from = step.from - 500
    return !take(
      (action) =>
        action.at >= from &&
        action.at <= step.to + 1_500 &&
        (bare(action.name).includes(bare(step.name)) ||
          (action.name && bare(step.name).includes(bare(action.name)))),
    )
  })
  return named.filter((step) => {
    if (['command', 'type'].includes(step.kind)) return true
    // A click whose name the product gives differently: any action of that moment is its trace.
    return !take((action) => action.at >= step.from - 50 && action.at <= step.to + 400)
  })
}

/**
 * The share of each text that is the same in most of them: words covered by runs of six words that
 * occur in more than half of the texts.
 */
export function repeatedShare(texts) {
  if (texts.length < 3) return null
  const words = texts.map((text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
  const counts = new Map()
  for (const list of words)
    for (const run of new Set(runs(list))) counts.set(run, (counts.get(run) ?? 0) + 1)
  const shares = words.map((list) => {
    const covered = new Set()
    runs(list).forEach((run, at) => {
      if (counts.get(run) > texts.length / 2) for (let i = 0; i < SIX; i += 1) covered.add(at + i)
    })
    return list.length ? covered.size / list.length : 0
  })
  return median(shares)
}

const SIX = 6
const runs = (list) =>
  list
    .slice(0, Math.max(0, list.length - SIX + 1))
    .map((_, at) => list.slice(at, at + SIX).join(' '))

export function median(numbers) {
  return percentile(numbers, 0.5)
}

export function percentile(numbers, share) {
  if (numbers.length === 0) return null
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}
