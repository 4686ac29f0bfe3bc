import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { WebSocketRoute } from 'playwright-core'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TerminalScreen } from '#tests/support/console/terminal-screen.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

const timeout = 60_000

let berth: TestBerth
let browser: Browser
let tab: ConsoleTab
let screen: TerminalScreen
let shop: PushedApplication
let address: string
/** Connections of the page to terminals, of which a test may cut the last one. */
const sockets: { page: WebSocketRoute; server: WebSocketRoute }[] = []

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  shop = await PushedApplication.create(berth, 'shop', 'hello')
  const { stdout } = await shop.project.git('rev-parse', 'HEAD')
  await shop.project.git('push', 'berth', 'master')
  assert.equal((await shop.ended(stdout.trim(), 300_000)).state, 'OK')
  address = `/organisations/${berth.admin.organisationId}/applications/${shop.record.id}/terminal`
  tab = await ConsoleTab.open(browser, berth, berth.admin, '/')
  screen = new TerminalScreen(tab.page)
  await tab.page.routeWebSocket(/\/shells\?/, (page) => {
    const server = page.connectToServer()
    page.onMessage((message) => server.send(message))
    server.onMessage((message) => page.send(message))
    sockets.push({ page, server })
  })
  await tab.goTo(address)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const shown = () => screen.text()
