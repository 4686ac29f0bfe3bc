import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { run } from '#kit/process/subprocess.ts'
import { openFileLedger } from '#providers/kit/resources/file-ledger.ts'
import { readRecord } from '#providers/kit/servers/record.ts'
import {
  type OrderedAddon,
  TestBuiltInProvider,
} from '#tests/support/providers/built-in-provider.ts'
import { applyDiskState, type DiskState, nextDiskState } from './disk.ts'
import { startRedis } from './server.ts'

let provider: TestBuiltInProvider
const heard: string[] = []
before(async () => {
  provider = await TestBuiltInProvider.open('redis', heard)
})
after(() => provider.close())

/** Reply of an add-on's server to a customer. */
async function ask(
  { config }: Pick<OrderedAddon, 'config'>,
  ...command: string[]
): Promise<string> {
  const { REDIS_HOST = '', REDIS_PORT = '', REDIS_PASSWORD = '' } = config
  const { stdout } = await run(['redis-cli', '-h', REDIS_HOST, '-p', REDIS_PORT, ...command], {
    env: { PATH: '/usr/bin:/bin', REDISCLI_AUTH: REDIS_PASSWORD },
    timeout: 300_000,
  })
  return stdout.trim()
}
/** The same by URL, as on the command line; `redis-cli` then sends an empty user name. */
async function askByUrl({ config }: Pick<OrderedAddon, 'config'>, ...command: string[]) {
  const { stdout } = await run(['redis-cli', '-u', config.REDIS_URL ?? '', ...command], {
    env: { PATH: '/usr/bin:/bin' },
    timeout: 300_000,
  })
  return stdout.trim()
}
/** What the provider remembers, such as a port that has changed. */
const ledgerOf = async () =>
  (await openFileLedger(join(provider.folder, 'resources'), provider.vault)).all()
const serversOf = async () => readdir(join(provider.folder, 'servers')).catch(() => [])
const stay = (addon: OrderedAddon) =>
  until(async () => (await ask(addon, 'PING')) === 'PONG', { timeout: 300_000, what: 'an answer' })

test('Redis: a server persists writes, and requires its password', async () => {
  const [one, two] = [
    await provider.order('addon_1', 's_mono'),
    await provider.order('addon_2', 's_mono'),
  ]
  assert.match(one.id, /^redis_[0-9a-f-]{36}$/)
  const { REDIS_HOST, REDIS_PORT, REDIS_PASSWORD, REDIS_URL } = one.config
  assert.equal(REDIS_URL, `redis://:${REDIS_PASSWORD}@${REDIS_HOST}:${REDIS_PORT}`)
  assert.equal(await ask(one, 'SET', 'ship', 'Argo'), 'OK')
  assert.equal(await askByUrl(one, 'GET', 'ship'), 'Argo')
  assert.match(await askByUrl(one, 'CONFIG', 'GET', 'dir'), /^NOPERM/)
  const wrong = { config: { ...one.config, REDIS_URL: (REDIS_URL ?? '').replace(/..@/, 'xx@') } }
  assert.match(await askByUrl(wrong, 'GET', 'ship'), /^NOAUTH/)
  assert.equal(await ask(two, 'GET', 'ship'), '')
  const crossed = { config: { ...one.config, REDIS_PASSWORD: two.config.REDIS_PASSWORD ?? '' } }
  assert.match(await ask(crossed, 'GET', 'ship'), /NOAUTH|WRONGPASS/)
  assert.equal(
    await ask({ config: { ...one.config, REDIS_PASSWORD: '' } }, 'GET', 'ship'),
    'NOAUTH Authentication required.',
  )
  assert.deepEqual(await provider.order('addon_1', 's_mono'), one)
  await provider.call('DELETE', `/${one.id}`)
  assert.equal((await serversOf()).length, 1)
  assert.match((await run(['redis-cli', '-p', REDIS_PORT ?? '', 'PING'])).stderr, /refused/)
  assert.equal((await provider.ask('DELETE', `/${one.id}`)).status, 410)
  await provider.call('DELETE', `/${two.id}`)
  assert.deepEqual(await serversOf(), [])
})

test('Redis: customers control their keys, not the server', async () => {
  const addon = await provider.order('addon_3', 's_mono')
  for (const command of [
    ...['CONFIG GET dir', 'SHUTDOWN', 'MODULE LIST', 'ACL LIST', 'REPLICAOF 127.0.0.1 1'],
    ...[
      'MIGRATE 127.0.0.1 1 k 0 10',
      'SAVE',
      'BGREWRITEAOF',
      'FAILOVER',
      'CLUSTER RESET',
      'REPLCONF',
    ],
  ])
    assert.match(await ask(addon, ...command.split(' ')), /^NOPERM/, command)
  assert.match(await ask(addon, 'DEBUG', 'SEGFAULT'), /not allowed|NOPERM/)
  assert.match(await ask(addon, 'INFO', 'memory'), /\nmaxmemory:104857600\r?\n/)
  for (const command of ['CLIENT LIST', 'SLOWLOG GET', 'FLUSHALL', 'KEYS *', 'EVAL return(1) 0'])
    assert.doesNotMatch(await ask(addon, ...command.split(' ')), /NOPERM|ERR/, command)
  await provider.call('DELETE', `/${addon.id}`)
})

