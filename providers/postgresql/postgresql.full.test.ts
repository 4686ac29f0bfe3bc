import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createVault } from '#kit/crypto/vault.ts'
import { basicAuth } from '#kit/net/basic-auth.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import type { BuiltInProvider } from '#providers/kit/built-in-provider.ts'
import { folderSize } from '#providers/kit/disk/folder-size.ts'
import { findServer } from '#providers/kit/process/server-process.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'
import { endLongWork } from './end-long-work.ts'
import { movePlan } from './move-plan.ts'
import { openPostgresql } from './postgresql.ts'
import { createServers } from './server/servers.ts'
import { sharedFolders } from './sizes/shared-files.ts'

const password = 'a password with quite some letters in it'
const urls = { base_url: 'http://localhost:1/r', sso_url: 'http://localhost:1/sso' }
const manifest: Manifest = {
  id: 'postgresql-addon',
  api: {
    config_vars: [],
    password,
    sso_salt: password,
    regions: ['eu'],
    production: urls,
    test: urls,
  },
}
const megabyte = 1024 * 1024
const plans = [
  { slug: 'dev', isDedicated: false, connections: 2, disk: 20 * megabyte, memory: 0 },
  ...['small', 'large'].map((slug, at) => ({
    slug,
    isDedicated: true,
    connections: 5 + at,
    disk: 100 * megabyte,
    memory: (256 + 64 * at) * megabyte,
  })),
]

/** Calls of the provider to the platform. */
const heard: string[] = []
const platform = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    if (request.method === 'POST') heard.push(text)
    const url = `http://${request.headers.host}/logs`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ url, logplex_token: 't', content_type: '' }))
  })
})
const vault = createVault(randomBytes(32))
let folder: string
let provider: BuiltInProvider
let port: number

async function open() {
  const apiUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
  const given = {
    manifest,
    port: 0,
    addonsHost: '127.0.0.1',
    access: testAccess(),
    apiUrl,
    folder,
    vault,
  }
  provider = await openPostgresql(given, { plans, maintenanceInterval: 200 })
  port = (await provider.service.listen(0)).port
}

async function close() {
  await provider.service.close()
  await provider.close?.()
}

before(async () => {
  folder = await mkdtemp(join(memoryTmpdir(), 'postgresql-'))
  await chmod(folder, 0o711)
  platform.listen(0, '127.0.0.1')
  await once(platform, 'listening')
  await open()
})
after(async () => {
  await close()
  await provider.stopServers()
  platform.close()
  await rm(folder, { recursive: true })
})

