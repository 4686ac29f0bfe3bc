import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { glob, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Addon } from '#client/resources/marketplace/addons.ts'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { run } from '#kit/process/subprocess.ts'
import { folderSize } from '#providers/kit/disk/folder-size.ts'
import { findServer } from '#providers/kit/process/server-process.ts'
import { undoFileBytes } from '#providers/mariadb/sizes/undo.ts'
import { maxSharedUndo } from '#providers/mariadb/sizes/watch-sizes.ts'
import { sharedDescriptors } from '#tests/support/engine/machine.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { patientClient } from '#tests/support/platform/patient-client.ts'

/**
 * Two tenants with databases on the same servers: mallory attacks the disk, the log or the server, alice uses them
 * normally.
 */
let berth: TestBerth
let mallory: Tenant
let alice: Tenant

interface Tenant {
  ownerId: string
  addons: Record<string, Addon>
  variables: Record<string, string>
}

const megabyte = 1024 * 1024
const planBytes = 256 * megabyte
/** Upper bound of a tenant's disk usage after an attack: the plan, and what is written until the quota check. */
const maxBytes = planBytes + 512 * megabyte
const waiting = { timeout: 300_000, every: 100, upTo: 1_000 }
const children: ChildProcess[] = []

before(async () => {
  // A public name that no name server knows: providers reach the platform without one.
  const port = await freePort()
  const settings = {
    BERTH_API_PORT: `${port}`,
    BERTH_API_URL: 'https://berth.invalid',
    BERTH_ROUTER: 'haproxy',
  }
  berth = await TestBerth.start(settings, undefined, [], memoryTmpdir())
  berth.client = patientClient({ api: `http://127.0.0.1:${port}`, credentials: berth.admin })
  mallory = await openTenant('mallory')
  alice = await openTenant('alice')
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await berth?.[Symbol.asyncDispose]()
})

const allProviders = ['postgresql-addon', 'mysql-addon', 'redis-addon']

async function openTenant(name: string, providers = allProviders): Promise<Tenant> {
  const { client } = berth
  const { id: ownerId } = await client.organisations.create({ name })
  const addons: Record<string, Addon> = {}
  const variables: Record<string, string> = {}
  for (const providerId of providers)
    addons[providerId] = await client.addons.order(ownerId, { name, providerId, region: 'par' })
  const tenant = { ownerId, addons, variables }
  await readVariables(tenant)
  return tenant
}

async function readVariables({ ownerId, addons, variables }: Tenant): Promise<void> {
  for (const { id } of Object.values(addons)) {
    for (const { name, value } of await berth.client.addons.variables({ id, ownerId }))
      variables[name] = value
  }
}

/** Command line and environment of a database client. */
function clientOf({ variables }: Tenant, kind: 'mysql' | 'postgresql') {
  const prefix = kind === 'mysql' ? 'MYSQL_ADDON' : 'POSTGRESQL_ADDON'
  const of = (name: string) => variables[`${prefix}_${name}`] ?? ''
  // Without TLS, which is most of the work of a short question; `databases-outside.full.test.ts` is about it.
  const env = {
    PATH: '/usr/bin:/bin',
    MYSQL_PWD: of('PASSWORD'),
    PGPASSWORD: of('PASSWORD'),
    PGSSLMODE: 'disable',
  }
  const mysql = [
    ...['mariadb', '--no-defaults', '--skip-ssl', '--batch', '--skip-column-names'],
    '--host=127.0.0.1',
    ...[`--port=${of('PORT')}`, `--user=${of('USER')}`, of('DB')],
  ]
  const postgresql = [
    ...['psql', '--no-psqlrc', '-qtA', '-v', 'ON_ERROR_STOP=1'],
    `postgresql://${of('USER')}@127.0.0.1:${of('PORT')}/${of('DB')}`,
  ]
  return { env, command: (kind === 'mysql' ? mysql : postgresql) as [string, ...string[]] }
}

