// Fails on a serious or critical accessibility fault in any scene, light or dark: `npm run build && npm run axe [-- name ...]`.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'
import { fakeHost } from './fake-host.mjs'
import { SCENES, openScene } from './scenes.mjs'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const wanted = process.argv.slice(2)
const host = await fakeHost()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
let faults = 0
for (const theme of ['light', 'dark']) {
  const page = await browser.newPage({ viewport: { width: 1180, height: 760 }, colorScheme: theme, reducedMotion: 'reduce' })
  page.setDefaultTimeout(10_000)
  for (const scene of SCENES) {
    if (wanted.length > 0 && !wanted.includes(scene.name)) continue
    try {
      await openScene(page, host, scene)
    } catch (error) {
      faults += 1
      console.error(`${scene.name} (${theme}): ${String(error).split('\n')[0]}`)
      continue
    }
    await page.evaluate(axe)
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
    for (const violation of violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')) {
      faults += 1
      console.error(`${scene.name} (${theme}): ${violation.id}: ${violation.help}`)
      for (const node of violation.nodes.slice(0, 4)) console.error(`    ${node.html.slice(0, 160)}\n    ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`)
    }
  }
  await page.close()
}
await browser.close()
await host.close()
console.log(faults === 0 ? `No serious fault in ${wanted.length || SCENES.length} scenes, light and dark.` : `${faults} serious faults.`)
process.exit(faults === 0 ? 0 : 1)
