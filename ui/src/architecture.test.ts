// Reads the sources: which folder may import which, and how long a line may be. ARCHITECTURE.md lists
// the floors.

import { readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'

/** From the lowest floor to the highest: a folder imports only itself and the folders before it. */
const FLOORS = ['lib', 'backend', 'components', 'domain', 'shell', 'pages', 'app']

interface Source {
  /** Below `src`, with slashes: `pages/skills/SkillsPage.tsx`. */
  path: string
  text: string
}

const sources: Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(ts|tsx|css)$/.test(path) && !/\.(d|gen)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }))

const isTest = ({ path }: Source): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('test/')

/** The modules of `src` that a file imports: static, dynamic and `composes` of CSS. */
const importsOf = ({ path, text }: Source): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bmock\()\s*'((?:\.|#ui\/)[^']*)'/g)].map(
    ([, name = '']) =>
      name.startsWith('#ui/') ? name.slice(4) : posix.join(posix.dirname(path), name),
  )

const folderOf = (path: string): string => path.split('/')[0] ?? ''
const pageOf = (path: string): string => path.split('/').slice(0, 2).join('/')

test('the floors name every folder', () => {
  const folders = new Set(
    sources.filter(({ path }) => path.includes('/')).map(({ path }) => folderOf(path)),
  )
  expect([...folders].filter((folder) => !['styles', 'test'].includes(folder)).toSorted()).toEqual(
    FLOORS.toSorted(),
  )
})

test('imports are found whichever way they are written', () => {
  const text = `
    import { a } from '#ui/lib/a'
    import './b.css'
    export { c } from './c'
    const d = lazy(() => import('#ui/pages/d'))
    composes: slot from '#ui/components/e.module.css';
    import { f } from 'react'
  `
  expect(importsOf({ path: 'app/x.ts', text })).toEqual([
    'lib/a',
    'app/b.css',
    'app/c',
    'pages/d',
    'components/e.module.css',
  ])
})

test('no import leads to a higher floor', () => {
  const upwards = sources
    .filter((source) => !isTest(source) && source.path.includes('/'))
    .flatMap((source) =>
      importsOf(source)
        .filter((to) => FLOORS.indexOf(folderOf(to)) > FLOORS.indexOf(folderOf(source.path)))
        .map((to) => `${source.path} imports ${to}`),
    )
  expect(upwards).toEqual([])
})

test('a page imports no other page', () => {
  const across = sources
    .filter((source) => !isTest(source) && source.path.startsWith('pages/'))
    .flatMap((source) =>
      importsOf(source)
        .filter((to) => to.startsWith('pages/') && pageOf(to) !== pageOf(source.path))
        .map((to) => `${source.path} imports ${to}`),
    )
  expect(across).toEqual([])
})

test('only tests import what is for tests', () => {
  const found = sources
    .filter((source) => !isTest(source))
    .flatMap((source) =>
      importsOf(source)
        .filter((to) => folderOf(to) === 'test')
        .map((to) => `${source.path} imports ${to}`),
    )
  expect(found).toEqual([])
})

test('no line is longer than 140 columns', () => {
  // Prettier cannot break a long string or comment.
  const long = sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (line.length > 140 ? `${path}:${at + 1}` : [])),
  )
  expect(long).toEqual([])
})