/** Output of a statement in a tenant's database, or its error. */
async function ask(tenant: Tenant, kind: 'mysql' | 'postgresql', input: string): Promise<string> {
  const { env, command } = clientOf(tenant, kind)
  const { code, stdout, stderr } = await run(command, { env, input, timeout: 300_000 })
  // Neither an answer nor an error: what its threads wait for says more than any later timeout.
  if (code === 137) assert.fail(`${kind} hangs at ${input}\n${await threadsOf(kind)}`)
  return (code === 0 ? stdout : stderr).trim().slice(0, 1_000)
}

/** Threads of a shared server with the place in the kernel where each waits, most common first. */
async function threadsOf(kind: 'mysql' | 'postgresql'): Promise<string> {
  const pid = await findServer(await sharedServer(kind))
  const threads = glob(`/proc/${pid}/task/*`)
  const counts = new Map<string, number>()
  for await (const thread of threads) {
    const read = (name: string) => readFile(join(thread, name), 'utf8').catch(() => '')
    const place = `${(await read('comm')).trim()} in ${await read('wchan')}`
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([place, count]) => `${count} × ${place}`)
    .join('\n')
}

/** Runs statements in a session that stays open. */
function stay(tenant: Tenant, kind: 'mysql' | 'postgresql', input: string): ChildProcess {
  const { env, command } = clientOf(tenant, kind)
  const [program, ...args] = command
  const child = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin?.on('error', () => {}).write(input)
  children.push(child)
  return child
}

/** Data folder of the shared server. */
async function sharedServer(kind: 'mysql' | 'postgresql'): Promise<string> {
  const pattern = kind === 'mysql' ? 'providers/*/servers/shared' : 'providers/*/shared'
  for await (const folder of glob(pattern, { cwd: berth.data })) return join(berth.data, folder)
  return assert.fail(`no server for ${kind}`)
}
const killServer = async (folder: string, signal: NodeJS.Signals = 'SIGKILL') =>
  process.kill((await findServer(folder)) ?? assert.fail('no server'), signal)

const isServed = (tenant: Tenant, kind: 'mysql' | 'postgresql') =>
  until(async () => (await ask(tenant, kind, 'select 1;')) === '1', {
    ...waiting,
    what: `${kind} for everybody else`,
  })

/** Waits for a line in the log of an add-on. */
async function isTold({ ownerId, addons }: Tenant, providerId: string, filter: string) {
  const id = addons[providerId]?.id ?? ''
  const soon = new Date(Date.now() + 120_000).toISOString()
  for await (const { message } of berth.client.logs.followAddon(ownerId, id, {
    filter,
    until: soon,
    limit: 100,
  }))
    return message
  return assert.fail(`nobody said '${filter}'`)
}

const damages = {
  missing: (path: string) => rm(path),
  empty: (path: string) => truncate(path),
  short: (path: string) => truncate(path, 40_000),
  garbage: (path: string) => writeFile(path, randomBytes(300_000), { flag: 'r+' }),
}
const rowsFor = (table: string) =>
  `insert into ${table} select 0, repeat('x', 200) from seq_1_to_5000;`

test('database servers, providers and HAProxy: none has a descriptor that the server has inherited, or one of its own', async () => {
  await berth.closesInherited()
  const { programs, shared } = sharedDescriptors(berth.data, berth.pid)
  assert.deepEqual(shared, [])
  for (const name of ['postgres', 'mariadbd', 'redis-server', 'haproxy', 'node', 'bwrap'])
    assert.ok(programs.has(name), name)
})

