// Fails on any accessibility fault in any scene, in English in light and dark, and in Arabic, which
// reads from right to left. In a window of the usual size at 200 % zoom, and in Arabic, it also
// fails on a page that is wider than the window, and on a control that cannot be scrolled into view.
// It fails on any error of a script, and where Object.prototype is not frozen:
// `npm run build && npm run axe [-- name ...] [--text=150] [--language=ar]`.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'
import { fakeHosts } from './fake-host.mjs'
import { outOfReach } from './reach.mjs'
import { SCENES, openScene } from './scenes.mjs'

const USUAL = { width: 1180, height: 760 }
/** The usual window at 200 % zoom. */
const ZOOMED = { width: 590, height: 380 }
/** Scenes mostly wait for a page to load and settle, so several run at a time. */
const LANES = 3

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const text = Number(process.argv.find((word) => word.startsWith('--text='))?.slice(7))
const look = text ? { textSize: text, density: 'comfortable' } : undefined
/** Only this language is judged. */
const onlyLanguage = process.argv.find((word) => word.startsWith('--language='))?.slice(11)
const scenes = SCENES.filter((scene) => wanted.length === 0 || wanted.includes(scene.name))
const zoomed = scenes.filter(({ sizes }) => sizes)
/** In Arabic a scene is judged once: zoomed, if it is judged zoomed at all. */
const turned = scenes.map((scene) => ({
  scene,
  size: scene.sizes ? ZOOMED : USUAL,
  language: onlyLanguage ?? 'ar',
}))
const looks = onlyLanguage
  ? turned
  : [
      ...scenes.map((scene) => ({ scene, size: USUAL })),
      ...zoomed.map((scene) => ({ scene, size: ZOOMED })),
      ...turned,
    ]

const hosts = await fakeHosts(LANES)
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
let faults = 0
await Promise.all(hosts.map(lane))
await browser.close()
for (const host of hosts) await host.close()
console.log(
  faults === 0
    ? `No fault in ${scenes.length} scenes${onlyLanguage ? ` (${onlyLanguage})` : `, light and dark, ${zoomed.length} of them zoomed too, and in Arabic`}.`
    : `${faults} faults.`,
)
process.exit(faults === 0 ? 0 : 1)

async function lane(host) {
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => fault(`${page.url()}: ${String(error).split('\n')[0]}`))
  for (let look = looks.shift(); look; look = looks.shift()) await judge(page, host, look)
  await page.close()
}

async function judge(page, host, { scene, size, language }) {
  const at = `${scene.name} (${size.width}x${size.height}${language ? `, ${language}` : ''}`
  try {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(size)
    await openScene(page, host, scene, { ...(look && { look }), language })
  } catch (error) {
    return fault(`${at}): ${String(error).split('\n')[0]}`)
  }
  if (!(await page.evaluate(() => Object.isFrozen(Object.prototype))))
    fault(`${at}): Object.prototype is not frozen`)
  await page.evaluate(axe)
  await rules(page, `${at}, light)`)
  if (size === ZOOMED || language)
    for (const found of await page.evaluate(outOfReach)) fault(`${at}): ${found}`)
  if (language) return
  // The same elements in other colours: only rules about colours can differ.
  await page.emulateMedia({ colorScheme: 'dark' })
  await rules(page, `${at}, dark)`, ['color-contrast', 'link-in-text-block'])
}

async function rules(page, at, runOnly) {
  const options = { resultTypes: ['violations'], ...(runOnly && { runOnly }) }
  const { violations } = await page.evaluate(
    (options) => globalThis.axe.run(document, options),
    options,
  )
  for (const violation of violations) {
    const nodes = violation.nodes
      .slice(0, 4)
      .map(
        (node) =>
          `\n    ${node.html.slice(0, 160)}\n    ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`,
      )
    fault(`${at}: ${violation.id} (${violation.impact}): ${violation.help}${nodes.join('')}`)
  }
}

function fault(words) {
  faults += 1
  console.error(words)
}
