import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { bridgeEndpoints } from '#api/endpoints.ts'
import { pathsOf } from '#api/http/routes.ts'
import { type Client, createClient } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { type RawRequest, refusalOf, sendRequest } from '#tests/support/people/signed-request.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { runCommand } from '#tests/support/platform/command.ts'

/** The bridge of a real server: the whole API with only an API token. */
let berth: TestBerth
let application: PushedApplication
let token: string
const tool = new URL('../../bin/berth', import.meta.url).pathname
let client: Client

before(async () => {
  berth = await TestBerth.lease({ BERTH_ENGINE: 'memory' })
  application = await PushedApplication.create(berth, 'web')
  await application.deploy(webServer('any'))
  token = (await create()).apiToken ?? ''
  client = createClient({ api: berth.addresses.bridge, credentials: { apiToken: token } })
})
after(async () => {
  client.close()
  await berth?.[Symbol.asyncDispose]()
})

const onBridge = (method: string, path: string, more: RawRequest = {}) =>
  sendRequest(berth, method, path, {
    at: berth.addresses.bridge,
    ...more,
    authorization: more.authorization ?? `Bearer ${token}`,
  })

async function create(more: Record<string, string> = {}): Promise<Record<string, string>> {
  const { email, password } = berth.admin
  const body = JSON.stringify({ email, password, name: 'script', ...more })
  const { status, json } = await onBridge('POST', '/api-tokens', { body, authorization: '' })
  assert.equal(status, 200, JSON.stringify(json))
  return json as Record<string, string>
}