// One attack at a time on each kind of server; both kinds at once, since they wait most of the time.
describe('shared servers', { concurrency: 2 }, () => {
  describe('servers of MariaDB', { concurrency: 1 }, () => {
    test('mysql: a table outside of the data folder is impossible, and the server restarts without it', async () => {
      await ask(
        alice,
        'mysql',
        `create table ships (name text); insert into ships values ('Argo');`,
      )
      for (const where of [
        `create table a (i int) data directory='/tmp'`,
        `create table b (i int) engine=Aria data directory='/tmp'`,
        `create table c (i int) partition by range (i) (partition p values less than (9) data directory='/tmp')`,
      ])
        assert.equal(await ask(mallory, 'mysql', `${where};`), '', where)
      await ask(mallory, 'mysql', 'insert into a values (1); insert into c values (1);')
      for (const name of Object.keys(damages))
        await ask(
          ...([mallory, 'mysql'] as const),
          `create table ${name} (i int primary key auto_increment, x text); ${rowsFor(name)}`,
        )
      assert.match(await ask(mallory, 'mysql', 'set enforce_storage_engine = null;'), /denied/)
      const folder = await sharedServer('mysql')
      await killServer(folder)
      await isServed(alice, 'mysql')
      assert.equal(await ask(alice, 'mysql', 'select name from ships;'), 'Argo')
      assert.equal(await ask(mallory, 'mysql', 'select * from a;'), '1')
      // A clean shutdown flushes everything to disk, so that the redo log of the next crash does not contain all of it.
      await killServer(folder, 'SIGTERM')
      await until(async () => (await findServer(folder)) === undefined, {
        ...waiting,
        what: 'its end',
      })
      await isServed(alice, 'mysql')
    })

    for (const names of [['missing'], ['empty', 'short', 'garbage']] as const) {
      test(`mysql: tablespaces that are ${names.join(', ')} after a crash do not lock others out`, async () => {
        await ask(
          ...([alice, 'mysql'] as const),
          `create or replace table logs (i int primary key auto_increment, x text); ${rowsFor('logs')}`,
        )
        const folder = await sharedServer('mysql')
        const tables = join(folder, 'cluster', mallory.variables.MYSQL_ADDON_DB ?? '')
        for (const name of names) await ask(mallory, 'mysql', `update ${name} set x = 'y';`)
        await killServer(folder)
        for (const name of names) await damages[name](join(tables, `${name}.ibd`))
        await isServed(alice, 'mysql')
        assert.equal(await ask(alice, 'mysql', 'select count(*) from logs;'), '5000')
        for (const name of names)
          assert.match(await ask(mallory, 'mysql', `select count(*) from ${name};`), /ERROR/, name)
        await isTold(mallory, 'mysql-addon', 'damaged')
        for (const name of names)
          assert.equal(await ask(mallory, 'mysql', `drop table ${name};`), '')
      })
    }

    test('mysql: undo logs that an old snapshot keeps are bounded, its owner is told, and the files shrink', async () => {
      const server = { cluster: join(await sharedServer('mysql'), 'cluster') }
      const rows = `select seq, repeat('x', 1500) from seq_1_to_30000`
      await ask(
        ...([alice, 'mysql'] as const),
        `create table history (i int primary key, x varchar(2000)); insert into history ${rows};`,
      )
      stay(mallory, 'mysql', 'start transaction with consistent snapshot; select 1;\n')
      const told = isTold(mallory, 'mysql-addon', 'undo logs')
      const isOver = told.then(() => true)
      const later = () => sleep(10).then(() => false)
      // 45 MB each.
      for (let count = 0; count < 60 && !(await Promise.race([isOver, later()])); count += 1)
        await ask(alice, 'mysql', `update history set x = repeat('${count % 10}', 1500);`)
      await told
      assert.ok((await undoFileBytes(server)) < 2 * maxSharedUndo)
      await until(async () => (await undoFileBytes(server)) < 64 * megabyte, {
        ...waiting,
        what: 'short undo logs',
      })
      assert.equal(await ask(alice, 'mysql', 'drop table history;'), '')
    })

    test('mysql: a database is limited to its plan even without server statistics, and can be emptied', async () => {
      const folder = join(
        await sharedServer('mysql'),
        'cluster',
        mallory.variables.MYSQL_ADDON_DB ?? '',
      )
      await ask(
        mallory,
        'mysql',
        'create table big (x longtext) stats_persistent=1 stats_auto_recalc=0;',
      )
      const more = `insert into big select repeat('x', 1000000) from seq_1_to_32;`
      let said = ''
      for (let count = 0; count < 60 && !/denied/.test(said); count += 1)
        said = await ask(mallory, 'mysql', more)
      assert.match(said, /denied/)
      assert.ok((await folderSize(folder)) < maxBytes, `${await folderSize(folder)} bytes`)
      for (const statement of [
        ...['create table more (i int)', 'alter table big add y int', 'update big set x = x'],
        ...['create temporary table more (i int)', 'replace into big values (1)'],
      ])
        assert.match(await ask(mallory, 'mysql', `${statement};`), /denied/, statement)
      // A new password restores no privileges.
      const { addons, ownerId } = mallory
      await berth.client.addons.rotatePassword({ id: addons['mysql-addon']?.id ?? '', ownerId })
      await readVariables(mallory)
      assert.match(await ask(mallory, 'mysql', more), /denied/)
      assert.equal(await ask(mallory, 'mysql', 'select count(*) > 100 from big;'), '1')
      await ask(mallory, 'mysql', 'delete from big where rand() < 0.9;')
      // The file shrinks only because the provider rebuilds it.
      await until(
        async () => (await ask(mallory, 'mysql', `insert into big values ('x');`)) === '',
        {
          ...waiting,
          what: 'the right to write',
        },
      )
      assert.ok((await folderSize(folder)) < planBytes)
      assert.equal(await ask(mallory, 'mysql', 'drop table big;'), '')
    })
  })

  describe('servers of PostgreSQL', { concurrency: 1 }, () => {
    test('postgresql: a tenant who reverts the read-only setting of an oversized database loses access', async () => {
      const folder = await sharedServer('postgresql')
      const ofMallory = async (text: string) => ask(mallory, 'postgresql', text)
      const oid = await ofMallory('select oid from pg_database where datname = current_database();')
      const size = () => folderSize(join(folder, 'cluster/base', oid))
      await ofMallory(
        'create unlogged table big (x text); alter table big alter x set storage external;',
      )
      const attack = `
alter role current_user set default_transaction_read_only = off;
begin read write;
insert into big select repeat(md5(random()::text), 30000) from generate_series(1, 32);
commit;`
      const isOut = /not permitted to log in/
      let said = ''
      // 32 MB each.
      for (let count = 0; count < 60 && !isOut.test(said); count += 1)
        said = await ofMallory(attack)
      assert.match(said, isOut)
      assert.ok((await size()) < maxBytes, `${await size()} bytes`)
      assert.equal(await ask(alice, 'postgresql', 'select 1;'), '1')
      await isTold(mallory, 'postgresql-addon', 'closed until')
    })

    test('postgresql: no tenant can exhaust the lock table or the notification queue for long', async () => {
      const trudy = await openTenant('trudy', ['postgresql-addon'])
      stay(
        trudy,
        'postgresql',
        'select count(pg_advisory_lock(i)) from generate_series(1, 60000) i;\n',
      )
      const counted = `select count(*) from pg_locks where locktype = 'advisory';`
      const locks = async () => Number(await ask(alice, 'postgresql', counted))
      await until(async () => (await locks()) > 8_000, { ...waiting, what: 'many locks' })
      await until(async () => (await locks()) === 0, {
        ...waiting,
        what: 'the end of the session',
      })
      // A listener in a transaction keeps all notifications of the server, up to 8 GB.
      stay(trudy, 'postgresql', 'listen news; begin; select 1;\n')
      const notify = `select count(pg_notify('news', i || repeat('x', 7900))) from generate_series(1, 3000) i;`
      for (let count = 0; count < 5; count += 1) await ask(trudy, 'postgresql', notify)
      const usage = 'select pg_notification_queue_usage() < 0.01;'
      await until(async () => (await ask(alice, 'postgresql', usage)) === 't', {
        ...waiting,
        what: 'a short queue',
      })
      const tables = Array.from(
        { length: 200 },
        (_, at) => `create table t${at} (i int primary key);`,
      )
      assert.equal(await ask(alice, 'postgresql', `begin; ${tables.join('\n')} rollback;`), '')
    })

    test('database servers: a role, a database and a session get no privileges on a shared server', async () => {
      for (const statement of [
        ...['create tablespace t location $$/tmp$$', 'create role r', 'create database d'],
        ...['alter role current_user replication', 'alter role current_user superuser'],
        ...[
          'alter system set work_mem = 1',
          'copy (select 1) to program $$true$$',
          'load $$plperl$$',
        ],
        ...[
          'copy (select 1) to $$/tmp/x$$',
          'create extension file_fdw',
          'create extension dblink',
        ],
        ...['select pg_create_physical_replication_slot($$s$$)', 'set temp_file_limit = -1'],
        ...[
          'set log_min_messages = debug5',
          'set log_statement = all',
          'set session_preload_libraries = x',
        ],
        ...['alter role current_user reset temp_file_limit', 'create language plpython3u'],
        ...[
          'create event trigger e on ddl_command_end execute function f()',
          'prepare transaction $$x$$',
        ],
      ]) {
        const said = await ask(alice, 'postgresql', `begin; ${statement};`)
        assert.match(said, /ERROR/, statement)
      }
      await ask(alice, 'postgresql', 'alter role current_user reset all;')
      assert.equal(await ask(alice, 'postgresql', 'show temp_file_limit;'), '128MB')
      assert.equal(await ask(alice, 'postgresql', 'show log_min_messages;'), 'panic')
    })
  })
})

