import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { typeInto } from '#tests/support/platform/typed-command.ts'
import { Project } from '#tests/support/projects/project.ts'
import { stockCommand } from '#tests/support/stock-client/stock-client.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

/** Account commands of the unmodified stock client, configured by its variables. */
let berth: TestBerth
let project: Project

before(async () => {
  berth = await TestBerth.lease({ BERTH_ENGINE: 'memory' })
  project = await Project.create(berth, 'account')
})
after(async () => {
  await project?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const quiet = '--no-update-notifier'
const clever = (...args: string[]) => project.clever(...args, quiet)
const ok = async (...args: string[]) => {
  const ran = await clever(...args)
  assert.equal(ran.code, 0, `clever ${args.join(' ')}:\n${ran.output}`)
  return ran
}
const json = async (...args: string[]) => JSON.parse((await ok(...args, '--format', 'json')).stdout)

/** Runs the client at a terminal and answers its prompts. */
const asked = (args: string[], answers: [question: RegExp, answer: string][]) =>
  typeInto(stockCommand(...args, quiet), answers, {
    cwd: project.folder,
    env: project.env,
  })

test('stock client: profile shows the account and the expiry of its login', async () => {
  const shown = await json('profile')
  assert.equal(shown.email, berth.admin.email)
  assert.ok(Date.parse(shown.tokenExpiration) > Date.now())
})

test('stock client: tokens are created with the password, listed and revoked', async () => {
  assert.match((await ok('tokens')).output, /No API token found/)
  const password: [RegExp, string] = [/password/i, berth.admin.password]
  const { code, output } = await asked(
    ['tokens', 'create', 'ci', '--expiration', '12h'],
    [password],
  )
  assert.equal(code, 0, output)
  const [token] = /berth_[A-Za-z0-9]{40}/.exec(output) ?? []
  assert.ok(token, output)
  const answer = await fetch(`${berth.addresses.bridge}/v2/self`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(((await answer.json()) as { email: string }).email, berth.admin.email)

  const [listed] = await json('tokens')
  assert.deepEqual([listed.name, listed.state, listed.ip], ['ci', 'ACTIVE', '127.0.0.1'])
  assert.match((await ok('tokens', 'revoke', listed.apiTokenId)).output, /successfully revoked/)
  assert.deepEqual(await json('tokens'), [])
  const unknown = await clever('tokens', 'revoke', listed.apiTokenId)
  assert.equal(unknown.code, 1)
  assert.match(unknown.output, /no API token/)
})

test("stock client: a wrong password is reported in the client's words", async () => {
  const { code, output } = await asked(['tokens', 'create', 'ci'], [[/password/i, 'wrong']])
  assert.equal(code, 1)
  assert.match(output, /Invalid credentials, check your password/)
})

test('stock client: ssh-keys are added, listed and removed', async () => {
  await project.write({ 'id.pub': `${publicKey()}\n`, 'bad.pub': 'ssh-ed25519 nonsense\n' })
  await ok('ssh-keys', 'add', 'laptop', 'id.pub')
  const [key] = await json('ssh-keys')
  assert.equal(key.name, 'laptop')
  assert.match(key.fingerprint, /^SHA256:/)
  const bad = await clever('ssh-keys', 'add', 'bad', 'bad.pub')
  assert.equal(bad.code, 1, bad.output)
  await ok('ssh-keys', 'remove', 'laptop')
  assert.deepEqual(await json('ssh-keys'), [])
})

test('stock client: emails are added by a confirmation link, made primary and removed', async () => {
  const email = 'ada@example.test'
  assert.deepEqual(await json('emails'), { primary: berth.admin.email, secondary: [] })
  assert.match((await ok('emails', 'add', email)).output, /confirmation email/)
  await followLinkTo(email)
  assert.deepEqual(await json('emails'), { primary: berth.admin.email, secondary: [email] })
  const mine = await clever('emails', 'add', email)
  assert.match(mine.output, /already belongs to your account/)

  assert.match((await ok('emails', 'primary', email)).output, /updated to ada@example\.test/)
  const { primary, secondary } = await json('emails')
  assert.deepEqual([primary, secondary], [email, [berth.admin.email]])
  await ok('emails', 'remove-all', '--yes')
  assert.deepEqual(await json('emails'), { primary: email, secondary: [] })
})

/** Without a mail server, e-mails are written to the log. */
async function followLinkTo(email: string): Promise<void> {
  const link = await until(
    () => {
      const mail = berth.output.split(`mail to ${email}:`)[1] ?? ''
      return /(\/v2\/self\/validate_email\?\S+)\n/.exec(mail)?.[1]
    },
    { timeout: 300_000, what: `the mail to ${email}` },
  )
  const browser = new PageVisitor(berth.addresses.api)
  await browser.get(link)
  assert.equal((await browser.send('/v2/self/validate_email')).status, 200)
}

test('stock client: oauth-consumers are created, listed, shown with their secret, updated and deleted', async () => {
  const { organisationId } = berth.admin
  const org = ['--org', organisationId]
  const described = ['--description', 'Watches', '--url', 'https://watch.example.test']
  const more = [
    '--base-url',
    'https://watch.example.test',
    '--picture',
    'https://watch.example.test/p.png',
  ]
  const rights = ['--rights', 'access-organisations,access-personal-information']
  const created = await ok(
    'oauth-consumers',
    'create',
    'Watch',
    ...org,
    ...described,
    ...more,
    ...rights,
  )
  const [, key = ''] = /OAuth consumer (\w+) has been created/.exec(created.output) ?? []
  const listed = await ok('oauth-consumers', 'list')
  assert.match(listed.output, new RegExp(`Watch.*${key}|${key}.*Watch`, 's'))

  const shown = await json('oauth-consumers', 'get', key, '--with-secret')
  assert.match(shown.secret, /^[A-Za-z0-9]{20,}$/)
  assert.equal(shown.rights.access_organisations, true)
  assert.equal(shown.rights.manage_organisations, false)
  assert.equal(shown.rights.almighty, false)

  await ok('oauth-consumers', 'update', key, '--name', 'Night watch')
  const renamed = await json('oauth-consumers', 'get', key)
  assert.deepEqual([renamed.name, renamed.description], ['Night watch', 'Watches'])
  await ok('oauth-consumers', 'delete', key, '--yes')
  assert.doesNotMatch(JSON.stringify(await json('oauth-consumers', 'list')), /Night watch/)
})

function publicKey(): string {
  const { publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const wire = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(raw)])
  return `ssh-ed25519 ${wire.toString('base64')} ada@example.test`
}

test('stock client: applications of the personal space are listed once and found by name', async () => {
  await ok('create', '--type', 'node', 'mine')
  const owners: { id: string; applications: { name: string }[] }[] = await json(
    'applications',
    'list',
  )
  const found = owners.filter(({ applications }) =>
    applications.some(({ name }) => name === 'mine'),
  )
  assert.equal(found.length, 1)
  assert.match(found[0]?.id ?? '', /^user_/)
  assert.equal(new Set(owners.map(({ id }) => id)).size, owners.length)
  await ok('env', 'set', 'SHIP', 'Argo', '--app', 'mine')
  await ok('delete', '--app', 'mine', '--yes')
})
