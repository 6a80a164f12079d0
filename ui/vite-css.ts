// What the build does to the style sheets of src.

// The parts of PostCSS that are used here. It is a dependency of Vite, not of this package.
interface AtRule {
  params: string
  cloneAfter(change: { name: string; params: string }): unknown
}

interface Declaration {
  value: string
  parent?: { first?: { type: string; text?: string } }
}

interface Root {
  source?: { input: { file?: string } }
  walkDecls(each: (declaration: Declaration) => void): void
  walkAtRules(name: string, each: (rule: AtRule) => void): void
}

/**
 * WebKitGTK measures container queries in unzoomed pixels, so at 200 % zoom a page never counts as
 * narrow. Each container rule gets a copy as a media query. In other engines the copy changes
 * nothing: a window this narrow has a folded sidebar (52 px) and a page that narrow.
 */
export const zoomedContainers = {
  postcssPlugin: 'zoomed-containers',
  AtRule: {
    container(rule: AtRule) {
      const width = Number(/^(?:page|middle) \(max-width: (\d+)px\)$/.exec(rule.params)?.[1])
      if (width)
        rule.cloneAfter({ name: 'media', params: `(max-width: ${Math.min(width + 52, 640)}px)` })
    },
  },
}

/** The size of a rem at the usual size of text, in pixels. */
const REM = 16
/** Lines, outlines and nudges up to this many pixels stay as thin as they are. */
const THIN = 2
/** The first comment of a rule about text within a drawing, which is scaled as a whole. */
const DRAWN = 'in units of the drawing'

const toRem = (text: string): string =>
  text.replace(/(?<![\w#.-])-?\d*\.?\d+px\b/g, (found) => {
    const pixels = Number.parseFloat(found)
    return Math.abs(pixels) > THIN ? `${Number((pixels / REM).toFixed(5))}rem` : found
  })

const isDrawn = ({ parent }: Declaration): boolean => {
  const first = parent?.first
  return first?.type === 'comment' && first.text === DRAWN
}

/**
 * Style sheets are written in pixels of the usual size of text. The build turns them into rem, so
 * that everything grows with the size that the person chose (`src/lib/look.ts`). Container queries
 * too: a page of larger text is narrow sooner. Media queries ignore the size of text, so they stay.
 */
export const scaledPixels = {
  postcssPlugin: 'scaled-pixels',
  OnceExit(root: Root) {
    if (root.source?.input.file?.includes('node_modules')) return
    root.walkDecls((declaration) => {
      if (declaration.value.includes('px') && !isDrawn(declaration))
        declaration.value = toRem(declaration.value)
    })
    root.walkAtRules('container', (rule) => {
      rule.params = toRem(rule.params)
    })
  },
}