// biome-ignore lint/suspicious/noExplicitAny: whatever it answers is looked at
async function call(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`http://127.0.0.1:${port}/r${path}`, {
    method,
    headers: {
      authorization: basicAuth({ id: manifest.id, password }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`)
  return response.json()
}
const order = (addonId: string, plan: string, options: Record<string, string> = {}) =>
  call(
    ...(['POST', ''] as const),
    provisionRequest({
      addon_id: addonId,
      owner_id: 'orga_1',
      owner_name: 'Ada',
      user_id: 'user_1',
      plan,
      callback_url: 'http://127.0.0.1:1/none',
      options,
      logplex_token: 't',
    }),
  )
const uriOf = ({ config }: { config: Record<string, string> }) => config.POSTGRESQL_ADDON_URI ?? ''
const ask = async (uri: string, statements: string) =>
  (
    await runOrThrow(['psql', '--no-psqlrc', '-qtA', '-v', 'ON_ERROR_STOP=1', uri], {
      input: statements,
      env: { PATH: '/usr/bin:/bin', PGSSLMODE: 'disable' },
      timeout: 300_000,
    })
  ).trim()
const backupOf = async (id: string) => {
  const { id: backupId } = await call('POST', `/${id}/backups`)
  await until(
    async () => {
      const [{ status }] = await call('GET', `/${id}/backups`)
      assert.notEqual(status, 'failed')
      return status === 'success'
    },
    { timeout: 300_000, what: 'the back-up' },
  )
  return backupId
}

test('PostgreSQL: a database has the connection limit of its plan, its password rotates, and it is deleted', async () => {
  const made = await order('addon_1', 'dev')
  assert.match(made.id, /^postgresql_[0-9a-f-]{36}$/)
  const uri = uriOf(made)
  // Retried while the other query takes a connection.
  const sleep = (): Promise<string> =>
    ask(uri, 'select pg_sleep(60)').catch((error: Error) => {
      if (!/too many connections/.test(error.message)) throw error
      return sleep()
    })
  const sleeping = Promise.allSettled([sleep(), sleep()])
  await assert.rejects(
    until(() => ask(uri, 'select 1').then(() => false), { timeout: 300_000, what: 'a refusal' }),
    /too many connections for role/,
  )
  const usage = await call('GET', `/${made.id}/usage`)
  assert.ok(usage.diskBytes > 1_000_000, JSON.stringify(usage))
  assert.deepEqual([usage.connections, usage.maxConnections], [2, 2])
  assert.equal(usage.memoryBytes, undefined, 'that of a shared server is of all its customers')
  const rotated = uriOf(await call('POST', `/${made.id}/rotate`))
  for (const { status } of await sleeping) assert.equal(status, 'rejected', 'its session is over')
  await assert.rejects(ask(uri, 'select 1'), /authentication failed/)
  assert.equal(await ask(rotated, 'select 1'), '1')
  await call('DELETE', `/${made.id}`)
  await assert.rejects(ask(rotated, 'select 1'), /authentication failed|does not exist/)
})

const collations = `select datcollate, datctype from pg_database where datname = current_database()`

test('PostgreSQL: a back-up is restored into a new database, and plan changes keep its data and locale', async () => {
  const first = await order('addon_2', 'dev')
  await ask(uriOf(first), `create table ships (name text); insert into ships values ('Ada');`)
  const backupId = await backupOf(first.id)
  const restore = `${first.id}/${backupId}`
  const second = await order('addon_3', 'dev', { restore, locale: 'en_GB', 'do-backup': 'true' })
  assert.equal(await ask(uriOf(second), 'select name from ships'), 'Ada')
  await ask(uriOf(second), `insert into ships values ('bea')`)
  const sorted = `select string_agg(name, ' ' order by name) from (values ('b'), ('A'), ('B'), ('a')) as v (name)`
  assert.equal(await ask(uriOf(first), sorted), 'A B a b')
  assert.equal(await ask(uriOf(second), sorted), 'a A b B')
  assert.equal(await ask(uriOf(second), collations), 'en_GB.UTF-8|en_GB.UTF-8')

  const dedicated = await call('PUT', `/${second.id}`, { plan: 'small' })
  assert.notEqual(dedicated.config.POSTGRESQL_ADDON_PORT, second.config.POSTGRESQL_ADDON_PORT)
  assert.equal(await ask(uriOf(dedicated), 'select count(*) from ships'), '2')
  await assert.rejects(ask(uriOf(second), 'select 1'), /authentication failed|does not exist/)

  assert.equal(await ask(uriOf(dedicated), sorted), 'a A b B')

  const larger = await call('PUT', `/${second.id}`, { plan: 'large' })
  assert.equal(await ask(uriOf(larger), 'show shared_buffers'), '80MB')
  assert.equal(await ask(uriOf(larger), 'select count(*) from ships'), '2')
  await backupOf(second.id)

  const back = await call('PUT', `/${second.id}`, { plan: 'dev' })
  assert.equal(await ask(uriOf(back), 'select count(*) from ships'), '2')
  assert.equal(await ask(uriOf(back), collations), 'en_GB.UTF-8|en_GB.UTF-8')
  assert.equal(await findServer(join(folder, 'dedicated', second.id)), undefined)
})

/** Restores a back-up in place; the id of what was there. */
const restoreOf = async (id: string, backupId: string): Promise<string> => {
  const path = `/${id}/backups/${backupId}/restore`
  let progress = await call('POST', path)
  const isDone = async () => {
    progress = await call('GET', path)
    assert.notEqual(progress.state, 'failed', progress.message)
    return progress.state === 'restored'
  }
  await until(isDone, { timeout: 300_000, what: 'the restore' })
  return progress.savedId
}

test('PostgreSQL: a back-up is restored in place, sessions end, and what was there can be had again', async () => {
  const addon = await order('addon_61', 'dev')
  await ask(uriOf(addon), `create table ships (name text); insert into ships values ('Argo');`)
  const backupId = await backupOf(addon.id)
  await ask(uriOf(addon), `drop table ships; create table boats (name text);`)
  const held = assert.rejects(ask(uriOf(addon), 'select pg_sleep(300);'), /terminat|closed/)
  const isHeld = async () => (await call('GET', `/${addon.id}/insights`)).connections.length > 0
  await until(isHeld, { timeout: 300_000, what: 'the session' })
  const savedId = await restoreOf(addon.id, backupId)
  await held
  assert.equal(await ask(uriOf(addon), 'select name from ships'), 'Argo')
  await assert.rejects(ask(uriOf(addon), 'select * from boats'), /does not exist/)
  await restoreOf(addon.id, savedId)
  assert.equal(await ask(uriOf(addon), 'select count(*) from boats'), '0')
  const kinds = (await call('GET', `/${addon.id}/backups`)).map(
    ({ kind }: { kind: string }) => kind,
  )
  assert.deepEqual(kinds.toSorted(), ['before-restore', 'before-restore', 'requested'])
  await call('DELETE', `/${addon.id}`)
})

test('PostgreSQL: insights have connections, tables and statements without values, of one database alone', async () => {
  const [addon, other] = [await order('addon_62', 'dev'), await order('addon_63', 'dev')]
  const hostile = `<b onclick='x'>\\n\t""`
  await ask(
    uriOf(addon),
    `create table "${hostile}" (id int, name text); insert into "${hostile}" values (1, 'secret');
select pg_sleep(0.2), 'secret' from "${hostile}" where id = 1;
alter role current_user password 'secret';
alter role current_user password '${addon.config.POSTGRESQL_ADDON_PASSWORD}';`,
  )
  await ask(uriOf(other), `select 'elsewhere', pg_sleep(0.1);`)
  const held = assert.rejects(
    ask(`${uriOf(addon)}?application_name=ships`, 'select pg_sleep(300);'),
    /terminat|closed/,
  )
  const read = () => call('GET', `/${addon.id}/insights`)
  const waiting = async (): Promise<{ id: string; state: string } | undefined> =>
    (await read()).connections.find(
      ({ application }: { application: string }) => application === 'ships',
    )
  await until(async () => (await waiting()) !== undefined, {
    timeout: 300_000,
    what: 'the connection',
  })
  const insights = await read()
  assert.match(insights.version, /^\d+\./)
  assert.deepEqual(
    insights.tables.map(({ name }: { name: string }) => name),
    [hostile.replaceAll('""', '"')],
  )
  const slow = insights.statements.find(({ text }: { text: string }) => /where id/.test(text))
  assert.ok(slow?.calls === 1 && slow.mean >= 200, JSON.stringify(insights.statements))
  assert.match(slow.text, /^select pg_sleep\(\$1\), \$2 from /)
  assert.doesNotMatch(JSON.stringify(insights.statements), /secret|elsewhere|password/)

  const { id = '', state } = (await waiting()) ?? {}
  assert.equal(state, 'active')
  const end = (of: string) =>
    fetch(`http://127.0.0.1:${port}/r/${of}/insights/connections/${id}`, {
      method: 'DELETE',
      headers: { authorization: basicAuth({ id: manifest.id, password }) },
    })
  assert.equal((await end(other.id)).status, 404, "another's")
  assert.equal((await end(addon.id)).status, 200)
  await held
  await call('DELETE', `/${addon.id}/insights/statements`)
  assert.ok(!(await read()).statements.some(({ text }: { text: string }) => /where id/.test(text)))

  // The texts are in one file for all, and may be of any length.
  const texts = join(folder, 'shared/cluster/pg_stat_tmp')
  const long = Array.from({ length: 40 }, (_, at) => `select /* ${'x'.repeat(1e6)} */ 1 as a${at};`)
  await ask(uriOf(other), long.join('\n'))
  await until(async () => (await folderSize(texts)) < 32 * megabyte, {
    timeout: 300_000,
    what: 'fewer texts',
  })
  for (const each of [addon, other]) await call('DELETE', `/${each.id}`)
})

