// Fails on a serious or critical accessibility fault in any scene, light or dark:
// `npm run build && npm run axe [-- name ...]`, or `-- --part=1/2` for every second scene.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'
import { fakeHost } from './fake-host.mjs'
import { SCENES, openScene } from './scenes.mjs'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const args = process.argv.slice(2)
const [part, parts] = (args.find((arg) => arg.startsWith('--part='))?.slice(7) ?? '1/1').split('/').map(Number)
const wanted = args.filter((arg) => !arg.startsWith('--'))
const scenes = SCENES.filter((scene, at) => (wanted.length === 0 || wanted.includes(scene.name)) && at % parts === part - 1)

const host = await fakeHost()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1180, height: 760 }, reducedMotion: 'reduce' })
page.setDefaultTimeout(10_000)
let faults = 0
for (const scene of scenes) {
  try {
    await page.emulateMedia({ colorScheme: 'light' })
    await openScene(page, host, scene)
  } catch (error) {
    faults += 1
    console.error(`${scene.name}: ${String(error).split('\n')[0]}`)
    continue
  }
  await page.evaluate(axe)
  await judge(scene, 'light', undefined)
  // The same elements in other colours: only what depends on colours can differ.
  await page.emulateMedia({ colorScheme: 'dark' })
  await judge(scene, 'dark', ['color-contrast', 'link-in-text-block'])
}
await browser.close()
await host.close()
console.log(faults === 0 ? `No serious fault in ${scenes.length} scenes, light and dark.` : `${faults} serious faults.`)
process.exit(faults === 0 ? 0 : 1)

async function judge(scene, theme, rules) {
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const { violations } = await page.evaluate((options) => globalThis.axe.run(document, options), options)
  for (const violation of violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')) {
    faults += 1
    console.error(`${scene.name} (${theme}): ${violation.id}: ${violation.help}`)
    for (const node of violation.nodes.slice(0, 4)) console.error(`    ${node.html.slice(0, 160)}\n    ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`)
  }
}