test('bridge: every readable endpoint returns the same with an API token as with a signature', async () => {
  const [deployment] = await application.deployments()
  const values: Record<string, string> = {
    ownerId: application.record.ownerId,
    applicationId: application.record.id,
    deploymentId: deployment?.uuid ?? '',
    typeAndVersion: `node-${application.record.instance.version}`,
  }
  const paths = bridgeEndpoints
    .filter(({ method, path }) => method === 'GET' && /^\/v[24]\//.test(path))
    // Streams do not end.
    .filter(({ produces }) => produces !== 'text/event-stream')
    .flatMap(pathsOf)
    .filter((path) => path !== '/v2/self/tokens/current')
  assert.ok(paths.length > 20)
  for (const pattern of paths) {
    const path = pattern.replace(/:(\w+)/g, (_, name) => values[name] ?? 'par')
    // Measurements are of the moment, and so are signed links: only their form is the same.
    const shown = /\/(metrics|load|requests|counts|machine)$/.test(path)
      ? Object.keys
      : withoutRequestId
    const askBoth = async () =>
      [await sendRequest(berth, 'GET', path), await onBridge('GET', path)] as const
    // Use is metered by the second: both are asked again when one has passed in between.
    let [signed, answer] = await askBoth()
    for (let times = 0; times < 20; times++) {
      if (isDeepStrictEqual(shown(answer.json), shown(signed.json))) break
      ;[signed, answer] = await askBoth()
    }
    assert.equal(answer.status, signed.status, `${path}: ${JSON.stringify(answer.json)}`)
    assert.deepEqual(shown(answer.json), shown(signed.json), path)
    assert.equal(answer.headers['content-type'], signed.headers['content-type'])
  }
})

const withoutRequestId = (json: object) => ({ ...json, apiRequestId: '' })

test('bridge: a log can be followed', async () => {
  const enough = new AbortController()
  const heard: string[] = []
  let beats = 0
  const follow = client.logs.follow(
    application.record,
    { filter: 'through' },
    { signal: enough.signal, onHeartbeat: () => void beats++ },
  )
  const reading = (async () => {
    for await (const { message } of follow) heard.push(message)
  })()
  await until(() => beats > 0, { timeout: 300_000, what: 'a heartbeat' })
  for (const word of ['one', 'two']) await application.visit(`/say/through-${word}`)
  await until(() => heard.length === 2, { timeout: 300_000, what: 'both lines' })
  enough.abort()
  await reading
  assert.deepEqual(heard, ['through-one', 'through-two'])
})

test('bridge: changes work with an API token, including large bodies', async () => {
  const value = 'x'.repeat(120_000)
  await client.environment.set(application.record, { name: 'LARGE', value })
  const all = await client.environment.list(application.record)
  assert.equal(all.find(({ name }) => name === 'LARGE')?.value, value)
  await client.environment.unset(application.record, 'LARGE')

  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPxZ8pYj0dCH0Wwl0H3C2cWYp4Yy6zv7Hh3d0zq2z7Qn x'
  await client.sshKeys.add('of the script', key)
  await client.sshKeys.remove('of the script')
  const { ownerId, id } = application.record
  const { deploymentId } = await client.instances.redeploy(application.record, {})
  assert.ok(deploymentId)
  const path = `/v2/organisations/${ownerId}/applications/${id}/instances`
  assert.equal((await onBridge('DELETE', path)).status, 200)
})

test('bridge: a link can carry the token in its query, for read-only pages', async () => {
  const inQuery = `authorization=${encodeURIComponent(Buffer.from(`Bearer ${token}`).toString('base64'))}`
  const bare = { authorization: '', headers: {} }
  const shown = await onBridge('GET', `/v2/self?${inQuery}`, bare)
  assert.equal(shown.status, 200, shown.text)
  const { id, ownerId } = application.record
  const variable = `/v2/organisations/${ownerId}/applications/${id}/env/X?${inQuery}`
  refusalOf(await onBridge('PUT', variable, { ...bare, body: '{"value":"x"}' }), 401, 'v2')
  refusalOf(await onBridge('GET', '/v2/self?authorization=garbage', bare), 401, 'v2')
})

test('bridge: each listener refuses the credentials of the other, and says where to go', async () => {
  const { api, bridge } = berth.addresses
  const path = '/v2/self'
  const wrongDoor = await sendRequest(berth, 'GET', path, { authorization: `Bearer ${token}` })
  assert.ok(refusalOf(wrongDoor, 401, 'v2').includes(bridge))
  const signed = await sendRequest(berth, 'GET', path, { at: bridge })
  assert.ok(refusalOf(signed, 401, 'v2').includes(api))
  assert.equal((await sendRequest(berth, 'GET', '/api-tokens', { at: bridge })).status, 200)
  assert.equal((await onBridge('GET', '/api-tokens')).status, 200)
})

test('API token: stops working when it expires or is revoked, and not before', async () => {
  const short = await create({ expirationDate: '1s' })
  const other = await create()
  const status = async ({ apiToken }: Record<string, string>) =>
    (await onBridge('GET', '/v2/self', { authorization: `Bearer ${apiToken}` })).status
  assert.equal(await status(other), 200)
  await until(async () => (await status(short)) === 401, { timeout: 300_000, what: 'the expiry' })
  await onBridge('DELETE', `/api-tokens/${other.apiTokenId}`)
  assert.equal(await status(other), 401)
  assert.equal((await onBridge('GET', '/v2/self')).status, 200)
})

test('bridge: the CLI works with only an API token, and deploys with it', async () => {
  const { project, record } = application
  const { bridge, ca } = berth.addresses
  const env = { ...project.env, BERTH_API_TOKEN: token, BERTH_BRIDGE: bridge, BERTH_CA: ca }
  const typed = (...words: string[]) =>
    runCommand([tool, ...words], {
      cwd: project.folder,
      env: { ...env, XDG_CONFIG_HOME: '/nowhere' },
    })
  const succeeds = async (...words: string[]) => {
    const ran = await typed(...words)
    assert.equal(ran.code, 0, `berth ${words.join(' ')}:\n${ran.output}`)
    return ran.stdout
  }
  assert.match(await succeeds('applications'), new RegExp(record.id))
  await succeeds('env', 'set', 'BY', 'token')
  assert.match(await succeeds('env'), /BY="?token/)
  assert.match(await succeeds('logs', '--until', new Date().toISOString()), /listening|building/i)
  const { email } = berth.admin
  assert.ok((await succeeds('profile')).includes(email))
  assert.ok((await succeeds('curl', '-s', '/v2/self')).includes(email))
  await project.write({ 'by-token.txt': 'pushed by an API token' })
  const commit = await project.commit('By token')
  await succeeds('deploy', '--wait', 'live')
  assert.match(await succeeds('activity'), new RegExp(commit.slice(0, 8)))
})

test('API token: is stored nowhere in plaintext', async () => {
  const files = (await readdir(berth.data, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  )
  assert.ok(files.some(({ name }) => /sqlite|\.db/.test(name)))
  for (const { parentPath, name } of files) {
    const content = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0))
    assert.ok(!content.includes(token), `${parentPath}/${name} holds the token`)
  }
  assert.ok(!berth.output.includes(token))
})

test('API token: a password change that drops tokens revokes it at once', async () => {
  const { password } = berth.admin
  const body = JSON.stringify({
    oldPassword: password,
    newPassword: 'a quiet harbour at noon',
    dropTokens: true,
  })
  const changed = await onBridge('PUT', '/v2/self/change_password', { body })
  assert.equal(changed.status, 200, changed.text)
  assert.equal((await onBridge('GET', '/v2/self')).status, 401)
})
