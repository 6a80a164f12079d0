// Sums for each person in another currency, joined with the accounts of another file.

const TRIPS = {
  oslo: [
    ['lea', 'hotel', 2400],
    ['jon', 'train', 680],
    ['lea', 'taxi', 260],
    ['mia', 'dinner', 920],
    ['jon', 'dinner', 340],
  ],
  zurich: [
    ['pia', 'hotel', 420],
    ['lea', 'train', 160],
    ['pia', 'tram', 20],
  ],
  prague: [
    ['jon', 'hotel', 5200],
    ['mia', 'hotel', 5200],
    ['pia', 'taxi', 600],
    ['mia', 'museum', 280],
  ],
}
const ACCOUNTS = { jon: 'AT11 2011', lea: 'AT22 2022', mia: 'DE33 2033', pia: 'AT44 2044' }

/** Amounts are multiples of twenty and rates have three places, so that no cent is rounded. */
function sums(trip, rate) {
  const cents = new Map()
  for (const [person, , amount] of TRIPS[trip])
    cents.set(
      person,
      (cents.get(person) ?? 0) + Math.round((amount * Math.round(rate * 1000)) / 10),
    )
  return [...cents].sort()
}

const money = (cents) => (cents / 100).toFixed(2)

async function add(person, { trip, rate }) {
  await person.command(
    `awk -F, -v rate=${rate} '{ sum[$1] += $3 * rate } END { for (p in sum) printf "%s,%.2f\\n", p, sum[p] }' trips/${trip}.csv | sort > settled/${trip}.csv`,
  )
}

async function join(person, { trip }) {
  await person.command(`join -t, settled/${trip}.csv accounts.csv > settled/${trip}-payments.csv`)
}

async function total(person, { trip }) {
  await person.command(
    `awk -F, '{ t += $2 } END { printf "%.2f\\n", t }' settled/${trip}.csv > settled/${trip}.total`,
  )
}

async function settle(person, app, values) {
  await add(person, values)
  await join(person, values)
  await total(person, values)
}

function expected(before, { trip, rate }) {
  const each = sums(trip, rate)
  const all = each.reduce((sum, [, cents]) => sum + cents, 0)
  return {
    ...before,
    [`settled/${trip}.csv`]: each.map(([name, cents]) => `${name},${money(cents)}\n`).join(''),
    [`settled/${trip}-payments.csv`]: each
      .map(([name, cents]) => `${name},${money(cents)},${ACCOUNTS[name]}\n`)
      .join(''),
    [`settled/${trip}.total`]: `${money(all)}\n`,
  }
}

export default {
  app: 'shell',
  kinds: ['zsh', 'join'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Settle the expenses of a trip in euros, with the account of everybody',
  prepare: async (app) => {
    await app.sh('mkdir trips settled; echo 12.40 > settled/linz.total')
    for (const [trip, rows] of Object.entries(TRIPS))
      await app.sh(`cat > trips/${trip}.csv <<'END'\n${rows.join('\n')}\nEND\n`)
    const accounts = Object.entries(ACCOUNTS).map((line) => line.join(','))
    await app.sh(`cat > accounts.csv <<'END'\n${accounts.join('\n')}\nEND\n`)
  },
  values: { trip: 'oslo', rate: '0.085' },
  perform: settle,
  truth: {
    inputs: [
      { name: 'trip', value: 'oslo', source: 'given', changes: true },
      { name: 'rate', value: '0.085', source: 'given', changes: true },
      { name: 'total', value: '391.00', source: 'derived', changes: true },
      { name: 'accounts', value: 'accounts.csv', source: 'constant', changes: false },
    ],
    literals: ['oslo-payments'],
    effects: [
      { name: 'the sums of the trip are written', kind: 'file', values: ['trip'] },
      { name: 'the payments have the accounts', kind: 'file', values: ['trip'] },
      { name: 'the total is written', kind: 'file', values: ['trip'] },
    ],
    expected,
    done: 'The payments of the trip have a line with sum and account for everybody who travelled, and the total is their sum',
  },
  right: [
    { name: 'another trip and rate', values: { trip: 'zurich', rate: '1.045' } },
    { name: 'the same trip at another rate', values: { rate: '0.090' } },
    {
      name: 'another way: a program of Python',
      values: { trip: 'prague', rate: '0.040' },
      perform: async (person, app, values) => {
        const { trip, rate } = values
        await person.command(
          `python3 - ${trip} ${rate} <<'END'
import csv, sys
trip, rate = sys.argv[1], float(sys.argv[2])
sums = {}
for name, what, amount in csv.reader(open(f"trips/{trip}.csv")):
    sums[name] = sums.get(name, 0) + float(amount) * rate
with open(f"settled/{trip}.csv", "w") as out:
    for name in sorted(sums): print(name, f"{sums[name]:.2f}", sep=",", file=out)
END`,
        )
        await join(person, values)
        await person.command(
          `cut -d, -f2 settled/${trip}.csv | paste -sd+ | bc > settled/${trip}.total`,
        )
      },
    },
  ],
  faults: [
    {
      name: 'the rate has a misspelt name, so that all sums are zero',
      kind: 'one field wrong',
      values: { trip: 'zurich', rate: '1.045' },
      perform: async (person, app, values) => {
        await person.command(
          `awk -F, -v raet=1.045 '{ sum[$1] += $3 * rate } END { for (p in sum) printf "%s,%.2f\\n", p, sum[p] }' trips/zurich.csv | sort > settled/zurich.csv`,
        )
        await join(person, values)
        await total(person, values)
      },
    },
    {
      name: 'the old rate is used',
      kind: 'one field wrong',
      needs: 'request',
      values: { trip: 'zurich', rate: '1.045' },
      does: { rate: '0.085' },
    },
    {
      name: 'another trip is settled',
      kind: 'wrong record',
      needs: 'request',
      values: { trip: 'prague', rate: '0.040' },
      does: { trip: 'zurich' },
    },
    {
      name: 'the total is not written',
      kind: 'half done',
      values: { trip: 'prague', rate: '0.040' },
      perform: async (person, app, values) => {
        await add(person, values)
        await join(person, values)
      },
    },
    {
      name: 'the payments are empty, because the wrong file is joined',
      kind: 'empty or old file',
      values: { trip: 'prague', rate: '0.040' },
      perform: async (person, app, values) => {
        await add(person, values)
        await person.command('join -t, trips/linz.csv accounts.csv > settled/prague-payments.csv')
        await total(person, values)
      },
    },
    {
      name: 'the payment of one person goes missing',
      kind: 'half done',
      values: { trip: 'prague', rate: '0.040' },
      behind: (app) => app.sh("sed -i '/^mia/d' settled/prague-payments.csv"),
    },
    {
      name: 'the payments are removed again',
      kind: 'undone after',
      values: { trip: 'zurich', rate: '1.045' },
      perform: async (person, app, values) => {
        await settle(person, app, values)
        await person.command('rm settled/zurich-payments.csv')
      },
    },
    {
      name: 'the accounts are put into another order',
      kind: 'other record touched',
      values: { trip: 'zurich', rate: '1.045' },
      perform: async (person, app, values) => {
        await settle(person, app, values)
        await person.command('sort -r accounts.csv -o accounts.csv')
      },
    },
  ],
}
