// Request Tracker 5 (Debian, unpacked; Perl): the help desk of a school, with queues, a long form of a ticket with a rich
// text, a search that is built or typed, replies and comments, an update of many tickets at once, and a sign-in.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { deb, system } from '../support/cache.mjs'

/** The modules that Request Tracker names, without those that draw charts. */
const MODULES =
  'libapache-session-perl libbusiness-hours-perl libcgi-emulate-psgi-perl libcgi-pm-perl libcgi-psgi-perl libclass-accessor-perl libclone-perl libconvert-color-perl libcpanel-json-xs-perl libcrypt-eksblowfish-perl libcrypt-x509-perl libcss-minifier-xs-perl libcss-squish-perl libdata-guid-perl libdata-ical-perl libdata-page-pageset-perl libdate-extract-perl libdate-manip-perl libdatetime-format-natural-perl libdatetime-locale-perl libdatetime-perl libdbi-perl libdbd-sqlite3-perl libdbix-searchbuilder-perl libdevel-globaldestruction-perl libemail-address-list-perl libemail-address-perl libencode-detect-perl libencode-hanextra-perl libencode-perl libfile-sharedir-perl libfile-which-perl libgnupg-interface-perl libhtml-formatexternal-perl libhtml-formattext-withlinks-andtables-perl libhtml-formattext-withlinks-perl libhtml-gumbo-perl libhtml-mason-perl libhtml-mason-psgihandler-perl libhtml-quoted-perl libhtml-rewriteattributes-perl libhtml-scrubber-perl libhttp-message-perl libipc-run-perl libipc-run3-perl libjavascript-minifier-xs-perl libjson-perl liblist-moreutils-perl liblocale-maketext-fuzzy-perl liblocale-maketext-lexicon-perl liblog-dispatch-perl libmailtools-perl libmime-tools-perl libmime-types-perl libmodule-path-perl libmodule-refresh-perl libmodule-versions-report-perl libmoose-perl libmoosex-nonmoose-perl libmoosex-role-parameterized-perl libnet-cidr-perl libnet-ip-perl libnet-ldap-perl libnet-ssleay-perl libparallel-forkmanager-perl libpath-dispatcher-perl libperlio-eol-perl libplack-perl libpod-parser-perl libregexp-common-net-cidr-perl libregexp-common-perl libregexp-ipv6-perl librole-basic-perl libscope-upper-perl libstring-shellquote-perl libsymbol-global-name-perl libterm-readkey-perl libtext-autoformat-perl libtext-password-pronounceable-perl libtext-quoted-perl libtext-template-perl libtext-wikiformat-perl libtext-worddiff-perl libtext-wrapper-perl libtime-parsedate-perl libtimedate-perl libtree-simple-perl libuniversal-require-perl liburi-perl libweb-machine-perl libwww-perl libxml-rss-perl libxml-simple-perl starlet'

/** Its places, which Debian has compiled into it. */
const PLACES = {
  '/usr/share/request-tracker5': 'RT_PACKAGE',
  '/usr/local/share/request-tracker5': 'RT_DATA',
  '/var/lib/request-tracker5': 'RT_DATA',
  '/var/cache/request-tracker5': 'RT_DATA',
  '/etc/request-tracker5': 'RT_DATA',
}

const SETTINGS = `
Set($rtname, 'Help desk');
Set($Organization, 'lindenschool.example');
Set($WebDomain, '127.0.0.1');
Set($WebPort, $ENV{RT_PORT} || 80);
Set($CanonicalizeRedirectURLs, 0);
Set($DatabaseType, 'SQLite');
Set($DatabaseName, "$ENV{RT_DATA}/rt.sqlite");
Set($DatabaseAdmin, '');
Set($Timezone, 'UTC');
Set($MailCommand, 'testfile');
Set($LogToSyslog, undef);
Set($LogToSTDERR, 'warning');
Set($DisableGD, 1);
Set($DisableGraphViz, 1);
Set($EnableGnuPG, 0);
Set(%GnuPG, Enable => 0);
Set(%SMIME, Enable => 0);
1;
`

