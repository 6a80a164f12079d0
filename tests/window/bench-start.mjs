// Measures release builds: launch to interactive window (the page's first card can be clicked), and
// the engine's memory at rest.

import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { freePort, Machine } from './support/machine.mjs'
import { WindowDriver, until } from './support/webdriver.mjs'

const release = path.join(process.env.CARGO_TARGET_DIR, 'release')
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

async function windowToInteractive() {
  const machine = await Machine.open()
  try {
    const port = await freePort()
    const display = await machine.display()
    machine.start('dbus-run-session', ['--', 'WebKitWebDriver', `--port=${port}`], {
      env: machine.environment({
        DISPLAY: display,
        TAURI_AUTOMATION: 'true',
        TAURI_WEBVIEW_AUTOMATION: 'true',
      }),
    })
    await until(
      () =>
        fetch(`http://127.0.0.1:${port}/status`).then(
          () => true,
          () => false,
        ),
      15_000,
      async () => 'no driver',
    )
    const start = performance.now()
    const window = await WindowDriver.open(
      `http://127.0.0.1:${port}`,
      path.join(release, 'apprentice-desktop'),
    )
    await until(
      async () => (await window.all('button', /./)).length > 0,
      20_000,
      async () => 'nothing to click',
    )
    const elapsed = performance.now() - start
    await window.close()
    return elapsed
  } finally {
    await machine.close()
  }
}

async function engineAtRest() {
  const home = await mkdtemp(path.join(os.tmpdir(), 'apprentice-rest-'))
  const child = spawn(path.join(release, 'apprentice'), ['--home', home, 'serve', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  child.kill('SIGTERM')
  await once(child, 'exit')
  await rm(home, { recursive: true, force: true })
  return Number(status.match(/VmRSS:\s+(\d+)/)[1]) / 1024
}

const starts = []
for (let run = 0; run < 9; run += 1) starts.push(await windowToInteractive())
console.log(
  `window to interactive: median ${Math.round(median(starts))} ms of ${starts.map(Math.round).join(', ')}`,
)
console.log(`engine at rest: ${(await engineAtRest()).toFixed(1)} MB resident`)
