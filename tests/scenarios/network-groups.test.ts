import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { run } from '#kit/process/subprocess.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { type ExternalPeer, openExternalPeer } from '#tests/support/network-groups/external-peer.ts'
import { relayServer } from '#tests/support/network-groups/relay-server.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Two applications, a database and a person's machine in one network group, made with the unmodified stock client. */
let berth: TestBerth
let front: PushedApplication
let back: PushedApplication
let person: ExternalPeer

before(async () => {
  berth = await TestBerth.start({ BERTH_NETWORK_GROUP_HOST: '127.0.0.1' })
  front = await PushedApplication.create(berth, 'front')
  back = await PushedApplication.create(berth, 'back')
  person = await openExternalPeer()
  assert.equal((await front.deploy(relayServer('front'))).state, 'OK')
  assert.equal((await back.deploy(relayServer('one'))).state, 'OK')
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await person?.[Symbol.asyncDispose]()
})

const clever = async (...words: string[]) => {
  const inOrg = ['--org', berth.admin.organisationId, '--no-update-notifier']
  const ran = await front.project.clever('ng', ...words, ...inOrg)
  assert.equal(ran.code, 0, `clever ng ${words.join(' ')}:\n${ran.output}`)
  return ran.stdout
}
const json = async (...words: string[]) => JSON.parse(await clever(...words, '--format', 'json'))
const asked = async (url: string) => (await front.visit(`/ask?${url}`)).body
const getsFrom = (url: string, answer: string) =>
  until(async () => (await asked(url)) === answer, {
    timeout: 120_000,
    what: `${answer} from ${url}`,
  })

const nameOf = async (memberId: string, domain = 'ng.internal') => {
  const group = await json('get', 'team')
  return `${memberId}.m.${group.id}.${domain}`
}

test('network groups: the stock client makes one, and its members reach each other by name', async () => {
  const enabled = await front.project.clever('features', 'enable', 'ng', '--no-update-notifier')
  assert.equal(enabled.code, 0, enabled.output)
  const members = [front.record.id, back.record.id]
  await clever(
    'create',
    'team',
    '--link',
    members.join(','),
    '--description',
    'ours',
    '--tags',
    'a,b',
  )
  const group = await json('get', 'team')
  assert.deepEqual([group.label, group.description, group.tags], ['team', 'ours', ['a', 'b']])
  assert.match(group.networkIp, /^100\.(8\d|9[0-5])\.\d+\.0\/22$/)
  assert.equal(group.members.length, 2)
  assert.deepEqual(
    group.peers
      .map(({ type, parentMember }: Record<string, string>) => [type, parentMember])
      .sort(),
    members.map((id) => ['CleverPeer', id]).sort(),
  )
  for (const domain of ['ng.internal', 'cc-ng.cloud'])
    await getsFrom(`http://${await nameOf(back.record.id, domain)}:8080/`, 'one')
  assert.match(await clever('search', 'back'), /Domain/)
  assert.match((await front.visit('/hosts')).body, /^100\.\S+ app_\S+ app_\S+$/m)
})

test('network groups: a new version is found at the same address, also after a restart of the server', async () => {
  const url = `http://${await nameOf(back.record.id)}:8080/`
  assert.equal((await back.deploy(relayServer('two'))).state, 'OK')
  await getsFrom(url, 'two')
  await berth.signal('SIGTERM')
  await berth.start()
  await getsFrom(url, 'two')
  assert.equal((await back.deploy(relayServer('three'))).state, 'OK')
  await getsFrom(url, 'three')
})

test('network groups: an add-on is reached by name, without its credentials', async () => {
  const { client, admin } = berth
  const order = { name: 'cache', providerId: 'redis-addon', region: 'par' }
  const addon = await client.addons.order(admin.organisationId, order)
  const address = { id: addon.id, ownerId: admin.organisationId }
  const variables = await client.addons.variables(address)
  const port = variables.find(({ name }) => name.endsWith('_PORT'))?.value
  await clever('link', addon.realId, 'team')
  const target = `${await nameOf(addon.realId)}:${port}`
  const answer = async () => (await front.visit(`/line?${target}`)).body
  const isAnswered = async () => /NOAUTH/.test(await answer())
  await until(isAnswered, { timeout: 120_000, what: 'an answer of the database' })
  await clever('unlink', addon.realId, 'team')
  assert.doesNotMatch(await answer(), /NOAUTH/)
})

test('network groups: a person joins with the configuration that the stock client prints', async () => {
  await clever('create', 'external', 'laptop', 'team', person.publicKey)
  const configuration = await clever('get-config', 'laptop', 'team')
  await person.join(configuration)
  const [, address] = new RegExp(`^# (\\S+) ${back.record.id}\\.`, 'm').exec(configuration) ?? []
  const reaches = async () => (await person.get(`http://${address}:8080/`)) === 'three'
  await until(reaches, { timeout: 120_000, what: 'the way into the group' })

  // WireGuard that has crashed is started again.
  const mark = createHash('sha256').update(join(berth.data, 'engine')).digest('hex').slice(0, 6)
  const { stdout } = await run(['pgrep', '-f', `^wireguard-go w${mark}`])
  process.kill(Number(stdout), 'SIGKILL')
  await until(async () => !(await reaches()), { timeout: 60_000, what: 'the end of the tunnel' })
  await until(reaches, { timeout: 120_000, what: 'the next tunnel' })

  await clever('delete', 'external', 'laptop', 'team')
  assert.equal(await reaches(), false)
})

test('network groups: whoever is unlinked or whose group is deleted reaches nobody', async () => {
  const url = `http://${await nameOf(back.record.id)}:8080/`
  await clever('unlink', back.record.id, 'team')
  assert.notEqual(await asked(url), 'three')
  await clever('link', back.record.id, 'team')
  await getsFrom(url, 'three')
  await clever('delete', 'team')
  assert.doesNotMatch((await front.visit('/hosts')).body, /ng_/)
  assert.deepEqual(await json(), [])
})