test('PostgreSQL: an option that cannot be done is declined, with the reason', async () => {
  const declined = (options: Record<string, string>, reason: RegExp) =>
    assert.rejects(order('addon_11', 'dev', options), reason)
  await declined({ locale: 'en_US; drop' }, /422 .*a locale is a language and a country/)
  await declined({ locale: 'xx_XX' }, /422 .*'locale' cannot be 'xx_XX': the machine does not know/)
  await declined({ encryption: 'true' }, /422 .*'encryption' cannot be 'true': disks are encrypted/)
  await declined({ 'do-backup': 'yes' }, /422 .*'do-backup' cannot be 'yes': it is true or false/)
})

test('PostgreSQL: leftovers of a crash during a plan change are cleaned up', async () => {
  const made = await order('addon_6', 'dev')
  await ask(uriOf(made), `create table ships as select 'Ada' as name`)
  await close()
  const servers = createServers(folder, vault, testAccess())
  const [dev, small] = plans
  assert.ok(dev && small)
  const known = { ...made, addonId: 'addon_6', plan: 'dev', options: {} }
  const around = { servers, addonsHost: '127.0.0.1', moving: join(folder, 'moving') }
  const lost = await movePlan(around, known, dev, small)
  assert.equal(await ask(uriOf(lost), 'select name from ships'), 'Ada')
  await assert.rejects(ask(uriOf(made), 'select 1'), /not permitted to log in/)
  await servers.close()
  await open()
  await until(async () => !(await servers.hasOwn(made.id)), {
    timeout: 300_000,
    what: 'the end of what nobody knows of',
  })
  assert.equal(await ask(uriOf(made), 'select name from ships'), 'Ada')
  const again = await call('PUT', `/${made.id}`, { plan: 'small' })
  assert.equal(await ask(uriOf(again), 'select name from ships'), 'Ada')
  await call('DELETE', `/${made.id}`)
})