const shows = (pattern: RegExp) => screen.shows(pattern)
const type = (line: string) => screen.type(line)
const audit = async (name: string) => {
  // A busy machine draws late, of which xterm.js warns.
  tab.forget(/task queue exceeded/)
  // The page sends into the relay of this test, whose connection to the server may be closing.
  tab.forget(/CLOSING or CLOSED/)
  await tab.audit(name)
}
const openShell = async () => {
  await tab.page.getByRole('button', { name: /^(Open a shell|New session)$/ }).click()
  await tab.page.getByText('Connected', { exact: true }).waitFor()
  await shows(/[$#] ?\s*$/)
}

test('console terminal: a shell opens, takes keys, has the size of the window, and says how it ended', async () => {
  await tab.sees('Each is in the audit log')
  await tab.audit('terminal-start')
  await openShell()
  await type('echo $((6 * 7)); pwd; tput cols')
  await shows(/\n42\n.*\/home\/app\//)
  await tab.page.setViewportSize({ width: 390, height: 844 })
  await type('clear; echo width $(tput cols)')
  await shows(/width (3|4)\d\b/)
  await audit('terminal')
  await tab.page.keyboard.press('Control+Shift+Enter')
  const focused = await tab.page.evaluate<string>('document.activeElement.innerText')
  assert.equal(focused, 'End the session')
  await tab.page.locator('.xterm').click()
  await type('exit 7')
  await tab.sees('The session has ended with exit code 7.')
  await tab.page.getByRole('button', { name: 'New session', exact: true }).waitFor()
})

test('console terminal: a connection that is cut comes back with what was printed meanwhile', async () => {
  await openShell()
  const before = sockets.length
  await type('clear; for i in 1 2 3 4 5 6 7 8 9; do echo line $i; sleep 0.3; done; echo all')
  await shows(/line 2/)
  const last = sockets.at(-1) ?? assert.fail()
  await Promise.all([last.page.close({ code: 4001 }), last.server.close({ code: 4001 })])
  await shows(/line 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\nline 8\nline 9\nall/)
  assert.ok(sockets.length > before)
  await tab.page.getByText('Connected', { exact: true }).waitFor()
})

test('console terminal: a page that is reloaded goes on with its session and its screen, also of a program that fills it', async () => {
  const { page } = tab
  await type('clear; STAYS=yes; echo before the reload')
  await shows(/(^|\n)before the reload/)
  await page.reload()
  await screen.connected()
  await shows(/before the reload/)
  await type('echo "it stays: $STAYS"')
  await shows(/\nit stays: yes/)
  await type('less -R server.js')
  await shows(/server\.js|createServer|import/)
  await page.reload()
  await screen.connected()
  await shows(/server\.js|createServer|import/)
  await type('q')
  await type('clear; echo "still here: $STAYS"')
  await shows(/(^|\n)still here: yes/)
})

test('console terminal: another window goes on with a session, the first one is told and can take it back', async () => {
  const other = await tab.openBeside(address)
  const there = new TerminalScreen(other)
  await other.getByText('A session is open in another window of this browser.').waitFor()
  await other.getByRole('button', { name: 'Continue it here', exact: true }).click()
  await there.connected()
  await there.type('echo "there: $STAYS"')
  await there.shows(/\nthere: yes/)
  await tab.sees('The session goes on in another window.')
  await audit('terminal-taken')
  await tab.page.getByRole('button', { name: 'Continue it here', exact: true }).click()
  await screen.connected()
  await shows(/there: yes/)
  await other.getByText('The session goes on in another window.').waitFor()
  await other.close()
  await type('echo "back: $STAYS"')
  await shows(/\nback: yes/)
})

test('console terminal: a session that nobody has taken up again within a minute has ended, and says so', async () => {
  const { page } = tab
  await page.goto('about:blank')
  await new Promise((resolve) => setTimeout(resolve, 63_000))
  await page.goto(new URL(address, berth.addresses.api).href)
  await tab.sees('The session has ended: it was not resumed in time.')
  await audit('terminal-late')
  await openShell()
})

test('console terminal: what a program prints sets no title and no clipboard, and the terminal answers nothing of it', async () => {
  const { page } = tab
  const title = await page.title()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate("navigator.clipboard.writeText('mine')")
  const attacks = [
    // Title, clipboard, a report of the title, of a setting, of a colour and of the position, a link, another page.
    ...['\\033]0;owned\\007', '\\033]52;c;b3duZWQ=\\007', '\\033[21t', '\\033P$q"p\\033\\\\\\\\'],
    ...[
      '\\033]4;1;?\\007',
      '\\033[6n',
      '\\033[c',
      '\\033]8;;javascript:alert(1)\\007x\\033]8;;\\007',
    ],
    ...[
      '\\033]1337;File=inline=1:YQ==\\007',
      '\\033[?1049h\\033[?1049l',
      '<img src=x onerror=alert(1)>',
    ],
  ]
  // What the terminal answers is read as text, in which nothing of the attacks may be.
  const command = `clear; stty raw -echo; printf '${attacks.join('')}'; IFS= read -r -t 2 -d '' A; stty sane; echo; printf 'answers:%q:end\\n' "$A"`
  await type(command)
  await shows(/answers:.*:end\n/s)
  const text = await shown()
  const answers = /answers:(.*):end\n/s.exec(text)?.[1] ?? ''
  // It has answered where it is and what it is, as terminals do, and in no line of its own.
  assert.match(answers, /\d+;\d+R/)
  assert.doesNotMatch(answers, /owned|b3du|alert|\\n|\\r|javascript/)
  assert.equal(await page.title(), title)
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'mine')
  assert.match(text, /<img src=x onerror=alert\(1\)>/)
})

test('console terminal: Ctrl+Shift+C copies the selection, and Ctrl+Shift+V pastes', async () => {
  const { page } = tab
  await type('clear; echo copy-me')
  await shows(/(^|\n)copy-me\n/)
  const row = screen.rows().getByText('copy-me', { exact: true }).last()
  await row.dblclick({ force: true })
  await page.keyboard.press('Control+Shift+KeyC')
  await until(
    async () => /copy-me/.test(await page.evaluate<string>('navigator.clipboard.readText()')),
    {
      timeout,
      what: 'the clipboard',
    },
  )
  await page.evaluate("navigator.clipboard.writeText('echo pasted-$((1+1))')")
  await page.keyboard.press('Control+Shift+KeyV')
  await page.keyboard.press('Enter')
  await shows(/(^|\n)pasted-2\n/)
})

test('console terminal: on a phone, a row of keys sends what its keyboard lacks, and takes no focus', async () => {
  const viewport = { width: 390, height: 844 }
  const phone = { hasTouch: true, isMobile: true, viewport }
  await using other = await ConsoleTab.open(browser, berth, berth.admin, address, phone)
  const { page } = other
  const there = new TerminalScreen(page)
  await page.getByRole('button', { name: 'Open a shell', exact: true }).tap()
  await there.connected()
  const keys = page.getByRole('toolbar', { name: 'Keys of a terminal' })
  const tap = (name: string) => keys.getByRole('button', { name, exact: true }).tap()
  await there.type('echo first-$((40 + 2))')
  await there.shows(/first-42/)
  await tap('Up')
  await tap('|')
  await page.keyboard.type(' tr a-z A-Z')
  await page.keyboard.press('Enter')
  await there.shows(/FIRST-42/)
  await page.keyboard.type('cat server')
  await tap('Tab')
  await there.shows(/cat server\.js/)
  await tap('Ctrl')
  await keys.getByRole('button', { name: 'Ctrl', exact: true, pressed: true }).waitFor()
  await page.keyboard.type('c')
  await keys.getByRole('button', { name: 'Ctrl', exact: true, pressed: false }).waitFor()
  // The terminal drops what is typed before it.
  await there.shows(/\^C\n/)
  await there.type('echo a/$((1-1))-b')
  await there.shows(/\na\/0-b/)
  const focused = await page.evaluate<string>('document.activeElement.className')
  assert.equal(focused, 'xterm-helper-textarea')
  const folder = process.env.BERTH_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/terminal-phone-light.png` })
  await page.emulateMedia({ colorScheme: 'dark' })
  if (folder) await page.screenshot({ path: `${folder}/terminal-phone-dark.png` })
  const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  assert.equal(await page.evaluate(excess), 0)
  assert.deepEqual(await other.seriousFindings(), [])
  assert.equal(await tab.page.locator('.touch-keys').isVisible(), false)
  await page.getByRole('button', { name: 'End the session', exact: true }).tap()
  await other.sees('The session was closed.')
})

test('console terminal: Tab goes to the program while one runs, and leaves the terminal afterwards', async () => {
  const { page } = tab
  const isInTerminal = () =>
    page.evaluate<boolean>("document.activeElement.className === 'xterm-helper-textarea'")
  const hint = await page.locator('.xterm-helper-textarea').getAttribute('aria-describedby')
  assert.match(await page.locator(`#${hint}`).innerText(), /Ctrl\+Shift\+Enter leaves the terminal/)
  await page.locator('.xterm').click()
  await page.keyboard.type('clear; wc -c server')
  await page.keyboard.press('Tab')
  await shows(/wc -c server\.js/)
  assert.ok(await isInTerminal())
  await page.keyboard.press('Enter')
  await shows(/\d+ server\.js\n/)
  await type('exit')
  await tab.sees('The session has ended with exit code')
  await page.locator('.xterm').click()
  await page.keyboard.press('Tab')
  assert.ok(!(await isInTerminal()))
  await openShell()
})

test('console terminal: a flood leaves the page and the API responsive, and ends with Ctrl-C', async () => {
  const { page } = tab
  await type('clear; yes flood')
  await shows(/flood\nflood\nflood/)
  for (let call = 0; call < 5; call += 1) await berth.client.self.get()
  await page.keyboard.press('Control+KeyC')
  await type('echo after')
  await shows(/\nafter\n/)
})

test('console terminal: the session goes on while other pages are shown, and ends when shells are forbidden', async () => {
  const { page } = tab
  // True colours, which are style attributes; the policy of the page complains in the audit below if they are not allowed.
  await type("clear; printf '\\033[38;2;200;30;30mred\\033[48;5;22mgreen\\033[0m\\n'; echo kept")
  await shows(/(^|\n)kept\n/)
  await tab.follow('Logs')
  await tab.follow('Terminal')
  await shows(/(^|\n)kept\n/)
  // The focus is on the heading, as on each page that a link leads to.
  await page.locator('.xterm').click()
  await type('echo still-$((40 + 2))')
  await shows(/\nstill-42\n/)
  await berth.client.instances.allowShells(shop.record, false)
  await page.getByText('Shells are off for this application: the session ends.').first().waitFor()
  await page.getByRole('button', { name: 'New session', exact: true }).click()
  await page.getByText('Shells are off for this application.').first().waitFor()
  await audit('terminal-off')
  await tab.goTo(address)
  await page.getByText('Managers and administrators allow them').waitFor()
  await berth.client.instances.allowShells(shop.record, true)
})