test('Redis: a server has the memory and connections of its plan, and grows with it', async () => {
  const addon = await provider.order('addon_4', 's_mono')
  assert.equal(await ask(addon, 'SETBIT', 'large', '640000000', '1'), '0')
  assert.equal(await ask(addon, 'SETBIT', 'small', '320000000', '1'), '0')
  assert.match(await ask(addon, 'SET', 'ship', 'Argo'), /^OOM/)
  const usage = await provider.call('GET', `/${addon.id}/usage`)
  assert.ok(usage.memoryBytes > 100_000_000, JSON.stringify(usage))
  assert.deepEqual([usage.maxMemoryBytes, usage.maxConnections], [104_857_600, 100])
  assert.equal(usage.connections, 0, 'those of the administrator are not counted')
  // Five more than the plan, for the administrator; applications are limited to the plan by the firewall.
  const refused = await crowd(addon, 110)
  assert.equal(refused, 5)
  const { config } = await provider.call('PUT', `/${addon.id}`, { plan: 'm_mono' })
  assert.deepEqual(config, addon.config)
  assert.equal(await ask(addon, 'DBSIZE'), '2')
  assert.equal(await ask(addon, 'SET', 'ship', 'Argo'), 'OK')
  const declined = await provider.ask('PUT', `/${addon.id}`, { plan: 's_mono' })
  assert.deepEqual([declined.status, /does not fit/.test(await declined.text())], [422, true])
  await provider.call('DELETE', `/${addon.id}`)
})

/** Number of rejected connections out of this many at once. */
async function crowd({ config }: OrderedAddon, count: number): Promise<number> {
  const answers = Array.from({ length: count }, () => {
    const socket = connect(Number(config.REDIS_PORT), config.REDIS_HOST)
    const answer = new Promise<string>((resolve) => {
      socket.on('error', () => resolve('gone')).once('data', (text) => resolve(String(text)))
    })
    socket.write('PING\r\n')
    return { socket, answer }
  })
  const texts = await Promise.all(answers.map(({ answer }) => answer))
  for (const { socket } of answers as { socket: Socket }[]) socket.destroy()
  return texts.filter((text) => /max number of clients|gone/.test(text)).length
}

test('Redis: a server beyond its disk limit can be read and emptied, not written', async () => {
  const addon = await provider.order('addon_9', 's_mono')
  await ask(addon, 'SET', 'ship', 'Argo')
  await provider.end('SIGTERM')
  const [name = ''] = await serversOf()
  const folder = join(provider.folder, 'servers', name)
  const record = (await readRecord(folder, provider.vault)) ?? assert.fail('no record')
  const server = await startRedis(folder, record)
  await applyDiskState(server, 'held')
  assert.match(await ask(addon, 'SET', 'ship', 'Pequod'), /^NOPERM/)
  assert.match(await askByUrl(addon, 'SET', 'ship', 'Pequod'), /^NOPERM/)
  assert.match(await ask(addon, 'EVAL', `return redis.call('set', 'x', 1)`, '0'), /can't run this/)
  assert.deepEqual(
    [await ask(addon, 'GET', 'ship'), await ask(addon, 'DEL', 'ship')],
    ['Argo', '1'],
  )
  await applyDiskState(server, 'open')
  assert.equal(await ask(addon, 'SET', 'ship', 'Pequod'), 'OK')
  assert.match(await ask(addon, 'CONFIG', 'GET', 'dir'), /^NOPERM/)
  await provider.start()
  await provider.call('DELETE', `/${addon.id}`)
})

test('Redis: disk usage leads from open to rewriting the file to held, and back', () => {
  const states: DiskState[] = []
  for (const bytes of [90, 110, 210, 150, 90])
    states.push(nextDiskState(states.at(-1) ?? 'open', bytes, 100))
  assert.deepEqual(states, ['open', 'rewriting', 'held', 'held', 'open'])
})

test('Redis: a back-up contains the data, and can be restored into a new server', async () => {
  const addon = await provider.order('addon_5', 's_mono')
  await ask(addon, 'SET', 'ship', 'Argo')
  await ask(addon, '-n', '3', 'SET', 'sea', 'Aegean')
  const backupId = await provider.backup(addon.id)
  await ask(addon, 'SET', 'ship', 'none')
  const file = await provider.ask('GET', `/${addon.id}/backups/${backupId}`)
  assert.equal(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5), 'REDIS')
  const again = await provider.order('addon_6', 's_mono', { restore: `${addon.id}/${backupId}` })
  assert.equal(await ask(again, 'GET', 'ship'), 'Argo')
  assert.equal(await ask(again, '-n', '3', 'GET', 'sea'), 'Aegean')
  await ask(again, 'SET', 'ship', 'Pequod')
  await provider.call('PUT', `/${again.id}`, { plan: 'm_mono' })
  assert.equal(await ask(again, 'GET', 'ship'), 'Pequod')
  assert.deepEqual(await readdir(join(provider.folder, 'scratch')), [])
  for (const { id } of [addon, again]) await provider.call('DELETE', `/${id}`)
  assert.deepEqual(await readdir(join(provider.folder, 'backups')), [])
})