const SEED = `
use strict; use warnings;
use RT; RT->LoadConfig; RT->Init;
sub done { my ($ok, @messages) = @_; die join(' ', grep { defined } @messages) unless $ok; return $ok }

# Nobody is sent mail.
my $scrips = RT::Scrips->new(RT->SystemUser);
$scrips->UnLimit;
while (my $one = $scrips->Next) { done($one->SetDisabled(1)) if $one->ActionObj->Name =~ /notify|autoreply|forward/i }

my $desk = RT::Group->new(RT->SystemUser);
done($desk->CreateUserDefinedGroup(Name => 'Help desk'));
done($desk->PrincipalObj->GrantRight(Object => RT->System, Right => $_)) for qw(
  SeeQueue ShowTicket ShowTicketComments CreateTicket ReplyToTicket CommentOnTicket ModifyTicket OwnTicket TakeTicket StealTicket ReassignTicket
  ShowOutgoingEmail SeeCustomField ModifyCustomField SetInitialCustomField LoadSavedSearch CreateSavedSearch ModifySelf);
for (
  ['petra', 'Petra Lindqvist'], ['jonas', 'Jonas Weber'], ['amina', 'Amina Haddad'], ['carlos', 'Carlos Medina'], ['lotte', 'Lotte de Boer'],
) {
  my ($name, $full) = @$_;
  my $user = RT::User->new(RT->SystemUser);
  done($user->Create(Name => $name, RealName => $full, EmailAddress => "$name\\@lindenschool.example", Privileged => 1, Password => 'chalk-and-board-4'));
  done($desk->AddMember($user->PrincipalId));
}
for (['ruth.okafor', 'Ruth Okafor'], ['ben.novak', 'Ben Novak'], ['ines.ferreira', 'Ines Ferreira'], ['karl.brandt', 'Karl Brandt'], ['office', 'School office']) {
  my ($name, $full) = @$_;
  my $user = RT::User->new(RT->SystemUser);
  done($user->Create(Name => "$name\\@lindenschool.example", RealName => $full, EmailAddress => "$name\\@lindenschool.example", Privileged => 0));
}

my $general = RT::Queue->new(RT->SystemUser);
$general->Load('General');
done($general->SetDisabled(1));
for (['Classrooms', 'Devices in classrooms'], ['Accounts', 'Accounts and passwords'], ['Building', 'Caretaker and building']) {
  my $queue = RT::Queue->new(RT->SystemUser);
  done($queue->Create(Name => $_->[0], Description => $_->[1]));
}

my $place = RT::CustomField->new(RT->SystemUser);
done($place->Create(Name => 'House', Type => 'Select', MaxValues => 1, RenderType => 'Dropdown', LookupType => 'RT::Queue-RT::Ticket'));
done($place->AddValue(Name => $_)) for 'Main house', 'Science wing', 'Gym', 'Annex';
done($place->AddToObject(RT::Queue->new(RT->SystemUser)));

my @tickets = (
  ['Classrooms', 'Projector in room 12 shows a green picture', 'ruth.okafor', 'new', 'Nobody', 50, 'Main house', undef, 'It began on Monday. The cable is in.'],
  ['Classrooms', 'Projector in room 21 does not start', 'ben.novak', 'open', 'jonas', 100, 'Science wing', '2031-02-14', 'The lamp blinks red three times.'],
  ['Classrooms', 'Projector in room 12 has no sound', 'ines.ferreira', 'new', 'Nobody', 0, 'Main house', undef, 'The loudspeaker is on, and silent.'],
  ['Classrooms', 'Printer in the staff room jams', 'office', 'open', 'amina', 50, 'Main house', '2031-02-10', 'Always with thick paper.'],
  ['Classrooms', 'Three laptops of the blue trolley do not charge', 'karl.brandt', 'new', 'Nobody', 50, 'Annex', '2031-03-03', 'Numbers 4, 9 and 11.'],
  ['Classrooms', 'Camera for the theatre group', 'ruth.okafor', 'stalled', 'lotte', 0, 'Gym', '2031-04-30', 'We want to film the rehearsals.'],
  ['Accounts', 'Password of a substitute teacher', 'office', 'new', 'Nobody', 100, '', '2031-02-06', 'She starts on Thursday.'],
  ['Accounts', 'Class 7b cannot open the shared folder', 'ben.novak', 'new', 'Nobody', 50, '', undef, 'It says that access is denied.'],
  ['Accounts', 'Mail address after a wedding', 'ines.ferreira', 'open', 'carlos', 0, '', undef, 'From Ferreira to Ferreira-Lang, please.'],
  ['Accounts', 'Delete the accounts of last year', 'office', 'new', 'Nobody', 0, '', '2031-06-30', 'The list is in the office.'],
  ['Building', 'Blind in room 8 is stuck', 'karl.brandt', 'new', 'Nobody', 50, 'Main house', undef, 'Half way down.'],
  ['Building', 'Heating in the gym stays cold', 'ruth.okafor', 'open', 'lotte', 100, 'Gym', '2031-02-07', 'Eleven degrees this morning.'],
  ['Building', 'Door of the science wing does not lock', 'ben.novak', 'new', 'Nobody', 100, 'Science wing', '2031-02-05', 'The one at the bicycle stand.'],
  ['Building', 'Lamp over the stairs flickers', 'office', 'new', 'carlos', 0, 'Annex', undef, 'Second floor.'],
);
my $petra = RT::CurrentUser->new;
$petra->LoadByName('petra');
for (@tickets) {
  my ($queue, $subject, $from, $status, $owner, $priority, $house, $due, $text) = @$_;
  my $ticket = RT::Ticket->new($petra);
  done($ticket->Create(
    Queue => $queue, Subject => $subject, Requestor => ["$from\\@lindenschool.example"], Status => ($status eq 'stalled' ? 'open' : $status), Owner => $owner, Priority => $priority,
    ($due ? (Due => "$due 00:00:00") : ()), ($house ? ('CustomField-' . $place->Id => $house) : ()),
    MIMEObj => MIME::Entity->build(Type => 'text/plain', Charset => 'UTF-8', Data => ["$text\\n"]),
  ));
  done($ticket->SetStatus($status)) if $status eq 'stalled';
}
`

