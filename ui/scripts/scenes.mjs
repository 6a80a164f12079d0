// Every page and state worth a picture and an accessibility check: its name, the fake's scene, its address, what to do there.
const proposal = '01900000-0000-7000-8000-000000000002'
const installed = '01900000-0000-7000-8000-000000000004'
const by = (page, role, name) => page.getByRole(role, { name, exact: true })

export const SCENES = [
  { name: 'new', scene: 'empty', path: '/learn/new' },
  { name: 'new-options', scene: 'empty', path: '/learn/new', act: (page) => by(page, 'button', 'Options').click() },
  { name: 'new-no-browser', scene: 'no-browser', path: '/learn/new' },
  { name: 'new-running', scene: 'stopped', path: '/learn/new' },
  { name: 'capturing', scene: 'capturing', path: '/learn/active' },
  { name: 'capturing-action', scene: 'capturing', path: '/learn/active', act: (page) => page.getByText('Publish', { exact: true }).last().click() },
  { name: 'mark', scene: 'capturing', path: '/learn/active', act: (page) => by(page, 'button', 'Mark step').click() },
  { name: 'paused', scene: 'paused', path: '/skills' },
  { name: 'stopped', scene: 'stopped', path: '/learn/active' },
  { name: 'questions', scene: 'questions', path: '/learn/active' },
  { name: 'learning-empty', scene: 'empty', path: '/learn/active' },
  { name: 'pending', scene: 'ready', path: '/learn/pending' },
  { name: 'pending-empty', scene: 'empty', path: '/learn/pending' },
  { name: 'review', scene: 'ready', path: `/learn/pending/${proposal}` },
  { name: 'review-source', scene: 'ready', path: `/learn/pending/${proposal}`, act: (page) => by(page, 'tab', 'Source').click() },
  { name: 'review-diff', scene: 'installed', path: `/learn/pending/${installed}`, act: (page) => by(page, 'tab', 'Diff').click() },
  { name: 'review-revise', scene: 'ready', path: `/learn/pending/${proposal}`, act: (page) => by(page, 'button', 'Revise').click() },
  { name: 'rehearsing', scene: 'rehearsing', path: `/learn/pending/${proposal}` },
  { name: 'rehearsed', scene: 'rehearsed', path: `/learn/pending/${proposal}?rehearsal=true` },
  { name: 'history', scene: 'ready', path: '/learn/history' },
  { name: 'receipts', scene: 'ready', path: '/learn/history?list=receipts' },
  { name: 'history-session', scene: 'ready', path: `/learn/history?open=01900000-0000-7000-8000-000000000001` },
  { name: 'active', scene: 'rehearsing', path: '/active' },
  { name: 'active-empty', scene: 'empty', path: '/active' },
  { name: 'tasks', scene: 'empty', path: '/tasks' },
  { name: 'automations', scene: 'empty', path: '/automations' },
  { name: 'skills', scene: 'ready', path: '/skills' },
  { name: 'skill', scene: 'ready', path: '/skills?open=%2Fhome%2Fada%2F.claude%2Fskills%2Ftidy-inbox' },
  { name: 'skills-empty', scene: 'empty', path: '/skills' },
  { name: 'connectors', scene: 'empty', path: '/connectors' },
  { name: 'settings', scene: 'ready', path: '/settings' },
  { name: 'welcome', scene: 'first-run', path: '/welcome' },
  { name: 'welcome-practice', scene: 'first-run', path: '/welcome', act: async (page) => (await by(page, 'button', 'Continue').click(), await page.getByText('your-ability').first().waitFor(), await by(page, 'button', 'Continue').click()) },
  { name: 'palette', scene: 'ready', path: '/learn/new', act: (page) => page.keyboard.press('Control+k') },
  { name: 'keys', scene: 'ready', path: '/learn/new', act: (page) => page.keyboard.press('?') },
]

const drawn = () => !document.querySelector('[data-testid=terminal]') || document.querySelector('.xterm-rows')?.textContent.includes('ada')

export async function openScene(page, host, { scene, path, act }) {
  host.show(scene)
  await page.goto('about:blank')
  await page.goto(`${host.address}/#${path}`)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.locator('main h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-label=Loading]'))
  await act?.(page)
  // A terminal takes a moment to draw its first screen.
  await page.waitForFunction(drawn, undefined, { timeout: 4000 }).catch(() => undefined)
  await page.waitForTimeout(350)
}
