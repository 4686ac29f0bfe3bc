import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitorAddresses } from '#wiring/addresses.ts'
import { formerNames } from './former-names.ts'
import { settingList } from './setting-list.ts'
import {
  describeSettings,
  givenVariables,
  readSettings,
  SettingsError,
  settingWarnings,
} from './settings.ts'

test('settings: have defaults without variables', () => {
  const settings = readSettings({})
  assert.equal(settings.apiPort, 4000)
  assert.equal(settings.bind, '127.0.0.1')
  assert.equal(settings.apiUrl, undefined)
  assert.equal(settings.buildTimeout, 900_000)
  assert.ok(Object.isFrozen(settings))
})

test('settings: all problems are listed at once, each with its name', () => {
  const wrong = {
    BERTH_API_PORT: '70000',
    BERTH_BIND: 'everywhere',
    BERTH_API_URL: 'https://a.test/path',
    BERTH_ENGINE: 'docker',
    BERTH_BUILD_TIMEOUT: 'soon',
    BERTH_PROT: '1',
  }
  assert.throws(
    () => readSettings(wrong),
    (error) => {
      assert.ok(error instanceof SettingsError)
      assert.equal(error.problems.length, 6)
      for (const name of Object.keys(wrong)) {
        assert.ok(
          error.problems.some((problem) => problem.startsWith(name)),
          name,
        )
      }
      return true
    },
  )
})

test('settings: egress networks are IPv4, complete, and not of this machine', () => {
  const allowed = (text: string) => readSettings({ BERTH_EGRESS_ALLOWED: text }).egressAllowed
  assert.deepEqual(allowed(''), [])
  assert.deepEqual(allowed('10.1.0.0/16, 192.168.7.9 ,0.0.0.0/0'), [
    '10.1.0.0/16',
    '192.168.7.9/32',
    '0.0.0.0/0',
  ])
  for (const [text, problem] of [
    ['fd00::/8', /no IPv6/],
    ['10.1.2.3/16', /inside a network/],
    ['10.0.0.0/33', /neither an address nor a network/],
    ['10.0.0.0/8; drop', /neither an address nor a network/],
    ['10.0.0.0/8/8', /neither an address nor a network/],
    ['example.org', /neither an address nor a network/],
    ['127.0.0.1', /loopback/],
    ['127.0.0.0/8', /loopback/],
  ] as const) {
    assert.throws(() => allowed(text), problem, text)
  }
})

test('settings: variables of the command-line tool are accepted', () => {
  assert.doesNotThrow(() => readSettings({ BERTH_API_TOKEN: 'x', BERTH_BRIDGE: 'y' }))
})

test('settings: the help names every setting', () => {
  const help = describeSettings()
  for (const { variable } of Object.values(settingList)) assert.ok(help.includes(variable))
})

test('settings: the host of databases must mean the same for applications and clients', () => {
  const host = (text: string) => readSettings({ BERTH_ADDONS_HOST: text }).addonsHost
  assert.equal(host(''), undefined)
  for (const text of ['db.example.org', '192.0.2.7', '127.18.0.1', 'addons.localhost'])
    assert.equal(host(text), text)
  for (const text of [
    'localhost',
    '127.0.0.1',
    '0.0.0.0',
    'db.example.org:5432',
    '2001:db8::7',
    'a b',
  ])
    assert.throws(() => host(text), SettingsError, text)
})

test('settings: database ports are a range, and open to the outside only on request', () => {
  const ports = (text: string) => readSettings({ BERTH_ADDONS_PORTS: text }).addonsPorts
  const { addonsBind, addonsPorts } = readSettings({})
  assert.equal(addonsBind, undefined)
  assert.deepEqual(addonsPorts, { from: 20_000, to: 29_999 })
  assert.deepEqual(ports('5000-5099'), { from: 5000, to: 5099 })
  for (const text of ['5000', '5100-5000', '5000-5098', '80-500', '60000-70000', 'a-b', ''])
    assert.throws(() => ports(text), SettingsError, text)
  assert.throws(() => readSettings({ BERTH_ADDONS_BIND: 'everywhere' }), SettingsError)
})

test('settings: ports for TCP redirections are a range that nothing else of the platform is in', () => {
  const ports = (text: string) => readSettings({ BERTH_TCP_PORTS: text }).tcpPorts
  assert.equal(ports(''), undefined)
  assert.deepEqual(ports('30000-30000'), { from: 30_000, to: 30_000 })
  for (const [text, problem] of [
    ['30000', /not a range/],
    ['30001-30000', /not a range/],
    ['80-90', /not a range/],
    ['30000-70000', /not a range/],
    ['4001-4010', /contains 4001, a port of the platform/],
    ['29999-30005', /overlaps BERTH_ADDONS_PORTS/],
  ] as const) {
    assert.throws(() => ports(text), problem, text)
  }
})

