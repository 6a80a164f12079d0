// MLflow (PyPI): experiments of machine learning. A React application with a library of components: icons as
// buttons, dialogs, tables with tick boxes, names that are edited in their place.

import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const EXPERIMENTS = {
  'Green tea': ['steep-60', 'steep-90', 'steep-120'],
  'Black tea': ['steep-180', 'steep-240'],
  'Herbal tea': ['steep-300'],
}
const MODELS = {
  'taste-score': 'How good a tea tastes.',
  'price-forecast': 'Prices of the next harvest.',
  'leaf-grade': '',
}

export default class MLflow extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'component library', 'dialogs']

  async install() {
    this.bin = path.join(
      await pip('mlflow', 'mlflow==2.19.0', 'setuptools==75.6.0', 'sqlalchemy==2.0.36'),
      'bin',
    )
  }

  get file() {
    return path.join(this.data, 'mlflow.db')
  }

  async seed() {
    await this.start()
    for (const [experiment, runs] of Object.entries(EXPERIMENTS)) {
      const { experiment_id } = await this.call('experiments/create', { name: experiment })
      for (const run_name of runs)
        await this.call('runs/create', { experiment_id, run_name, start_time: 1_900_000_000_000 })
    }
    for (const [name, description] of Object.entries(MODELS))
      await this.call('registered-models/create', { name, description })
  }

  command() {
    return {
      program: path.join(this.bin, 'mlflow'),
      args: [
        'server',
        '--host=127.0.0.1',
        `--port=${this.port}`,
        '--workers=1',
        `--backend-store-uri=sqlite:///${this.file}`,
        `--default-artifact-root=${path.join(this.data, 'artifacts')}`,
      ],
      options: {
        env: {
          ...process.env,
          PATH: `${this.bin}:${process.env.PATH}`,
          GIT_PYTHON_REFRESH: 'quiet',
        },
      },
    }
  }

  get start_url() {
    return `${this.address}/`
  }

  /** A call of its API. */
  async call(name, body) {
    const answer = await fetch(`${this.address}/api/2.0/mlflow/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`)
    return answer.json()
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Experiments with their runs, and models, that are not deleted. */
  async read() {
    const experiments = await this.sql(
      "select name from experiments where lifecycle_stage = 'active' order by name",
    )
    const runs = await this.sql(
      "select e.name as experiment, r.name as run from runs r join experiments e using (experiment_id) where r.lifecycle_stage = 'active' order by 1, 2",
    )
    const models = await this.sql('select name, description from registered_models order by name')
    const tags = await this.sql('select name, key, value from registered_model_tags order by 1, 2')
    return {
      experiments: experiments.map((row) => row.name),
      runs: runs.map((row) => [row.experiment, row.run]),
      models: models.map((row) => [row.name, row.description ?? '']),
      tags: tags.map((row) => [row.name, row.key, row.value]),
    }
  }
}