const RESTORE = `
import sqlite3, sys
sqlite3.connect(sys.argv[1]).backup(sqlite3.connect(sys.argv[2], timeout=10))`

/** Pages whose templates are compiled once, with the seed. */
const PAGES = [
  '/',
  '/Ticket/Create.html?Queue=Classrooms',
  '/Ticket/Display.html?id=1',
  '/Ticket/Update.html?id=1&Action=Respond',
  '/Ticket/Modify.html?id=1',
  '/Ticket/ModifyAll.html?id=1',
  '/Search/Build.html',
  '/Search/Simple.html?q=projector',
  '/Search/Results.html?Query=id%3E0',
  '/Search/Bulk.html?Query=id%3E0',
]

export default class RequestTracker extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'long form', 'rich text', 'sign-in']

  async install() {
    await system('/usr/share/doc/starlet/copyright', ...MODULES.split(' '))
    const folder = await deb('request-tracker5')
    this.package = path.join(folder, 'usr/share/request-tracker5')
    this.programs = path.join(folder, 'usr/sbin')
    const file = path.join(this.package, 'lib/RT/Generated.pm')
    const text = await readFile(file, 'utf8')
    let moved = text
    for (const [place, name] of Object.entries(PLACES))
      moved = moved.replaceAll(new RegExp(`'${place}([^']*)'`, 'g'), `"$ENV{${name}}$1"`)
    if (moved !== text) await writeFile(file, moved)
  }

  get environment() {
    return {
      env: {
        ...process.env,
        RT_PACKAGE: this.package,
        RT_DATA: this.data,
        RT_PORT: String(this.port),
        RT_SITE_CONFIG: path.join(this.data, 'RT_SiteConfig.pm'),
        RT_SITE_CONFIG_DIR: path.join(this.data, 'none'),
        PERL5LIB: path.join(this.package, 'lib'),
        LANG: 'C.UTF-8',
        TZ: 'UTC',
      },
    }
  }

  async seed() {
    for (const name of ['mason_data', 'session_data', 'none'])
      await mkdir(path.join(this.data, name))
    const file = (name) => path.join(this.data, name)
    await writeFile(file('RT_SiteConfig.pm'), SETTINGS)
    await writeFile(file('seed.pl'), SEED)
    await this.run(
      'perl',
      [path.join(this.programs, 'rt-setup-database-5'), '--action', 'init', '--force'],
      this.environment,
    )
    await this.run('perl', [file('seed.pl')], this.environment)
    await this.start()
    const signedIn = await fetch(`${this.address}/NoAuth/Login.html`, {
      method: 'POST',
      body: new URLSearchParams({ user: 'petra', pass: PASSWORD }),
      redirect: 'manual',
    })
    const cookie = signedIn.headers.getSetCookie().at(-1).split(';')[0]
    for (const page of PAGES) {
      const answer = await fetch(this.address + page, { headers: { cookie } })
      if (!(await answer.text()).includes('Logout')) throw new Error(`${page} is not shown`)
    }
  }

  command() {
    return {
      program: 'perl',
      args: [
        path.join(this.package, 'libexec/rt-server'),
        ...['--port', String(this.port), '--host', '127.0.0.1', '--max-workers', '2'],
      ],
      options: this.environment,
    }
  }

  async signIn(person) {
    const { page } = person
    await person.type('input[name=user]', 'petra')
    await person.type('input[name=pass]', PASSWORD)
    await person.click(page.getByRole('button', { name: 'Login' }))
    await page.getByText('Logged in as petra').first().waitFor()
  }

  sql(statement, ...values) {
    return sqlite(this, path.join(this.data, 'rt.sqlite'), statement, ...values)
  }

  /** Puts the database back while the server runs: it needs long to start, and keeps no state of its own. */
  async reset() {
    const file = (folder) => path.join(folder, 'rt.sqlite')
    await this.run('python3', ['-c', RESTORE, file(this.snapshot), file(this.data)])
  }

  /** Tickets with their messages, in the order in which they were made. */
  async read() {
    const tickets = await this
      .sql(`select t.id, q.Name as queue, t.Subject as subject, t.Status as status, u.Name as owner, t.Priority as priority, t.Due as due,
      (select v.Content from ObjectCustomFieldValues v where v.ObjectType = 'RT::Ticket' and v.ObjectId = t.id and v.Disabled = 0) as house,
      (select group_concat(p.EmailAddress, ', ') from Groups g join GroupMembers m on m.GroupId = g.id join Users p on p.id = m.MemberId
        where g.Domain = 'RT::Ticket-Role' and g.Name = 'Requestor' and g.Instance = t.id) as requestor
      from Tickets t join Queues q on q.id = t.Queue join Users u on u.id = t.Owner order by t.id`)
    const messages = await this
      .sql(`select x.ObjectId as ticket, x.Type as kind, a.Content as text, a.ContentType as type from Transactions x join Attachments a on a.TransactionId = x.id
      where x.ObjectType = 'RT::Ticket' and x.Type in ('Create', 'Correspond', 'Comment') and a.ContentType like 'text/%' and a.Filename is null order by a.id`)
    return {
      tickets: tickets.map(({ id, ...one }) => ({
        ...one,
        priority: { 0: 'Low', 50: 'Medium', 100: 'High' }[one.priority] ?? one.priority,
        due: one.due?.startsWith('1970') ? '' : (one.due ?? '').slice(0, 10),
        house: one.house ?? '',
        requestor: one.requestor ?? '',
        messages: messages
          .filter(({ ticket, text }) => ticket === id && plain(text))
          .map(({ kind, text }) => `${kind}: ${plain(text)}`),
      })),
    }
  }

  /** Sets a column of the newest ticket with this subject behind the screen. */
  ticket(subject, column, value) {
    return this.sql(
      `update Tickets set ${column} = ? where id = (select max(id) from Tickets where Subject = ?) returning id`,
      value,
      subject,
    )
  }
}

