// HotelDruid (Debian, unpacked; PHP on SQLite): the rooms of a guest house and who stays in them. Long forms of the server
// without labels, lists with a day of the year in each option, and tables whose numbers are buttons.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { deb, system } from '../support/cache.mjs'

/** The calendar of the house. HotelDruid makes one year at a time. */
const YEAR = '2031'

/** Number, floor, beds. */
const ROOMS = [
  ['01', '0', 2],
  ['02', '0', 2],
  ['03', '1', 2],
  ['04', '1', 3],
  ['05', '2', 4],
  ['06', '2', 1],
]

/** What a night costs. */
const RATES = { 'Bed and breakfast': 80, 'Half board': 112, 'Room only': 68 }

/** Surname, first name, town, telephone, mail. */
const GUESTS = [
  ['Lindqvist', 'Astrid', 'Uppsala', '+46 18 555 014', 'astrid@lindqvist.example'],
  ['Moreau', 'Julien', 'Lyon', '+33 4 555 0172', 'j.moreau@post.example'],
  ['Tanaka', 'Hiro', 'Nara', '+81 742 555 019', 'hiro@tanaka.example'],
  ['Brandt', 'Greta', 'Husum', '+49 4841 555 07', 'greta.brandt@post.example'],
  ['Silva', 'Ines', 'Porto', '+351 22 555 013', 'ines@silva.example'],
]

/** Surname, first and last night, room, people, rate, deposit, paid, where it came from, comment, confirmed. */
const STAYS = [
  ['Moreau', '2031-04-07', '2031-04-10', '02', 2, 'Half board', 100, 100, 'Phone', '', true],
  ['Tanaka', '2031-04-08', '2031-04-09', '06', 1, 'Bed and breakfast', 0, 0, 'Letter', '', true],
  ['Brandt', '2031-04-08', '2031-04-12', '04', 3, 'Room only', 80, 80, 'Phone', 'Dog', true],
  ['Silva', '2031-04-21', '2031-04-23', '03', 2, 'Half board', 0, 0, 'Letter', '', false],
  ['Moreau', '2031-06-02', '2031-06-05', '02', 2, 'Half board', 0, 0, 'Phone', '', false],
]

