// A drag from another program into the window, by the mouse of the display.

import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { until } from './webdriver.mjs'

const run = promisify(execFile)
const HELD = 'Drop a skill bundle or its folder'

/**
 * Drags a file or folder out of a window beside ours, holds it over ours until that shows it, and
 * lets go; answers when that was.
 */
export async function drag(machine, window, file) {
  const mouse = (...words) => run('xdotool', words.map(String), { env: machine.outside })
  const text = () => window.run('return document.body.innerText')
  const files = machine.start(
    '/usr/bin/python3',
    [path.join(import.meta.dirname, 'files.py'), file, '1250', '400'],
    { env: machine.outside },
  )
  const said = (word) => new RegExp(`^${word}$`, 'm').test(files.log)
  await until(
    () => said('ready'),
    20_000,
    async () => `the window with the files did not open: ${files.log}`,
  )
  await mouse('mousemove', 1290, 440, 'mousedown', 1)
  let letGo
  try {
    let at = 1280
    const over = async () => {
      // A hand moves on; a drag that stands still is not told of.
      at = at > 700 ? at - 20 : at + 1
      await mouse('mousemove', at, 300)
      return (await text()).includes(HELD)
    }
    await until(
      over,
      30_000,
      async () => `the window did not see the drag: ${files.log}\n${await text()}`,
    )
  } finally {
    letGo = Date.now()
    await mouse('mouseup', 1)
  }
  await until(
    () => said('done'),
    20_000,
    async () => `the drag did not end: ${files.log}`,
  )
  files.kill()
  await until(
    async () => !(await text()).includes(HELD),
    10_000,
    async () => `something is still held over the window: ${await text()}`,
  )
  return letGo
}