test('database servers: logs stay small, whatever tenants make the server log', async () => {
  const logSize = async (folder: string) => {
    const names = (await readdir(folder)).filter((name) => name.startsWith('server.log'))
    const sizes = await Promise.all(names.map((name) => stat(join(folder, name))))
    return sizes.reduce((sum, { size }) => sum + size, 0)
  }
  const flood = `do $$ begin for i in 1..200 loop raise log '%', repeat('x', 1000000); end loop; end $$;`
  assert.equal(await ask(alice, 'postgresql', flood), '')
  assert.ok((await logSize(await sharedServer('postgresql'))) < megabyte)

  const { REDIS_PORT = '', REDIS_PASSWORD: REDISCLI_AUTH = '' } = alice.variables
  const script = `for i = 1, 20000 do redis.log(redis.LOG_WARNING, string.rep('x', 1000)) end return 1`
  const env = { PATH: '/usr/bin:/bin', REDISCLI_AUTH }
  for (let count = 0; count < 5; count += 1) {
    const { stdout } = await run(['redis-cli', '-p', REDIS_PORT, 'EVAL', script, '0'], {
      env,
      timeout: 300_000,
    })
    assert.equal(stdout.trim(), '1')
  }
  for await (const folder of glob('providers/*/servers/*', { cwd: berth.data }))
    await until(async () => (await logSize(join(berth.data, folder))) <= 33 * megabyte, {
      ...waiting,
      what: `a small log in ${folder}`,
    })
})