export default class HotelDruid extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'fields without labels', 'long form', 'lists of days']

  async install() {
    await system('/usr/lib/php/20220829/sqlite3.so', 'php-cli', 'php-sqlite3', 'php-mbstring')
    const folder = await deb('hoteldruid')
    this.package = path.join(folder, 'usr/share/hoteldruid')
    // The folders of an installed package are those of this run.
    const own = path.join(this.package, 'costanti.php')
    const given = await readFile(own, 'utf8')
    if (given.includes('HOTEL_DATA')) return
    await writeFile(
      own,
      given
        .replaceAll('"/var/lib/hoteldruid/data"', "getenv('HOTEL_DATA')")
        .replace('"/var/lib/hoteldruid/pages"', "getenv('HOTEL_DATA')")
        .replace('"/etc/hoteldruid/database.php"', "''"),
    )
  }

  get folder() {
    return path.join(this.data, 'hotel')
  }

  async seed() {
    await mkdir(this.folder)
    await this.start()
    const set_up = async (page, said, values) => {
      const body = new URLSearchParams(values)
      const answer = await fetch(`${this.address}/${page}`, { method: 'POST', body })
      const text = await answer.text()
      if (!text.includes(said)) throw new Error(`${page}: ${text}`)
    }
    const base = {
      lingua: 'en',
      tipo_db: 'sqlite',
      database_phprdb: 'hoteldruid',
      prefisso_tab: '',
    }
    const rooms = String(ROOMS.length)
    await set_up('creadb.php', 'Data inserted!', { ...base, numappartamenti: rooms, creabase: '1' })
    const year = { anno: YEAR, tipo_periodi: 'g', mese_ini: '1', mese_fine: '12' }
    await set_up('creaanno.php', `Year ${YEAR} created!`, { ...year, creaanno: '1' })
    await this.stop()
    await this.fill()
  }

  async fill() {
    const rates = Object.entries(RATES)
    const set = (text) => rates.map((rate, at) => `tariffa${at + 1} = ${text(rate)}`).join(', ')
    await this.sql(`
      update ntariffe${YEAR} set nomecostoagg = '${rates.length}', ${set(([name]) => `'${name}'`)} where idntariffe = 1;
      update periodi${YEAR} set ${set(([, price]) => price)};
      update personalizza set valpersonalizza = 'Cash,Card,Bank transfer' where idpersonalizza = 'metodi_pagamento';
      update personalizza set valpersonalizza = 'Phone,Letter,At the door' where idpersonalizza = 'origini_prenota';`)
    for (const [room, floor, beds] of ROOMS)
      await this.insert('appartamenti', {}, { numpiano: floor, maxoccupanti: beds }, room)
    const made = {
      datainserimento: '2030-11-04 10:00:00',
      hostinserimento: 'localhost',
      utente_inserimento: 1,
    }
    for (const [at, [cognome, nome, citta, telefono, email]] of GUESTS.entries())
      await this.insert('clienti', made, {
        ...{ idclienti: at + 1, cognome, nome, citta, telefono, email },
        ...{ max_num_ordine: 1, idclienti_compagni: ',', doc_inviati: '' },
      })
    for (const [at, stay] of STAYS.entries()) {
      const [guest, first, last, room, people, rate, deposit, paid, origin, comment, sure] = stay
      const [begin, end] = [night(first), night(last)]
      const nights = end - begin + 1
      const idclienti = GUESTS.findIndex(([surname]) => surname === guest) + 1
      await this.insert(`prenota${YEAR}`, made, {
        ...{ idprenota: at + 1, idclienti, idappartamenti: room, iddatainizio: begin },
        ...{ iddatafine: end, assegnazioneapp: 'k', app_assegnabili: room, num_persone: people },
        ...{ idprenota_compagna: '', tariffa: `${rate}#@&${RATES[rate] * nights}` },
        ...{ tariffesettimanali: Array(nights).fill(RATES[rate]).join(',') },
        ...{ tariffa_tot: RATES[rate] * nights, caparra: deposit || null, pagato: paid || null },
        ...{ codice: `sd${at + 1}x`, origine: origin, commento: comment && `${comment}>>` },
        conferma: sure ? 'S' : 'N',
      })
      const guests = { idprenota: at + 1, idclienti, num_ordine: 1, parentela: '' }
      await this.insert(`rclientiprenota${YEAR}`, made, guests)
    }
    // Where HotelDruid keeps the number of the next stay.
    await this.sql(
      `update costiprenota${YEAR} set numlimite = ${STAYS.length + 1} where idcostiprenota = 1`,
    )
  }

  /** Adds a row, or changes the room of this number. */
  insert(table, made, values, room) {
    const all = { ...values, ...made }
    const names = Object.keys(all)
    if (room)
      return this.sql(
        `update ${table} set ${names.map((name) => `${name} = ?`).join(', ')} where idappartamenti = ? returning numpiano`,
        ...[...Object.values(all), room],
      )
    return this.sql(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')}) returning 1`,
      ...Object.values(all),
    )
  }

  command() {
    const quiet = ['-d', 'display_errors=0', '-d', `session.save_path=${this.data}`]
    return {
      program: 'php',
      args: [...quiet, '-S', `127.0.0.1:${this.port}`, '-t', this.package],
      options: {
        env: { ...process.env, HOTEL_DATA: this.folder, PHP_CLI_SERVER_WORKERS: '3' },
      },
    }
  }

  get start_url() {
    return `${this.address}/inizio.php?anno=${YEAR}`
  }

  sql(statement, ...values) {
    return sqlite(this, path.join(this.folder, 'db_hoteldruid'), statement, ...values)
  }

  /** Who is known, who stays when and where and what is paid, and the payments of stays. */
  async read() {
    const guests = await this.sql(
      `select cognome as surname, coalesce(nome, '') as name, coalesce(citta, '') as town, coalesce(telefono, '') as phone,
        coalesce(email, '') as mail from clienti order by idclienti`,
    )
    const stays = await this.sql(
      `select cognome as guest, first.datainizio as arrival, last.datafine as departure, idappartamenti as room,
        app_assegnabili as fixed, num_persone as people, tariffa as rate, tariffa_tot as total, coalesce(caparra, 0) as deposit,
        coalesce(pagato, 0) as paid, coalesce(origine, '') as origin, coalesce(stay.commento, '') as comment, conferma as sure
        from prenota${YEAR} as stay join clienti on clienti.idclienti = stay.idclienti
        join periodi${YEAR} as first on first.idperiodi = iddatainizio
        join periodi${YEAR} as last on last.idperiodi = iddatafine order by idprenota`,
    )
    const payments = await this.sql(
      `select coalesce(metodo_pagamento, '') as method, saldo_prenota as amount from soldi${YEAR} where saldo_prenota is not null order by idsoldi`,
    )
    return {
      guests,
      stays: stays.map(({ rate, fixed, comment, sure, ...one }) => ({
        ...{ ...one, rate: rate.split('#@&')[0], fixed: fixed === one.room },
        ...{ comment: comment.replace(/>>$/, ''), sure: sure === 'S' },
      })),
      payments,
    }
  }

  /** Sets a column of the newest stay of a guest behind the screen. */
  stay(guest, column, value) {
    return this.sql(
      `update prenota${YEAR} set ${column} = ? where idprenota = (select max(idprenota) from prenota${YEAR}
        join clienti using (idclienti) where cognome = ?) returning idprenota`,
      ...[value, guest],
    )
  }

  /** Removes the newest stay of a guest behind the screen. */
  cancel(guest) {
    return this.sql(
      `delete from prenota${YEAR} where idprenota = (select max(idprenota) from prenota${YEAR}
        join clienti using (idclienti) where cognome = ?) returning idprenota`,
      guest,
    )
  }
}

/** The number of a day in the year, by which HotelDruid knows its nights. */
export const night = (day) =>
  Math.round((Date.parse(day) - Date.parse(`${YEAR}-01-01`)) / 86_400_000) + 1

/** How the lists show a day: `May 12 Mo, 2031`. */
export function shown(day) {
  const date = new Date(`${day}T00:00:00Z`)
  const part = (options) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(date)
  return `${part({ month: 'short' })} ${part({ day: '2-digit' })} ${part({ weekday: 'short' }).slice(0, 2)}, ${YEAR}`
}

/** Opens a table of the bar at the top. */
export const bar = (person, name) =>
  person.click(person.page.getByRole('link', { name, exact: true }))

/** The row of a stay in the table of reservations, by the guest and the day of arrival. */
export const row = (page, guest, arrival) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: guest, exact: true }) })
    .filter({
      has: page.getByRole('cell', { name: arrival.split('-').reverse().join('-'), exact: true }),
    })

/** Opens a stay from the table of reservations. */
export async function openStay(person, guest, arrival) {
  const { page } = person
  await bar(person, 'RESERVATIONS')
  await person.click(row(page, guest, arrival).getByRole('link').first())
  await page.getByRole('heading', { name: 'Modify or delete reservation' }).waitFor()
}
