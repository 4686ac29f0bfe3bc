import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  beginSecondFactor,
  confirmSecondFactor,
} from '#platform/identity/access/second-factor/enrolment.ts'
import { stepAt } from '#platform/identity/access/second-factor/totp.ts'
import { totp } from '#tests/support/people/authenticator.ts'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

let setup: TypedApi
before(async () => {
  setup = await openTypedApi()
  await setup.type('features enable tokens')
})
after(() => setup[Symbol.asyncDispose]())

const create = (words: string, stdin = `${setup.account.password}\n`, interactive = false) =>
  setup.type(`tokens create ${words}`, { stdin, interactive })
const list = async () => JSON.parse((await setup.type('tokens --format json')).out)

test('berth tokens create: needs the password, prints the token once, and the token works', async () => {
  const { code, out, err } = await create('ci --expiration 12h')
  assert.equal(code, 0, err)
  const [, token] = /^ {2}(berth_\w+)$/m.exec(out) ?? []
  assert.ok(token, out)
  assert.ok(out.includes(`Authorization: Bearer $TOKEN" ${setup.bridge}/v2/self`))
  assert.match(out, /Revoke it with `berth tokens revoke api_tokens_[0-9a-f-]{36}`\./)
  const [one] = await list()
  assert.equal(one.name, 'ci')
  assert.equal(Date.parse(one.expirationDate) - Date.parse(one.creationDate), 12 * 3_600_000)
  assert.ok(!(await setup.type('tokens')).out.includes(token))

  const { env } = setup
  Object.assign(env, { BERTH_API_TOKEN: token, BERTH_BRIDGE: setup.bridge })
  try {
    assert.match((await setup.type('profile')).out, /admin@localhost/)
    assert.match((await setup.type('tokens')).out, /^api_tokens_\S+ +ci +ACTIVE /)
  } finally {
    Reflect.deleteProperty(env, 'BERTH_API_TOKEN')
  }
})

test('berth tokens create: the password is prompted for without echo', async () => {
  const { code, out, err } = await create(
    'asked --format json --description nightly',
    `${setup.account.password}\r`,
    true,
  )
  assert.equal(code, 0, err)
  assert.equal(err, 'Password of admin@localhost: \n')
  const { name, description, apiToken } = JSON.parse(out)
  assert.deepEqual([name, description], ['asked', 'nightly'])
  assert.match(apiToken, /^berth_/)
})

test('berth tokens: a token is renamed and revoked by id', async () => {
  const { apiTokenId } = JSON.parse((await create('old --description kept --format json')).out)
  assert.equal((await setup.type(`tokens rename ${apiTokenId} new`)).code, 0)
  const found = () =>
    list().then((all) => all.find((one: { apiTokenId: string }) => one.apiTokenId === apiTokenId))
  assert.deepEqual([(await found()).name, (await found()).description], ['new', 'kept'])
  await setup.type(`tokens revoke ${apiTokenId}`)
  assert.equal(await found(), undefined)
  const again = await setup.type(`tokens revoke ${apiTokenId}`)
  assert.equal(again.code, 1)
  assert.match(again.err, /^There is no API token/)
  assert.match((await setup.type(`tokens rename ${apiTokenId} x`)).err, /no API token/)
})

test('berth tokens: wrong input is refused with a hint', async () => {
  const wrong = await create('x', 'wrong\n')
  assert.equal(wrong.code, 1)
  assert.equal(wrong.err, 'The e-mail address or the password is wrong.\n')
  assert.match((await create('x', '')).err, /not on standard input/)
  assert.match((await create('x --expiration 2y')).err, /more than a year/)
  assert.match((await create('x --expiration soon')).err, /neither a date/)
})

test('berth tokens create: with a second factor its code is prompted for too', async () => {
  const { platform, account } = setup
  const user = await platform.store.users.findByEmail(account.email)
  assert.ok(user)
  const secret = await beginSecondFactor(platform, user)
  const now = stepAt(Date.now())
  await confirmSecondFactor(platform, user, { code: totp(secret, now - 1), from: '' })
  const { password } = account
  const made = await create('with-code', `${password}\n${totp(secret, now)}\n`)
  assert.equal(made.code, 0, made.err)
  const wrong = await create('with-code', `${password}\n000000\n`)
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /^Wrong or already used code/)
  assert.match((await create('without', `${password}\n`)).err, /second factor/)
})

test('berth tokens: the secret is not sent in plaintext', async () => {
  const { env } = setup
  Object.assign(env, { BERTH_API_TOKEN: 'x', BERTH_BRIDGE: 'http://bridge.example.test' })
  try {
    assert.match((await setup.type('tokens')).err, /is not encrypted/)
    env.BERTH_BRIDGE = 'bridge.example.test'
    assert.match((await setup.type('profile')).err, /Invalid (address|BERTH_BRIDGE)/)
  } finally {
    Reflect.deleteProperty(env, 'BERTH_API_TOKEN')
  }
})