test('settings: public addresses are IPv4 addresses, and the bound one without them', () => {
  const addresses = (environment: NodeJS.ProcessEnv) => visitorAddresses(readSettings(environment))
  assert.deepEqual(addresses({}), ['127.0.0.1'])
  assert.deepEqual(addresses({ BERTH_BIND: '0.0.0.0' }), [])
  assert.deepEqual(addresses({ BERTH_BIND: '::' }), [])
  const BERTH_PUBLIC_ADDRESSES = '192.0.2.1, 192.0.2.2'
  assert.deepEqual(addresses({ BERTH_BIND: '0.0.0.0', BERTH_PUBLIC_ADDRESSES }), [
    '192.0.2.1',
    '192.0.2.2',
  ])
  assert.throws(() => addresses({ BERTH_PUBLIC_ADDRESSES: '192.0.2' }), /not an IPv4 address/)
})

const problemsOf = (environment: Record<string, string>) => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    return (error as SettingsError).problems
  }
}

test('settings: the engine swarm needs a registry, and shows no password of it', () => {
  assert.deepEqual(problemsOf({ BERTH_ENGINE: 'swarm' }), [
    'BERTH_ENGINE=swarm needs BERTH_REGISTRY, the registry that keeps its images',
  ])
  const swarm = { BERTH_ENGINE: 'swarm', BERTH_REGISTRY: 'https://me:secret@10.0.0.5:5000' }
  assert.deepEqual(problemsOf(swarm), [])
  const wrong = problemsOf({ BERTH_REGISTRY: 'ftp://me:secret@images' })
  assert.equal(wrong.length, 1)
  assert.doesNotMatch(wrong.join(), /secret/)
})

test('settings: a registry without user and password is refused, unless the operator insists', () => {
  for (const BERTH_REGISTRY of ['10.0.0.5:5000', 'http://10.0.0.5:5000', 'https://me@images']) {
    const open = { BERTH_ENGINE: 'swarm', BERTH_REGISTRY }
    assert.match(problemsOf(open).join(), /no user and password.*BERTH_REGISTRY_ANONYMOUS=allow/)
    assert.deepEqual(problemsOf({ ...open, BERTH_REGISTRY_ANONYMOUS: 'allow' }), [])
    assert.deepEqual(problemsOf({ ...open, BERTH_ENGINE: 'process' }), [])
  }
})

test('settings: files are in the data folder, a folder or a bucket, which needs a key', () => {
  const filesOf = (value: string) =>
    readSettings({ BERTH_FILES: value, BERTH_S3_ACCESS_KEY: 'id', BERTH_S3_SECRET_KEY: 'key' })
      .files
  assert.deepEqual(filesOf(''), { kind: 'data folder' })
  assert.deepEqual(filesOf('/mnt/shared/'), { kind: 'folder', path: '/mnt/shared' })
  assert.deepEqual(filesOf('s3://bucket'), { kind: 's3', bucket: 'bucket', prefix: '' })
  const nested = { kind: 's3', bucket: 'my.bucket', prefix: 'berth/one/' }
  assert.deepEqual(filesOf('s3://my.bucket/berth/one/'), nested)
  for (const wrong of ['files', 'relative/path', 's3://', 's3://B', 's3://bucket/../other']) {
    assert.match(problemsOf({ BERTH_FILES: wrong })[0] ?? '', /is neither an absolute path nor/)
  }
  assert.deepEqual(problemsOf({ BERTH_FILES: 's3://bucket', BERTH_S3_ACCESS_KEY: 'id' }), [
    'BERTH_FILES with a bucket needs BERTH_S3_ACCESS_KEY and BERTH_S3_SECRET_KEY',
  ])
})

test('settings: a store of objects that is named needs the key of its administrator', () => {
  const url = { BERTH_CELLAR_URL: 'https://s3.example.org' }
  const key = { BERTH_CELLAR_ACCESS_KEY: 'id', BERTH_CELLAR_SECRET_KEY: 'key' }
  assert.deepEqual(problemsOf({ ...url, BERTH_CELLAR_ACCESS_KEY: 'id' }), [
    'BERTH_CELLAR_URL needs BERTH_CELLAR_ACCESS_KEY and BERTH_CELLAR_SECRET_KEY',
  ])
  assert.deepEqual(problemsOf({ ...url, ...key }), [])
  assert.deepEqual(problemsOf(key), [])
  assert.match(
    problemsOf({ BERTH_CELLAR_URL: 'https://s3.example.org/x' }).join(),
    /without a path/,
  )
})

