// JupyterLab (PyPI): a desk of files in a browser, drawn by scripts: a file list with a menu of its own, tabs,
// dialogs, a code editor. Everything is in files.

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'
import { sorted } from '../support/sorted.mjs'

const FILES = {
  'prices.csv': 'tea,price\ngreen,9\nblack,7\n',
  'stock.csv': 'tea,tins\ngreen,40\nblack,25\n',
  'suppliers.txt': 'Hill Farm\nClay and Co\n',
  'customers.txt': 'Ada Lovelace\n',
  'shop.toml': 'name = "Tea shop"\nport = 8080\n',
  'notes/april.md': '# April\n',
  'notes/may.md': '# May\n',
}

export default class JupyterLab extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'code editor', 'dialogs']

  async install() {
    this.bin = path.join(await pip('jupyterlab', 'jupyterlab==4.6.6'), 'bin')
  }

  get files() {
    return path.join(this.data, 'files')
  }

  async seed() {
    for (const [name, text] of Object.entries(FILES)) await this.write(name, text)
    // It would ask at each start whether it may fetch news.
    const settings = 'lab/user-settings/@jupyterlab/apputils-extension'
    await mkdir(path.join(this.data, settings), { recursive: true })
    await writeFile(
      path.join(this.data, settings, 'notification.jupyterlab-settings'),
      '{ "fetchNews": "false" }',
    )
  }

  command() {
    return {
      program: path.join(this.bin, 'jupyter-lab'),
      args: [
        '--allow-root',
        '--no-browser',
        '--ip=127.0.0.1',
        `--port=${this.port}`,
        '--ServerApp.port_retries=0',
        '--IdentityProvider.token=',
        `--ServerApp.root_dir=${this.files}`,
        '--FileContentsManager.delete_to_trash=False',
      ],
      options: {
        env: {
          PATH: `${this.bin}:${process.env.PATH}`,
          LANG: 'C.UTF-8',
          HOME: this.data,
          JUPYTER_CONFIG_DIR: this.data,
        },
      },
    }
  }

  get start_url() {
    return `${this.address}/lab`
  }

  /** Nobody signs in; but the desk takes long to appear, and opens twice when it is open elsewhere. */
  async signIn({ page }) {
    await page.locator('.jp-DirListing-item').first().waitFor({ timeout: 60_000 })
  }

  /** Every file with its text, without the copies that the application keeps for itself. */
  async read() {
    const state = {}
    for (const entry of await readdir(this.files, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath ?? entry.path, entry.name)
      const name = path.relative(this.files, file)
      if (name.includes('.ipynb_checkpoints') || name.startsWith('.virtual_documents')) continue
      if (entry.isFile()) state[name] = await readFile(file, 'utf8')
      else if ((await readdir(file)).length === 0) state[`${name}/`] = ''
    }
    return sorted(state)
  }

  /** Writes a file behind the screen. */
  async write(name, text) {
    const file = path.join(this.files, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }

  /** Gives a file another name behind the screen. */
  move(from, to) {
    return rename(path.join(this.files, from), path.join(this.files, to))
  }

  /** Deletes a file behind the screen. */
  remove(name) {
    return rm(path.join(this.files, name), { recursive: true })
  }
}

/** The line of a file or folder in the list. */
export const line = (page, name) => page.locator('.jp-DirListing-item', { hasText: name }).first()

/** Opens a file in an editor. */
export async function openFile(person, name) {
  const { page } = person
  await person.doubleClick(line(page, name))
  await editor(page).waitFor()
}

/** The text of the editor in front. */
export const editor = (page) => page.locator('.jp-FileEditor .cm-content:visible').first()

/** Saves the file in front, and waits until its tab says so. */
export async function save(person) {
  await person.press('Control+s')
  await person.page.waitForFunction(() => !document.querySelector('.jp-mod-dirty'))
}

/** Answers a dialog of the application with one of its buttons. */
export async function answer(person, name) {
  await person.click(person.page.locator('.jp-Dialog').getByRole('button', { name, exact: true }))
  await person.page.locator('.jp-Dialog').waitFor({ state: 'hidden' })
}

/** Waits until the list shows a name, or does not any more. */
export const listed = (person, name, state = 'visible') =>
  person.page.locator('.jp-DirListing-item', { hasText: name }).first().waitFor({ state })

/** Chooses an entry of the menu of a file. */
export async function fromMenu(person, name, entry) {
  const { page } = person
  await person.click(line(page, name), { button: 'right' })
  await person.click(page.getByRole('menuitem', { name: entry }).first())
}
