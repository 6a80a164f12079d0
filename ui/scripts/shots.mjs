// Takes a picture of every scene in light and dark: `npm run shots [-- name ...] [--size=900x600]`,
// into ui/shots (not committed). With another size, only the scenes that list it are taken, unless
// they are named. `--text=150` and `--density=compact` take them with another look, `--language=ar` in
// another language.
import { mkdir } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { fakeHost } from './fake-host.mjs'
import { SCENES, openScene } from './scenes.mjs'

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const option = (name, otherwise) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise
const USUAL = '1180x760'
const size = option('size', USUAL)
const [width, height] = size.split('x').map(Number)
const suffix = size === USUAL ? '' : `-${size}`
const themes = option('theme', 'light,dark').split(',')
/** `--text=150 --density=compact` shows every scene so. */
const look =
  option('text') || option('density')
    ? { textSize: Number(option('text', '100')), density: option('density', 'comfortable') }
    : undefined
const language = option('language')
const out = new URL('../shots/', import.meta.url)
await mkdir(out, { recursive: true })

const host = await fakeHost()
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
for (const theme of themes) {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    deviceScaleFactor: Number(option('scale', '1')),
  })
  // Only the date is changed; timers run normally.
  await page.addInitScript((now) => {
    const Real = Date
    const moved = now - Real.now()
    globalThis.Date = class extends Real {
      constructor(...given) {
        super(...(given.length > 0 ? given : [Real.now() + moved]))
      }
      static now() {
        return Real.now() + moved
      }
    }
  }, host.now)
  page.on('pageerror', (error) => console.error(error))
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource') &&
      console.error(message.text()),
  )
  for (const scene of SCENES) {
    if (
      wanted.length > 0
        ? !wanted.includes(scene.name)
        : size !== USUAL && !scene.sizes?.includes(size)
    )
      continue
    try {
      await openScene(page, host, scene, { ...(look && { look }), language })
    } catch (error) {
      console.error(scene.name, String(error).split('\n').slice(0, 3).join(' '))
    }
    await page.screenshot({
      path: new URL(`${scene.name}-${theme}${suffix}${language ? `-${language}` : ''}.png`, out)
        .pathname,
    })
  }
  await page.close()
}
await browser.close()
await host.close()