const PASSWORD = 'chalk-and-board-4'

/** The words of a message, whether it was written as rich text or not. */
const plain = (text) =>
  (text ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()

/** Chooses a label in a list that the page draws itself, with the mouse. */
export async function pick(person, select, label) {
  const list = person.page
    .locator('.bootstrap-select')
    .filter({ has: person.page.locator(select) })
    .first()
  await person.click(list.locator('button.dropdown-toggle'))
  const option = list
    .locator('a.dropdown-item')
    .filter({ has: person.page.getByText(label, { exact: true }) })
  await person.click(option)
}

/** Writes a message into the rich text, which is a page of its own. */
export async function write(person, text) {
  const { page } = person
  const body = page.frameLocator('.cke_wysiwyg_frame').locator('body.cke_editable')
  await person.edit(body, text)
}

/** Opens a ticket from the words in the search of each page. */
export async function find(person, { word, subject }) {
  const { page } = person
  await person.type('input[name=q]', word)
  await person.press('Enter')
  await page
    .getByRole('heading', { name: /^Found \d+ ticket/ })
    .first()
    .waitFor()
  await openTicket(person, subject)
}

/** Opens a ticket of a list by its subject. */
export async function openTicket(person, subject) {
  const { page } = person
  await person.click(page.getByRole('link', { name: subject, exact: true }).first())
  await page.getByRole('heading', { name: subject }).first().waitFor()
}

/** Begins an answer (`Reply`) or a note for the colleagues (`Comment`) from the menu of a ticket. */
export async function act(person, name) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Actions', exact: true }))
  await person.click(page.getByRole('link', { name, exact: true }))
  await page
    .getByRole('heading', { name: /^Update ticket/ })
    .first()
    .waitFor()
}

/** Sends the answer or the note. `shown` is what the page of the ticket says then. */
export async function update(person, shown) {
  await person.click(person.page.getByRole('button', { name: 'Update Ticket', exact: true }))
  await person.sees(shown)
}
