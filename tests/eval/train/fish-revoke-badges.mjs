// The same command is typed for each of several things, and a line with today's date closes it.

import { today } from '../support/today.mjs'

const BADGES = [
  ['B-101', 'Ada Lind', 'north door'],
  ['B-107', 'Marek Huber', 'store'],
  ['B-109', 'Sina Kral', 'store'],
  ['B-113', 'Tom Reif', 'workshop'],
  ['B-118', 'Uta Bach', 'workshop'],
  ['B-122', 'Vito Sala', 'north door'],
]

async function revoke(person, { badges, reason }) {
  for (const badge of badges) await person.command(`./revoke.sh ${badge} "${reason}"`)
}

async function log(person, { badges, reason }) {
  await person.command(`echo (date +%F)": ${badges.length} revoked, ${reason}" >> security.log`)
}

async function revokeAll(person, app, values) {
  await person.command('cat badges.csv')
  await revoke(person, values)
  await log(person, values)
}

function expected(before, { badges, reason }) {
  const gone = badges.map((badge) => BADGES.find(([id]) => id === badge))
  return {
    ...before,
    'badges.csv': BADGES.filter((badge) => !gone.includes(badge))
      .map((badge) => `${badge}\n`)
      .join(''),
    'revoked.csv': before['revoked.csv'] + gone.map((badge) => `${badge},${reason}\n`).join(''),
    'security.log': `${before['security.log']}${today()}: ${badges.length} revoked, ${reason}\n`,
  }
}

const asked = { badges: ['B-107', 'B-113', 'B-118'], reason: 'contract ended' }

export default {
  app: 'shell',
  kinds: ['fish', 'loop', 'today'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Revoke the badges of people who have left, and note it in the log',
  prepare: async (app) => {
    await app.sh(`cat > badges.csv <<'END'\n${BADGES.join('\n')}\nEND\n`)
    await app.sh(
      "echo 'B-098,Otto Falk,store,badge lost' > revoked.csv; echo '2031-02-14: 1 revoked, badge lost' > security.log",
    )
    await app.sh(`cat > revoke.sh <<'END'
#!/bin/sh
# revoke.sh BADGE REASON
line=$(grep "^$1," badges.csv) || { echo "no badge $1" >&2; exit 1; }
echo "$line,$2" >> revoked.csv
sed -i "/^$1,/d" badges.csv
echo "revoked $line"
END
chmod +x revoke.sh`)
  },
  values: asked,
  perform: revokeAll,
  truth: {
    inputs: [
      { name: 'badges', value: asked.badges, source: 'given', changes: true },
      { name: 'reason', value: 'contract ended', source: 'given', changes: true },
      { name: 'number', value: '3', source: 'derived', changes: true },
      { name: 'today', value: today(), source: 'derived', changes: true },
      { name: 'log', value: 'security.log', source: 'constant', changes: false },
    ],
    loops: [{ over: ['badges'], kind: 'loop' }],
    effects: [
      { name: 'the badges are not valid any more', kind: 'file', values: ['badges'] },
      { name: 'the badges are among the revoked', kind: 'file', values: ['badges', 'reason'] },
      { name: 'the log has a line of today', kind: 'file', values: ['reason'] },
    ],
    expected,
    done: 'The badges stand in revoked.csv with the reason and no longer in badges.csv, and the log has a line of today',
  },
  right: [
    { name: 'two other badges', values: { badges: ['B-109', 'B-101'], reason: 'moved abroad' } },
    { name: 'one badge', values: { badges: ['B-122'], reason: 'badge lost' } },
    {
      name: 'another way: a loop of the shell',
      values: { badges: ['B-101', 'B-109', 'B-118', 'B-122'], reason: 'site closed' },
      perform: async (person, app, values) => {
        const { badges, reason } = values
        await person.command(
          `for badge in ${badges.join(' ')}; ./revoke.sh $badge '${reason}'; end`,
        )
        await log(person, values)
      },
    },
  ],
  faults: [
    {
      name: 'one badge is left out, but counted',
      kind: 'half done',
      values: { badges: ['B-109', 'B-101', 'B-122'], reason: 'moved abroad' },
      perform: async (person, app, values) => {
        await revoke(person, { ...values, badges: ['B-109', 'B-101'] })
        await log(person, values)
      },
    },
    {
      name: 'one badge is misspelt, and the script refuses it',
      kind: 'says saved but is not',
      values: { badges: ['B-109', 'B-101', 'B-122'], reason: 'moved abroad' },
      perform: async (person, app, values) => {
        await revoke(person, { ...values, badges: ['B-109', 'B-1O1', 'B-122'] })
        await log(person, values)
      },
    },
    {
      name: 'one badge gets another reason',
      kind: 'one field wrong',
      values: { badges: ['B-109', 'B-101'], reason: 'moved abroad' },
      perform: async (person, app, values) => {
        await revoke(person, { badges: ['B-109'], reason: 'moved' })
        await revoke(person, { badges: ['B-101'], reason: 'moved abroad' })
        await log(person, values)
      },
    },
    {
      name: 'the log gets no line',
      kind: 'half done',
      values: { badges: ['B-109', 'B-101'], reason: 'moved abroad' },
      perform: (person, app, values) => revoke(person, values),
    },
    {
      name: 'a badge is made valid again',
      kind: 'undone after',
      values: { badges: ['B-109', 'B-101'], reason: 'moved abroad' },
      perform: async (person, app, values) => {
        await revokeAll(person, app, values)
        await person.command("echo 'B-101,Ada Lind,north door' >> badges.csv")
      },
    },
    {
      name: 'another badge is revoked instead of one',
      kind: 'wrong record',
      needs: 'request',
      values: { badges: ['B-109', 'B-101'], reason: 'moved abroad' },
      does: { badges: ['B-109', 'B-107'] },
    },
    {
      name: 'every badge is lost behind the screen',
      kind: 'other record touched',
      values: { badges: ['B-109', 'B-101'], reason: 'moved abroad' },
      behind: (app) => app.sh(': > badges.csv'),
    },
    {
      name: 'the log has two lines',
      kind: 'done twice',
      values: { badges: ['B-109', 'B-101'], reason: 'moved abroad' },
      perform: async (person, app, values) => {
        await revokeAll(person, app, values)
        await log(person, values)
      },
    },
  ],
}