test('Redis: a back-up is restored in place, and what was there can be had again', async () => {
  const addon = await provider.order('addon_51', 's_mono')
  await ask(addon, 'SET', 'ship', 'Argo')
  const backupId = await provider.backup(addon.id)
  await ask(addon, 'SET', 'ship', 'Pequod')
  const savedId = await provider.restore(addon.id, backupId)
  const { config } = (await ledgerOf()).find(({ id }) => id === addon.id) ?? assert.fail()
  assert.equal(await ask({ config }, 'GET', 'ship'), 'Argo')
  await provider.restore(addon.id, savedId)
  const { config: then } = (await ledgerOf()).find(({ id }) => id === addon.id) ?? assert.fail()
  assert.equal(await ask({ config: then }, 'GET', 'ship'), 'Pequod')
  await provider.call('DELETE', `/${addon.id}`)
})

test('Redis: insights have connections, keys and slow commands without their arguments', async () => {
  const [addon, other] = [
    await provider.order('addon_52', 's_mono'),
    await provider.order('addon_53', 's_mono'),
  ]
  await ask(addon, 'SET', 'ship', 'Argo')
  // Blocks the server for longer than what counts as slow.
  await ask(addon, 'EVAL', `local n = 0 for i = 1, 5e6 do n = n + i end return 'secret'`, '0')
  const held = run(['redis-cli', '-p', addon.config.REDIS_PORT ?? '', 'BLPOP', 'never', '0'], {
    env: { PATH: '/usr/bin:/bin', REDISCLI_AUTH: addon.config.REDIS_PASSWORD ?? '' },
    timeout: 300_000,
  })
  const read = async () => provider.call('GET', `/${addon.id}/insights`)
  const waiting = async (): Promise<{ id: string } | undefined> =>
    (await read()).connections.find(({ state }: { state: string }) => /blpop/i.test(state))
  await until(async () => (await waiting()) !== undefined, {
    timeout: 300_000,
    what: 'the connection',
  })
  const insights = await read()
  assert.match(insights.version, /^\d+\./)
  assert.deepEqual(
    insights.tables.map(({ name, rows }: { name: string; rows: number }) => [name, rows]),
    [['db0', 1]],
  )
  const [slow] = insights.statements
  assert.equal(slow.text, 'EVAL ? ?')
  assert.ok(slow.calls === 1 && slow.mean > 1)
  assert.doesNotMatch(JSON.stringify(insights), /secret/)

  const { id = '' } = (await waiting()) ?? {}
  const path = (of: string) => `/${of}/insights/connections/${id}`
  assert.equal((await provider.ask('DELETE', path(other.id))).status, 404, "another's")
  await provider.call('DELETE', path(addon.id))
  await held
  assert.equal((await provider.ask('DELETE', path(addon.id))).status, 404)
  await provider.call('DELETE', `/${addon.id}/insights/statements`)
  assert.deepEqual((await read()).statements, [])
  for (const each of [addon, other]) await provider.call('DELETE', `/${each.id}`)
})

test('Redis: a new password invalidates the old one, and a suspension blocks all access', async () => {
  const addon = await provider.order('addon_7', 's_mono')
  await ask(addon, 'SET', 'ship', 'Argo')
  const { config } = await provider.call('POST', `/${addon.id}/rotate`)
  assert.match(await ask(addon, 'GET', 'ship'), /NOAUTH/)
  assert.match(await askByUrl(addon, 'GET', 'ship'), /NOAUTH/)
  assert.equal(await askByUrl({ config }, 'GET', 'ship'), 'Argo')
  assert.equal(await ask({ config }, 'GET', 'ship'), 'Argo')
  await provider.call('POST', `/${addon.id}/suspend`)
  assert.match(await ask({ config }, 'GET', 'ship'), /NOAUTH/)
  assert.match(await askByUrl({ config }, 'GET', 'ship'), /NOAUTH/)
  await provider.call('POST', `/${addon.id}/resume`)
  assert.equal(await ask({ config }, 'GET', 'ship'), 'Argo')
  await provider.call('DELETE', `/${addon.id}`)
})

test('Redis: a server outlives its provider, is adopted again, and stops with everything', async () => {
  const addon = await provider.order('addon_8', 's_mono')
  await ask(addon, 'SET', 'ship', 'Argo')
  await provider.end('SIGKILL')
  assert.equal(await ask(addon, 'GET', 'ship'), 'Argo')
  await provider.start()
  assert.deepEqual(await provider.order('addon_8', 's_mono'), addon)
  await provider.end('SIGINT')
  assert.equal(await ask(addon, 'PING'), '')
  await provider.start()
  await stay(addon)
  assert.equal(await ask(addon, 'GET', 'ship'), 'Argo')
  await until(() => heard.some((text) => text.includes('Ready to accept')), {
    timeout: 300_000,
    what: 'its log',
  })
  await provider.end('SIGTERM')
  assert.equal(await ask(addon, 'GET', 'ship'), 'Argo')
})
