// Installs applications from package registries into a cache that all runs share.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** `~/.cache/apprentice/eval`. */
export const cache = path.join(
  process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'),
  'apprentice/eval',
)

/** Runs `work` while no other process does: two tasks may want the same application at once. */
async function alone(lock, work) {
  await mkdir(cache, { recursive: true })
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
      // Whoever was killed holds nothing.
      if (holder && !existsSync(`/proc/${holder}`)) await rm(lock, { force: true })
      else await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Runs `make` unless the folder `name` of the cache was made for the same `version` before. */
async function once(name, version, make) {
  const folder = path.join(cache, name)
  const mark = path.join(folder, '.version')
  const isThere = async () => (await readFile(mark, 'utf8').catch(() => '')) === version
  if (await isThere()) return folder
  return alone(`${folder}.lock`, async () => {
    if (await isThere()) return folder
    process.stderr.write(`eval: installing ${name} (${version})\n`)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await make(folder)
    await writeFile(mark, version)
    return folder
  })
}

/** A Python environment with these packages. Returns its folder. */
export function pip(name, ...packages) {
  return once(`pip-${name}`, packages.join(' '), async (folder) => {
    await run('python3', ['-m', 'venv', folder])
    await run(path.join(folder, 'bin/pip'), ['install', '--quiet', ...packages], {
      maxBuffer: 1 << 26,
    })
  })
}

/** An npm prefix with these packages. Returns its folder. */
export function npm(name, ...packages) {
  return once(`npm-${name}`, packages.join(' '), (folder) =>
    run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, ...packages]),
  )
}

/** The files of a Debian package, and of `more` that it needs, unpacked without being installed. Returns the folder. */
export function deb(name, ...more) {
  const names = [name, ...more]
  return once(`deb-${name}`, names.join(' '), async (folder) => {
    await run('apt-get', ['download', ...names], { cwd: folder })
    await run(
      'sh',
      ['-c', 'for package in *.deb; do dpkg-deb -x "$package" . || exit 1; done; rm *.deb'],
      { cwd: folder },
    )
  })
}

/** Debian packages that have to be installed, such as the PHP interpreter; `file` is one that they bring. */
export async function system(file, ...packages) {
  if (existsSync(file)) return
  await alone(path.join(cache, 'apt.lock'), async () => {
    if (existsSync(file)) return
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  })
}
