// How well a row of the palette fits what was typed.

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Shorter parts are found only at the beginning of a word. */
const LEAST_WITHIN = 3

/**
 * 0: it does not fit. Each typed word must begin a word of the label, be within the label, or
 * begin a keyword; what is seen counts more than the keywords, which are not.
 */
export function paletteFit(label: string, keywords: string, search: string): number {
  const wanted = wordsOf(search)
  if (wanted.length === 0) return 1
  const seen = label.toLocaleLowerCase()
  const shown = wordsOf(label)
  const hidden = wordsOf(keywords)
  let sum = 0
  for (const word of wanted) {
    if (shown[0]?.startsWith(word)) sum += 1
    else if (shown.some((known) => known.startsWith(word))) sum += 0.8
    else if (word.length >= LEAST_WITHIN && seen.includes(word)) sum += 0.5
    else if (hidden.some((known) => known.startsWith(word))) sum += 0.3
    else return 0
  }
  // Of two that fit alike, the shorter label says it more exactly.
  return sum / wanted.length + 1 / (1000 + label.length)
}
