import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stepAt } from '#platform/identity/access/second-factor/totp.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { linkIn } from '#tests/support/engine/link-in.ts'
import { totp } from '#tests/support/people/authenticator.ts'
import { aConsumer } from '#tests/support/people/people.ts'
import { authorizePath, ThirdParty } from '#tests/support/people/third-party.ts'

let api: Awaited<ReturnType<typeof openConsoleApi>>
let browser: Browser
let tab: ConsoleTab

before(async () => {
  ;[api, browser] = await Promise.all([openConsoleApi(), Browser.start()])
  tab = await ConsoleTab.open(browser, api, api.account, '/account/profile')
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

const button = (name: string | RegExp) => tab.page.getByRole('button', { name, exact: true })
const dialog = (name: string) => tab.page.getByRole('dialog', { name })

test('e-mail addresses: one is added by the link in a mail, made primary and removed', async () => {
  const { page } = tab
  await tab.follow('E-mail addresses')
  await page.getByLabel('E-mail address', { exact: true }).fill('second@example.test')
  await button('Send a confirmation link').click()
  await tab.sees('A link was sent to second@example.test')
  const confirming = await tab.openBeside(linkIn(await api.mail('second@example.test')))
  await confirming.getByRole('button', { name: 'Add address' }).click()
  await confirming.getByRole('heading', { name: 'Address added' }).waitFor()
  await confirming.close()
  await tab.goTo('/account/emails')
  await button('Make second@example.test primary').click()
  await button(`Make ${api.account.email} primary`).waitFor()
  await button(`Make ${api.account.email} primary`).click()
  await button('Remove second@example.test').click()
  await dialog('Remove this address?').getByRole('button', { name: 'Remove' }).click()
  await dialog('Remove this address?').waitFor({ state: 'detached' })
  await tab.audit('account-emails')
})

test('SSH keys: are added, named by their comment, and removed; a private key is stopped', async () => {
  const { page } = tab
  await tab.follow('SSH keys')
  await tab.sees('No SSH key yet')
  await tab.audit('account-keys-empty')
  await page.getByLabel('Public key').fill('-----BEGIN OPENSSH PRIVATE KEY-----')
  await tab.sees('This is a private key')
  assert.ok(await button('Add a key').isDisabled())
  await page
    .getByLabel('Public key')
    .fill(
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDHkCtDgIBRLp3xnQLBqv5CqEtkKxLDWkLkYgqzFtWQ4 ann@laptop',
    )
  await button('Add a key').click()
  await page.getByRole('cell', { name: 'ann@laptop', exact: true }).waitFor()
  await tab.audit('account-keys')
  await button('Remove ann@laptop').click()
  await dialog('Remove this key?').getByRole('button', { name: 'Remove' }).click()
  await tab.sees('No SSH key yet')
})

test('API tokens: one is made with a name, an expiry and the password, shown once, and revoked', async () => {
  const { page } = tab
  await tab.follow('API tokens')
  await tab.sees('No API token yet')
  await button('Create a token').click()
  const form = dialog('Create a token')
  await form.getByLabel('Name').fill('backup script')
  await form.getByLabel('Expires in').selectOption('90d')
  await form.getByLabel('Your password').fill('wrong')
  await form.getByRole('button', { name: 'Create a token' }).click()
  await form.getByRole('alert').waitFor()
  tab.forget(/status of 40\d/)
  await tab.audit('account-token-refused')
  await form.getByLabel('Your password').fill(api.account.password)
  await form.getByRole('button', { name: 'Create a token' }).click()
  await form.getByText('it is shown only this once').waitFor()
  const token = await form.locator('code').first().innerText()
  const answer = await fetch(`${api.bridge}/v2/self`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(answer.status, 200)
  await tab.audit('account-token-made')
  await form.getByRole('button', { name: 'I have copied it' }).click()
  const row = page.getByRole('row', { name: /backup script/ })
  await row.getByText('active').waitFor()
  await row.getByText(/in (2|3) months/).waitFor()
  await tab.audit('account-tokens')
  await button('Revoke backup script').click()
  await dialog('Revoke this token?').getByRole('button', { name: 'Revoke' }).click()
  await tab.sees('No API token yet')
})

test('sessions: others are ended, and tokens of programs are listed', async () => {
  const other = await ConsoleTab.open(browser, api, api.account, '/account/sessions')
  await tab.follow('Sessions')
  const table = tab.page.getByRole('table', { name: 'Browsers in which you are logged in' })
  await table.getByText('this browser').waitFor()
  await tab.page.getByRole('row', { name: /Command-line tools/ }).waitFor()
  await tab.audit('account-sessions')
  await button('End all others').click()
  await dialog('End all other sessions?').getByRole('button', { name: 'End all others' }).click()
  await dialog('End all other sessions?').waitFor({ state: 'detached' })
  await button('End all others').waitFor({ state: 'detached' })
  await other.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  await other[Symbol.asyncDispose]()
})

test('access: a program is allowed with the session of the console, listed with what it may, and loses it', async () => {
  const consumer = await aConsumer(api, api.account.organisationId, ['manage_ssh_keys'])
  const program = new ThirdParty(api.url, consumer, 'oob')
  const request = await program.requestToken()
  const consent = await tab.openBeside(authorizePath(request.token))
  await consent.getByRole('heading', { name: 'Authorize Program' }).waitFor()
  await consent.getByRole('button', { name: 'Allow', exact: true }).click()
  const verifier = await consent.locator('.verifier').innerText()
  await consent.close()
  const access = await program.accessToken(request, verifier)
  const keys = () => program.call('GET', '/v2/self/keys', access)
  assert.equal((await keys()).status, 200)
  await tab.follow('Applications with access')
  await tab.sees('see, add and remove your SSH keys')
  await tab.audit('account-access')
  await button('Take access back from Program').click()
  await dialog('Take access back?').getByRole('button', { name: 'Take access back' }).click()
  await tab.sees('No program has access')
  assert.equal((await keys()).status, 401)
})

test('paths of the stock tool: lead to the pages of the console', async () => {
  const application = await api.application()
  const { organisationId } = api.account
  const consumer = await aConsumer(api, organisationId, ['manage_ssh_keys'])
  const pages = {
    '/users/me/information': 'Profile',
    '/users/me/ssh-keys': 'SSH keys',
    '/users/me/emails': 'E-mail addresses',
    '/users/me/api-tokens': 'API tokens',
    [`/goto/${application.id}`]: application.name,
    [`/organisations/${organisationId}/applications/${application.id}/logs`]: application.name,
    [`/organisations/${organisationId}/oauth-consumers/${consumer.key}`]: 'Program',
  }
  for (const [path, heading] of Object.entries(pages)) {
    await tab.goTo(path)
    await tab.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  }
  await tab.goTo('/account/security')
})

test('second factor: is set up by QR code and code, shows its backup codes, and is turned off', async () => {
  await tab.audit('account-security')
  await button('Set up a second factor').click()
  const setUp = dialog('Set up a second factor')
  await setUp.getByLabel('Your password').fill(api.account.password)
  await setUp.getByRole('button', { name: 'Continue' }).click()
  await setUp.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  await tab.audit('account-second-factor-code')
  const secret = await setUp.locator('.copy-value code').innerText()
  await setUp.getByLabel('Code', { exact: true }).fill(totp(secret, stepAt(Date.now())))
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  const codes = setUp.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await codes.first().waitFor()
  assert.equal(await codes.count(), 10)
  await tab.audit('account-second-factor-codes')
  await setUp.getByRole('button', { name: 'I have kept them' }).click()
  await button('Turn off').click()
  const off = dialog('Turn off the second factor?')
  await off.getByLabel('Your password').fill(api.account.password)
  await off.getByRole('button', { name: 'Turn off' }).click()
  await button('Set up a second factor').waitFor()
})

test('password: is changed in two equal fields', async () => {
  const { page } = tab
  await page.getByLabel('Current password').fill(api.account.password)
  await page.getByLabel('New password', { exact: true }).fill('a better long password 7')
  await page.getByLabel('New password again').fill('another')
  await tab.sees('The two are not the same.')
  assert.ok(await button('Change the password').isDisabled())
  await page.getByLabel('New password again').fill('a better long password 7')
  await button('Change the password').click()
  await page.getByText('The password was changed. Other sessions have ended.').waitFor()
})
