// Reads the sources: which messages are said, and which words for people are not said. Used by
// `words.test.ts`.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { messageKey } from '#ui/lib/say'

/** `pages/skills/SkillsPage.tsx`, as a syntax tree. */
export interface SourceFile {
  path: string
  tree: ts.SourceFile
}

export const parse = (path: string, text: string): SourceFile => ({
  path,
  tree: ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  ),
})

/** Every source of the window, without tests and generated files. */
export const readSources = (): SourceFile[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(
      (path) =>
        /\.tsx?$/.test(path) &&
        !/\.(d|gen|test)\.tsx?$/.test(path) &&
        !path.startsWith('test/') &&
        path !== 'lib/say.tsx',
    )
    .toSorted()
    .map((path) => parse(path, readFileSync(join('src', path), 'utf8')))

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  node.forEachChild((child) => visit(child, look))
}

const placeOf = ({ path, tree }: SourceFile, node: ts.Node): string =>
  `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`

export interface Message {
  key: string
  /** Whether it is shown by `<Say>`, which alone may have tags. */
  element: boolean
  place: string
}

/** What is said, and the places where something that is no literal is said. */
export function messagesOf(file: SourceFile): { messages: Message[]; unreadable: string[] } {
  const messages: Message[] = []
  const unreadable: string[] = []
  const add = (node: ts.Node, message: ts.Node | undefined, element: boolean): void => {
    const literal = message && ts.isJsxExpression(message) ? message.expression : message
    const place = placeOf(file, node)
    if (literal && ts.isStringLiteralLike(literal))
      messages.push({ key: messageKey(literal.text), element, place })
    else unreadable.push(place)
  }
  visit(file.tree, (node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'say'
    )
      add(node, node.arguments[0], false)
    if (
      (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) &&
      node.tagName.getText(file.tree) === 'Say'
    ) {
      const text = node.attributes.properties.find(
        (attribute): attribute is ts.JsxAttribute =>
          ts.isJsxAttribute(attribute) && attribute.name.getText(file.tree) === 'text',
      )
      add(node, text?.initializer, true)
    }
  })
  return { messages, unreadable }
}

/** Attributes and properties whose value a person reads. */
const READ_BY_PEOPLE = new Set(
  `alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext
  announcement confirm confirmLabel description detail doneLabel empty heading hint intro label
  message placeholder question subtitle summary text title tooltip what why word words`.split(
    /\s+/,
  ),
)

/** `{ what: 'delete' }` names a kind: it is no word for people. */
const isKind = (node: ts.PropertyAssignment | ts.JsxAttribute): boolean =>
  ['what', 'text'].includes(node.name.getText()) &&
  node.initializer !== undefined &&
  ts.isStringLiteral(node.initializer) &&
  /^[a-z_-]+$/.test(node.initializer.text)

const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text)

/**
 * Words that are shown and not said: text between tags, and literal values of attributes and
 * properties that people read. `isException` names what is the same in every language.
 */
export function unsaid(file: SourceFile, isException: (text: string) => boolean): string[] {
  const found: string[] = []
  const add = (node: ts.Node, text: string): void => {
    const words = text.replace(/\s+/g, ' ').trim()
    if (hasLetters(words.replace(/&\w+;/g, '')) && !isException(words))
      found.push(`${placeOf(file, node)} ${words}`)
  }
  /** The literals that an expression may be: both sides of a condition, the parts of a template. */
  const addValue = (value: ts.Expression | undefined): void => {
    if (!value) return
    if (ts.isParenthesizedExpression(value)) addValue(value.expression)
    else if (ts.isStringLiteralLike(value)) add(value, value.text)
    else if (ts.isTemplateExpression(value))
      add(
        value,
        [value.head.text, ...value.templateSpans.map(({ literal }) => literal.text)].join(' '),
      )
    else if (ts.isConditionalExpression(value)) {
      addValue(value.whenTrue)
      addValue(value.whenFalse)
    } else if (ts.isBinaryExpression(value)) {
      const { kind } = value.operatorToken
      if (kind === ts.SyntaxKind.PlusToken) addValue(value.left)
      if (
        kind === ts.SyntaxKind.PlusToken ||
        kind === ts.SyntaxKind.AmpersandAmpersandToken ||
        kind === ts.SyntaxKind.BarBarToken ||
        kind === ts.SyntaxKind.QuestionQuestionToken
      )
        addValue(value.right)
    }
  }
  visit(file.tree, (node) => {
    if (ts.isJsxText(node)) add(node, node.text)
    else if (ts.isJsxAttribute(node) && READ_BY_PEOPLE.has(node.name.getText(file.tree))) {
      if (isSay(node) || isKind(node)) return
      const value = node.initializer
      if (value && ts.isStringLiteral(value)) add(node, value.text)
      else if (value && ts.isJsxExpression(value)) addValue(value.expression)
    } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
      addValue(node.expression)
    else if (
      ts.isPropertyAssignment(node) &&
      READ_BY_PEOPLE.has(node.name.getText(file.tree)) &&
      !isKind(node)
    )
      addValue(node.initializer)
  })
  return found
}

const isSay = (attribute: ts.JsxAttribute): boolean =>
  attribute.parent.parent.tagName.getText() === 'Say'