test('settings: ports that browsers and fetch refuse are refused where they would be called', () => {
  for (const variable of ['BERTH_API_PORT', 'BERTH_BRIDGE_PORT', 'BERTH_PUBLIC_HTTP_PORT']) {
    assert.throws(() => readSettings({ [variable]: '10080' }), /refuse to call: choose another one/)
  }
  assert.throws(
    () => readSettings({ BERTH_API_URL: 'https://api.example.org:6000' }),
    /BERTH_API_URL.*refuse to call/,
  )
  assert.equal(readSettings({ BERTH_GIT_PORT: '22' }).gitPort, 22)
  assert.equal(readSettings({ BERTH_API_PORT: '0' }).apiPort, 0)
})

test('settings: a number beyond a bound is told both', () => {
  for (const [variable, text, sentence] of [
    ['BERTH_ACME_ORDERS', '10000', /BERTH_ACME_ORDERS.* is not a number from 1 to 9999/],
    ['BERTH_ACME_ORDERS', '0', /from 1 to 9999/],
    ['BERTH_API_RATE', '10000000', /calls per minute \(0 for no limit\) from 0 to 9999999/],
    ['BERTH_LOG_LIMIT', '99999999', /megabytes from 1 to 9999999/],
    ['BERTH_ROUTER_CONNECTIONS_PER_ADDRESS', '1000000', /from 0 to 999999/],
  ] as const) {
    assert.throws(() => readSettings({ [variable]: text }), sentence)
  }
  assert.equal(readSettings({ BERTH_ACME_ORDERS: '9999' }).acmeOrders, 9999)
})

test('settings: the range of network groups is apart from what instances reach', () => {
  const range = (text: string, allowed = '') =>
    readSettings({ BERTH_NETWORK_GROUP_RANGE: text, BERTH_EGRESS_ALLOWED: allowed })
      .networkGroupRange
  assert.equal(range('172.16.0.0/16'), '172.16.0.0/16')
  for (const wrong of ['100.80.0.0', '100.80.0.1/12', '100.80.0.0/24', 'fd00::/8', ''])
    assert.throws(() => range(wrong), /BERTH_NETWORK_GROUP_RANGE/, wrong)
  assert.throws(() => range('10.0.0.0/8'), /overlaps 10\.128\.0\.0\/10, which instances use/)
  assert.throws(() => range('172.16.0.0/16', '172.16.9.0/24'), /BERTH_EGRESS_ALLOWED/)
})

test('settings: a former name is accepted, and the start says which one to use', () => {
  const environment = { BERTH_SETTLE_DEADLINE: '7s', BERTH_OWNER_DEPLOYMENTS_AT_ONCE: '3' }
  const settings = readSettings(environment)
  assert.equal(settings.drainTimeout, 7_000)
  assert.equal(settings.maxDeploymentsPerOwner, 3)
  assert.deepEqual(settingWarnings(environment), [
    'BERTH_SETTLE_DEADLINE is now BERTH_DRAIN_TIMEOUT: use that name',
    'BERTH_OWNER_DEPLOYMENTS_AT_ONCE is now BERTH_MAX_CONCURRENT_DEPLOYMENTS_PER_OWNER: use that name',
  ])
  assert.deepEqual(settingWarnings({ BERTH_DRAIN_TIMEOUT: '7s' }), [])
})

test('settings: every former name stands for a setting, and is none itself', () => {
  const names = Object.values(settingList).map(({ variable }): string => variable)
  for (const [name, former] of Object.entries(formerNames)) {
    assert.ok(names.includes(name), name)
    assert.ok(!names.includes(former), former)
  }
})

test('settings: both names with one value are accepted, with two values refused', () => {
  const both = { BERTH_DRAIN_TIMEOUT: '7s', BERTH_SETTLE_DEADLINE: '7s' }
  assert.equal(readSettings(both).drainTimeout, 7_000)
  assert.throws(() => readSettings({ ...both, BERTH_SETTLE_DEADLINE: '8s' }), {
    message:
      'BERTH_SETTLE_DEADLINE is the former name of BERTH_DRAIN_TIMEOUT: give only BERTH_DRAIN_TIMEOUT',
  })
})

test('settings: a wrong value is reported by the name that was typed', () => {
  assert.throws(
    () => readSettings({ BERTH_BUILD_DEADLINE: 'soon' }),
    /BERTH_BUILD_DEADLINE=soon is not a duration/,
  )
})

test('settings: what is passed on and shown has the present names', () => {
  const environment = { BERTH_SETTLE_DEADLINE: '7s' }
  const given = givenVariables(readSettings(environment), environment)
  assert.equal(given.BERTH_DRAIN_TIMEOUT, '7s')
  assert.ok(!('BERTH_SETTLE_DEADLINE' in given))
  assert.ok(!/_DEADLINE|_AT_ONCE/.test(describeSettings().replaceAll(/CC_\w+/g, '')))
})
