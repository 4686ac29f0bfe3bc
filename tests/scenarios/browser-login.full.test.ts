import assert from 'node:assert/strict'
import { text as readText } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import { stepAt } from '#platform/identity/access/second-factor/totp.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { startWaiting } from '#tests/support/browser/waiting-command.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { totp } from '#tests/support/people/authenticator.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'

/** Every page of a login, in a real browser. */
let berth: TestBerth
let browser: Browser
let secret: string
let backupCodes: string[]

const root = new URL('../../', import.meta.url).pathname

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
})
after(async () => {
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const account = () => ({ 'E-mail address': berth.admin.email, Password: berth.admin.password })
const open = () => browser.open(berth.addresses.api)

/** A project without credentials, whose browser is controlled by the test. */
async function strangerProject(name: string): Promise<Project> {
  const project = await Project.create(berth, name)
  for (const variable of ['CLEVER_TOKEN', 'CLEVER_SECRET']) delete project.env[variable]
  project.env.BROWSER = 'true'
  return project
}

test('login page: a wrong password is reported, the right one opens the requested page', async () => {
  const tab = await open()
  await tab.goTo('/')
  assert.equal(await tab.heading, 'Log in')
  await tab.audit('login')
  await tab.fill({ ...account(), Password: 'wrong' }, 'Log in')
  assert.match(await tab.text, /The e-mail address or the password is wrong/)
  await tab.audit('login-wrong')
  await tab.fill({ Password: berth.admin.password }, 'Log in')
  assert.match(tab.page.url(), /\/(organisations\/[^/]+)?$/)
  await tab.goTo('/cli-oauth?cli_token=a-token-made-up-by-the-tool')
  await tab.press('Use another account')
  await tab.goTo('/')
  assert.equal(await tab.heading, 'Log in')
  await tab.close()
})

test('berth login: logs in through the browser', async () => {
  const project = await strangerProject('ours')
  const login = await startWaiting([`${root}bin/berth`, 'login', '--api', berth.addresses.api], {
    cwd: project.folder,
    env: project.env,
  })
  const tab = await open()
  await tab.goTo(login.address.href)
  await tab.fill(account(), 'Log in')
  assert.equal(await tab.heading, 'Log in on the command line')
  await tab.audit('cli-oauth')
  await tab.press('Log in')
  assert.equal(await tab.heading, 'You are logged in')
  await tab.audit('cli-oauth-done')
  assert.ok((await login.ended()).includes(`as ${berth.admin.email}`))
  assert.ok((await project.berth('profile')).output.includes(berth.admin.email))
  const organisation = berth.admin.organisationId
  await project.berth('create', '--type', 'node', 'ours', '--org', organisation)
  // Throws if Git does not trust the platform's certificate, or is refused.
  await project.git('ls-remote', 'berth')
  await tab.close()
})

test('error pages: an unknown address and a host without an application link onwards', async () => {
  const tab = await open()
  await tab.goTo('/no/such/page')
  assert.equal(await tab.heading, 'Page not found')
  await tab.audit('not-found')
  await tab.page.getByRole('link', { name: 'Start page' }).click()
  assert.equal(await tab.heading, 'Log in')
  await tab.close()
  const visitor = await browser.open(berth.addresses.visitors.http)
  await visitor.goTo('/')
  assert.equal(await visitor.heading, 'There is no application here')
  if (process.env.BERTH_PICTURES)
    await visitor.page.screenshot({ path: `${process.env.BERTH_PICTURES}/no-application.png` })
  assert.equal(await visitor.page.getByRole('link', { name: 'Try again' }).count(), 1)
  await visitor.close()
})

test('second factor: is set up in the console with a QR code that can be scanned', async () => {
  await using tab = await ConsoleTab.open(browser, berth, berth.admin, '/account/second-factor')
  assert.equal(new URL(tab.page.url()).pathname, '/account/security')
  await tab.audit('second-factor-off')
  await tab.page.getByRole('button', { name: 'Set up a second factor' }).click()
  const dialog = tab.page.getByRole('dialog', { name: 'Set up a second factor' })
  await dialog.getByLabel('Your password').fill(berth.admin.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  await tab.audit('second-factor-code')
  secret = await dialog.locator('.copy-value code').innerText()
  const url = new URL(await scanned(tab.page))
  assert.equal(url.searchParams.get('secret'), secret)
  const turnOn = async (code: string) => {
    await dialog.getByLabel('Code', { exact: true }).fill(code)
    await dialog.getByRole('button', { name: 'Turn on' }).click()
  }
  await turnOn('12')
  await dialog.getByRole('alert').waitFor()
  tab.forget(/status of 400/)
  await tab.audit('second-factor-wrong')
  await turnOn(codeIn(0))
  const codes = dialog.getByRole('list', { name: 'Backup codes' }).locator('code')
  await codes.first().waitFor()
  backupCodes = await codes.allInnerTexts()
  assert.equal(backupCodes.length, 10)
  const download = tab.page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download as a file' }).click()
  const file = await (await download).createReadStream()
  assert.equal(await readText(file), `${backupCodes.join('\n')}\n`)
  await tab.audit('second-factor-backup-codes')
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await tab.page.getByRole('button', { name: 'Turn off' }).waitFor()
  await tab.audit('second-factor-on')
})

test('stock client: logs in through the browser, with a code of the second factor', async () => {
  const project = await strangerProject('stock')
  const clever = `${root}node_modules/clever-tools/bin/clever.js`
  const login = await startWaiting([process.execPath, clever, 'login', '--no-update-notifier'], {
    cwd: project.folder,
    env: project.env,
  })
  const tab = await open()
  await tab.goTo(login.address.href)
  await tab.fill(account(), 'Log in')
  await tab.audit('second-factor-login')
  await tab.fill({ Code: '000 000' }, 'Continue')
  assert.match(await tab.text, /Wrong or already used code/)
  await tab.audit('second-factor-login-wrong')
  await tab.fill({ Code: codeIn(1) }, 'Continue')
  await tab.press('Log in')
  await login.ended()
  const profile = await project.cleverAnew(['profile', '--no-update-notifier'])
  assert.ok(profile.output.includes(berth.admin.email), profile.output)
  await tab.close()
})

test('second factor: a backup code suffices when the device is lost, and the factor can be removed', async () => {
  const tab = await open()
  await tab.goTo('/account/security?from=a-link')
  await tab.fill(account(), 'Log in')
  await tab.fill({ Code: backupCodes[0]?.replaceAll('-', '').toUpperCase() ?? '' }, 'Continue')
  const { pathname, search } = new URL(tab.page.url())
  assert.equal(pathname + search, '/account/security?from=a-link', 'where the user wanted to go')
  const dialogWith = async (button: string, title: string, submit: string) => {
    await tab.page.getByRole('button', { name: button, exact: true }).click()
    const dialog = tab.page.getByRole('dialog', { name: title })
    await dialog.getByLabel('Your password').fill(berth.admin.password)
    await dialog.getByRole('button', { name: submit, exact: true }).click()
    return dialog
  }
  const shown = await dialogWith('Show backup codes', 'Backup codes', 'Continue')
  const codes = shown.getByRole('list', { name: 'Backup codes' }).locator('code')
  await codes.first().waitFor()
  assert.deepEqual((await codes.allInnerTexts()).sort(), backupCodes.slice(1).sort())
  await shown.getByRole('button', { name: 'I have kept them' }).click()
  await dialogWith('Turn off', 'Turn off the second factor?', 'Turn off')
  await tab.page.getByRole('button', { name: 'Set up a second factor' }).waitFor()
  await tab.close()
})

/** A code works once, so the next time step's code is used as well. */
const codeIn = (steps: number) => totp(secret, stepAt(Date.now()) + steps)

/** Decodes the QR code on a page from a screenshot. */
async function scanned(page: Page): Promise<string> {
  const decode = jsqr as unknown as typeof jsqr.default
  const side = 300
  const seen = await page.evaluate<string>(`(async () => {
    const picture = document.querySelector('.qr-code').cloneNode(true)
    picture.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    const image = new Image(${side}, ${side})
    image.src = 'data:image/svg+xml,' + encodeURIComponent(picture.outerHTML)
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: ${side}, height: ${side} })
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0, ${side}, ${side})
    const { data } = context.getImageData(0, 0, ${side}, ${side})
    return Array.from({ length: data.length / 4 }, (_, at) => (data[at * 4] < 128 ? '1' : '0')).join('')
  })()`)
  const pixels = [...seen].flatMap((square) =>
    square === '1' ? [0, 0, 0, 255] : [255, 255, 255, 255],
  )
  return decode(Uint8ClampedArray.from(pixels), side, side)?.data ?? ''
}