test('database back-up: a lock delays only the back-up of its own database, and the owner is notified', async () => {
  const eve = await openTenant('eve')
  const { client } = berth
  const backup = async ({ ownerId, addons }: Tenant, providerId: string) => {
    const address = { ownerId, id: addons[providerId]?.id ?? '' }
    const { backup_id } = await client.backups.make(address)
    const statusOf = async () =>
      (await client.backups.list(address)).find((each) => each.backup_id === backup_id)?.status
    return async () => {
      const isOver = async () => {
        const status = await statusOf()
        return status === 'RUNNING' ? undefined : status
      }
      return until(isOver, { ...waiting, what: 'the end of a back-up' })
    }
  }
  await ask(eve, 'postgresql', 'create table t (i int);')
  await ask(eve, 'mysql', 'create table t (i int);')
  stay(eve, 'postgresql', 'begin; lock table t in access exclusive mode;\n')
  stay(eve, 'mysql', 'lock table t write;\n')
  const isLocked = async () =>
    /timeout/.test(
      await ask(eve, 'postgresql', `set lock_timeout = 10; select count(*) from t;`),
    ) && /timeout/i.test(await ask(eve, 'mysql', `set lock_wait_timeout = 0; select * from t;`))
  await until(isLocked, { ...waiting, what: 'the locks' })
  const check = async (providerId: string) => {
    const [locked, free] = [await backup(eve, providerId), await backup(alice, providerId)]
    assert.equal(await free(), 'SUCCESS', providerId)
    assert.equal(await locked(), 'FAILED', providerId)
    await isTold(eve, providerId, 'locked')
  }
  await Promise.all(['postgresql-addon', 'mysql-addon'].map(check))
})