test('PostgreSQL: a database beyond its size is read-only until it has room again', async () => {
  const made = await order('addon_4', 'dev')
  const uri = uriOf(made)
  await ask(uri, 'create table t (text text)')
  const more = `insert into t select repeat('x', 100) from generate_series(1, 20000)`
  await until(
    () =>
      ask(uri, more).then(
        () => false,
        () => true,
      ),
    {
      timeout: 300_000,
      what: 'a refusal',
    },
  )
  await until(() => heard.some((text) => text.includes('read-only now')), {
    timeout: 300_000,
    what: 'the line in the log',
  })
  await assert.rejects(ask(uriOf(made), 'create table u ()'), /read-only transaction/)
  await ask(uriOf(made), 'begin read write; drop table t; commit')
  await until(() => heard.some((text) => text.includes('it is writable')), {
    timeout: 300_000,
    what: 'the other line in the log',
  })
  await ask(uriOf(made), 'create table u ()')
})

test('PostgreSQL: a dedicated server sends its log, is restarted when it exits, and outlives its provider', async () => {
  const made = await order('addon_5', 'small')
  await assert.rejects(ask(uriOf(made), 'select 1/0'))
  await until(() => heard.some((text) => /addon_5 t - - - ERROR: {2}division by zero/.test(text)), {
    timeout: 300_000,
    what: 'the line of the server',
  })
  const at = join(folder, 'dedicated', made.id)
  const pid = (await findServer(at)) ?? assert.fail('no server')
  await close()
  // Without a provider that maintains it.
  const servers = createServers(folder, vault, testAccess())
  await servers.of(made.id, plans.find(({ slug }) => slug === 'small') ?? assert.fail())
  assert.equal(await findServer(at), pid)
  process.kill(pid, 'SIGKILL')
  await until(async () => ![undefined, pid].includes(await findServer(at)), {
    timeout: 300_000,
    what: 'the next server',
  })
  await until(() => ask(uriOf(made), 'select 1').catch(() => undefined), {
    timeout: 300_000,
    what: 'its answer',
  })
  const next = await findServer(at)
  await servers.close()
  await open()
  assert.equal(await findServer(at), next)
  await call('DELETE', `/${made.id}`)
  assert.equal(await findServer(at), undefined)
})

