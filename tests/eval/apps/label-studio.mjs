// Label Studio (PyPI): labels for texts. A React application: cards of projects, pages of settings, dialogs, a
// table that draws only the rows that are seen, and an editor of labels beside it.

import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const EMAIL = 'ann@desk.example'
const PASSWORD = 'tea-and-cups-9'
const TOKEN = '9f1c2d3e4b5a69788796a5b4c3d2e1f001122334'

const PROJECTS = {
  'Tea reviews': {
    description: 'What guests say about our teas.',
    choices: ['Praise', 'Complaint', 'Delivery'],
    texts: [
      'The green tea is bright and fresh.',
      'My parcel came a week late.',
      'A dull cup, never again.',
      'Good, but the tin was dented.',
    ],
  },
  'Shop mails': {
    description: 'Letters to the shop.',
    choices: ['Question', 'Invoice', 'Order'],
    texts: ['Where is order 1187?', 'Please send an invoice.', 'Two tins of sencha, please.'],
  },
  'Harvest notes': {
    description: '',
    choices: ['Weather', 'Work'],
    texts: ['Two days of rain.', 'The upper field is picked.'],
  },
}

const config = (choices) =>
  `<View>
  <Text name="text" value="$text"/>
  <Choices name="kind" toName="text" choice="single" showInLine="true">
${choices.map((choice) => `    <Choice value="${choice}"/>`).join('\n')}
  </Choices>
</View>`

export default class LabelStudio extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'component library', 'sign-in']

  async install() {
    const folder = await pip(
      'label-studio',
      'label-studio==1.23.2',
      'label-studio-sdk==2.1.2',
      'django==5.2.19',
      'pandas==3.1.1',
      'numpy==2.2.6',
    )
    this.bin = path.join(folder, 'bin')
  }

  get file() {
    return path.join(this.data, 'label_studio.sqlite3')
  }

  get options() {
    return {
      env: {
        ...process.env,
        PATH: `${this.bin}:${process.env.PATH}`,
        LABEL_STUDIO_BASE_DATA_DIR: this.data,
        COLLECT_ANALYTICS: 'false',
        LATEST_VERSION_CHECK: 'false',
        SENTRY_DSN: '',
        FRONTEND_SENTRY_DSN: '',
      },
    }
  }

  async seed() {
    await this.run(
      path.join(this.bin, 'label-studio'),
      [
        'init',
        `--username=${EMAIL}`,
        `--password=${PASSWORD}`,
        `--user-token=${TOKEN}`,
        '--enable-legacy-api-token',
      ],
      this.options,
    )
    await this.start()
    for (const [title, { description, choices, texts }] of Object.entries(PROJECTS)) {
      const { id } = await this.call('projects/', {
        title,
        description,
        label_config: config(choices),
      })
      await this.call(
        `projects/${id}/import`,
        texts.map((text) => ({ text })),
      )
    }
  }

  command() {
    return {
      program: path.join(this.bin, 'label-studio'),
      args: ['start', '--no-browser', '--internal-host=127.0.0.1', `--port=${this.port}`],
      options: this.options,
    }
  }

  get start_url() {
    return `${this.address}/projects`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.locator('#email'), EMAIL)
    await person.type(page.locator('input[type=password]'), PASSWORD)
    await person.click(page.getByRole('button', { name: 'Log In', exact: true }))
    await page.waitForURL((url) => !url.pathname.startsWith('/user'))
  }

  /** A call of its API. */
  async call(name, body) {
    const answer = await fetch(`${this.address}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Token ${TOKEN}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`)
    return answer.json()
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Projects with their settings, their texts, and which label each text was given. */
  async read() {
    const projects = await this.sql(
      'select title, description, color, sampling, expert_instruction as instruction, show_instruction as shown, label_config as labels from project order by title',
    )
    const texts = await this.sql(
      "select p.title as project, json_extract(t.data, '$.text') as text from task t join project p on p.id = t.project_id order by 1, t.id",
    )
    const given = await this.sql(
      "select json_extract(t.data, '$.text') as text, c.result, c.was_cancelled as skipped from task_completion c join task t on t.id = c.task_id order by c.id",
    )
    return {
      projects: projects.map(({ labels, ...row }) => ({
        ...row,
        labels: [...labels.matchAll(/<Choice value="([^"]*)"/g)].map((one) => one[1]),
      })),
      texts: texts.map((row) => [row.project, row.text]),
      given: given.map((row) => ({
        text: row.text,
        labels: JSON.parse(row.result).flatMap((one) => one.value.choices ?? []),
        skipped: row.skipped,
      })),
    }
  }
}
