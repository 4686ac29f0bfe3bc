import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createServer } from 'node:tls'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { seat } from '#tests/support/visitors/form-driver.ts'
import { certificateFinding, checkListeners } from './check-listeners.ts'
import { diskFinding } from './check-machine.ts'
import { nodeFinding, platformFinding } from './check-versions.ts'
import type { Finding } from './finding.ts'

const day = 86_400_000

/** A TLS listener for these names on a free port. */
async function listen(authority = createAuthority('Test'), names = ['localhost']) {
  const { certificate, key } = issueCertificate(authority, names)
  const server = createServer({ cert: certificate, key }, (socket) => void socket.end())
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    ca: authority.certificate,
    [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')),
  }
}

const statesOf = (findings: readonly Finding[], area: Finding['area']) =>
  findings.filter((finding) => finding.area === area).map(({ state }) => state)

test('doctor: a listener with a trusted certificate is fine, and addresses of the same port are one line', async () => {
  await using listener = await listen()
  const url = `https://localhost:${listener.port}`
  const findings = await checkListeners({ api: url, bridge: url, git: { https: url } }, listener.ca)
  assert.deepEqual(
    findings.map(({ area, state }) => `${area} ${state}`),
    ['dns ok', 'ports ok', 'certificates ok'],
  )
  assert.match(findings[1]?.message ?? '', /^localhost:\d+ \(API, bridge, Git over HTTPS\)$/)
})

test('doctor: a certificate of another authority or for another name fails, with the reason', async () => {
  await using listener = await listen()
  const url = `https://localhost:${listener.port}`
  const strange = await checkListeners({ api: url }, createAuthority('Other').certificate)
  assert.deepEqual(statesOf(strange, 'certificates'), ['failed'])
  await using misnamed = await listen(createAuthority('Test'), ['other.test'])
  const other = await checkListeners({ api: `https://localhost:${misnamed.port}` }, misnamed.ca)
  const [finding] = other.filter(({ area }) => area === 'certificates')
  assert.match(finding?.message ?? '', /^API: the certificate is for another name/)
})

test('doctor: a closed port and an unknown host fail, and say what to do', async () => {
  const listener = await listen()
  await listener[Symbol.asyncDispose]()
  const findings = await checkListeners(
    { api: `https://127.0.0.1:${listener.port}`, console: 'https://nobody.invalid' },
    undefined,
  )
  assert.deepEqual(statesOf(findings, 'ports'), ['failed', 'failed'])
  assert.deepEqual(statesOf(findings, 'dns'), ['ok', 'failed'])
  assert.ok(findings.every(({ state, hint }) => state === 'ok' || hint))
})

test('doctor: judges how long a certificate lasts, how full a disk is, and versions', () => {
  const until = (days: number) => certificateFinding('API', { expiresAt: days * day }, 0).state
  assert.deepEqual([until(90), until(10)], ['ok', 'warning'])
  const free = (freeBytes: number) => diskFinding({ bytes: 100, freeBytes }).state
  assert.deepEqual([free(50), free(10), free(2)], ['ok', 'warning', 'failed'])
  assert.deepEqual([nodeFinding('24.1.0').state, nodeFinding('18.9.0').state], ['ok', 'failed'])
  assert.equal(platformFinding('2.0.0', '1.0.0').state, 'warning')
})

test('berth doctor: only operators see the machine; a login that fails ends with exit code 1', async () => {
  await using api = await openTestApi()
  const olga = await addPerson(api, { name: 'Olga' })
  api.platform.policies.operators = [olga.email]
  await using operator = await seat(api, olga.id)
  await using ada = await seat(api, (await addPerson(api, { name: 'Ada' })).id)
  const examine = async (person: typeof ada): Promise<Finding[]> =>
    JSON.parse((await person.type('doctor', '--format', 'json')).out)
  const seen = await examine(operator)
  assert.deepEqual(statesOf(seen, 'disk'), ['ok'])
  assert.match(seen.map(({ message }) => message).join('\n'), /the platform is 9\.9\.9, this tool/)
  const hidden = await examine(ada)
  assert.deepEqual([statesOf(hidden, 'machine'), statesOf(hidden, 'disk')], [['skipped'], []])
  Object.assign(ada.env, { BERTH_PROFILE: 'nothing' })
  const { code, out } = await ada.type('doctor')
  assert.equal(code, 1)
  assert.match(out, /failed +login +Unknown profile 'nothing'/)
})

test('berth diag: prints no secret, and who is logged in', async () => {
  await using api = await openTestApi()
  await using ada = await seat(api, (await addPerson(api, { name: 'Ada' })).id)
  const { out } = await ada.type('diag', '--format', 'json')
  const { authState, userId, nodeVersion } = JSON.parse(out)
  assert.deepEqual([authState, nodeVersion], ['authenticated', process.version])
  assert.match(userId, /^user_/)
  assert.doesNotMatch(out, /secret|token/i)
  Object.assign(ada.env, { XDG_CONFIG_HOME: '/nonexistent' })
  assert.match((await ada.type('diag')).out, /User id +\(not connected\)/)
})