test('PostgreSQL: work beyond its time limit ends alone, whatever the session has set', async () => {
  const [one, two] = [await order('addon_40', 'dev'), await order('addon_41', 'dev')]
  const plan = plans[0] ?? assert.fail()
  const servers = createServers(folder, vault, testAccess())
  const server = await servers.of(one.id, plan)
  await servers.close()
  const endless = [
    'set statement_timeout = 0; select pg_sleep(600);',
    'set idle_in_transaction_session_timeout = 0; begin; select 1;\n\\! sleep 10',
  ]
  const outcomes = endless.map((statements) => ask(uriOf(one), statements).catch(String))
  const sessions = async () =>
    Number(
      await ask(
        uriOf(two),
        `select count(*) from pg_stat_activity where datname = '${one.config.POSTGRESQL_ADDON_DB}';`,
      ),
    )
  await until(async () => (await sessions()) === 2, { timeout: 300_000, what: 'the sessions' })
  await until(
    async () => {
      await endLongWork(server, { statement: -5, idleTransaction: -5 })
      return (await sessions()) === 0
    },
    { timeout: 300_000, what: 'the end of the sessions' },
  )
  assert.match((await outcomes[0]) ?? '', /terminating connection/)
  assert.equal(await ask(uriOf(two), 'select 1;'), '1')
  for (const { id } of [one, two]) await call('DELETE', `/${id}`)
})

test('PostgreSQL: a query beyond the memory limit of a process fails alone', async () => {
  const [one, two] = [await order('addon_42', 'dev'), await order('addon_43', 'dev')]
  const before = await findServer(join(folder, 'shared'))
  const held = ask(uriOf(two), 'select pg_sleep(3), 7;')
  const hungry = `set work_mem = '2GB';
select count(*) from (select array_agg(x) from generate_series(1, 60000000) x) y;`
  await assert.rejects(ask(uriOf(one), hungry), /out of memory/)
  // An OOM kill of one process would have ended all sessions.
  assert.equal(await held, '|7')
  assert.equal(await findServer(join(folder, 'shared')), before)
  for (const { id } of [one, two]) await call('DELETE', `/${id}`)
})

test('PostgreSQL: files that all databases share are bounded, and who makes them grow is told', async () => {
  const [one, two] = [await order('addon_44', 'dev'), await order('addon_45', 'dev')]
  const bytesOf = (name: string) => folderSize(join(folder, 'shared/cluster', name))
  const { POSTGRESQL_ADDON_DB: name } = one.config
  const noise = `(select string_agg(md5(random()::text), '') from generate_series(1, 100000))`
  const attacks = {
    global: `do $$ begin for i in 1..1000 loop execute format('comment on database ${name} is %L', ${noise}); end loop; end $$;`,
    pg_snapshots:
      'do $$ begin for i in 1..10000000 loop perform pg_export_snapshot(); end loop; end $$;',
  }
  for (const [shared, attack] of Object.entries(attacks)) {
    await assert.rejects(ask(uriOf(one), attack), /terminat/, shared)
    await until(async () => (await bytesOf(shared)) < 16 * megabyte, {
      timeout: 300_000,
      what: `a small ${shared}`,
    })
    await until(() => heard.some((text) => text.includes(`(${shared})`)), {
      timeout: 300_000,
      what: `a line about ${shared}`,
    })
  }
  // A setting of the customer that is larger than any use, and one of ours that stays.
  await ask(
    uriOf(one),
    `do $$ begin execute format('alter role current_user set search_path = %L', ${noise}); end $$;`,
  )
  const servers = createServers(folder, vault, testAccess())
  const server = await servers.of(one.id, plans[0] ?? assert.fail())
  await servers.close()
  await sharedFolders[0]?.shrink(server)
  assert.equal(await ask(uriOf(one), 'show search_path;'), '"$user", public')
  assert.equal(await ask(uriOf(one), 'show log_min_messages;'), 'panic')
  assert.equal(await ask(uriOf(two), 'select 1;'), '1')
  for (const { id } of [one, two]) await call('DELETE', `/${id}`)
})
