import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { until } from '#kit/concurrency/timeout.ts'
import { run } from '#kit/process/subprocess.ts'
import { stopServer } from '#providers/kit/process/server-process.ts'
import { readRecord } from '#providers/kit/servers/record.ts'
import {
  type OrderedAddon,
  TestBuiltInProvider,
} from '#tests/support/providers/built-in-provider.ts'
import { killSessions } from './database.ts'
import { createLockWatch } from './end-long-locks.ts'
import { endLongWork } from './end-long-work.ts'
import { type Server, startMariadb } from './server/server.ts'
import { holdToSize, sizeOf } from './sizes/size.ts'
import { chooseVictim, endLargestWriter, temporaryBytes } from './sizes/temporary-files.ts'
import { chooseUndoHolder, readUndo, type Transaction, undoFileBytes } from './sizes/undo.ts'

let provider: TestBuiltInProvider
const heard: string[] = []
before(async () => {
  provider = await TestBuiltInProvider.open('mariadb', heard)
})
after(() => provider.close())

/** Reply, or error, of an add-on's server to a customer. */
async function ask({ config }: Pick<OrderedAddon, 'config'>, statements: string): Promise<string> {
  const { code, stdout, stderr } = await run(
    [
      ...(['mariadb', '--no-defaults', '--skip-ssl', '--batch', '--skip-column-names'] as const),
      '--default-character-set=utf8mb4',
      ...['--host', config.MYSQL_ADDON_HOST ?? '', '--port', config.MYSQL_ADDON_PORT ?? ''],
      ...['--user', config.MYSQL_ADDON_USER ?? '', config.MYSQL_ADDON_DB ?? ''],
    ],
    {
      env: { PATH: '/usr/bin:/bin', MYSQL_PWD: config.MYSQL_ADDON_PASSWORD ?? '' },
      input: statements,
      timeout: 300_000,
    },
  )
  return (code === 0 ? stdout : stderr).trim()
}
const serversOf = () => readdir(join(provider.folder, 'servers'))

const megabyte = 1024 * 1024
const killed = /killed|Lost|gone away|unexpected eof/

/** The shared server, for the administrator. */
async function sharedServer(): Promise<Server> {
  const folder = join(provider.folder, 'servers/shared')
  const record = (await readRecord(folder, provider.vault)) ?? assert.fail('no record')
  return startMariadb(folder, record, provider.access)
}

const names = ['Argo', 'Ἀργώ 🚢\nDEFINER=']
const fleet = `
create table ships (name varchar(40), crew blob);
insert into ships values ('${names[0]}', 0x00ff0a), ('${names[1]}', null);
create view names as select name from ships;
create trigger shout before insert on ships for each row set new.name = upper(new.name);
delimiter ;;
create procedure launch(ship varchar(40)) begin insert into ships values (ship, null); end;;
`
const counted = `select count(*), hex(max(crew)), sum(crc32(name)) from ships;`
const whole = `2\t00FF0A\t${names.reduce((sum, name) => sum + crc32(name), 0)}`

test('MariaDB: a database is private to its customer, with the connection limit of its plan', async () => {
  const [one, two] = [
    await provider.order('addon_1', 'dev'),
    await provider.order('addon_2', 'dev'),
  ]
  const { MYSQL_ADDON_DB: name, MYSQL_ADDON_URI: uri, MYSQL_ADDON_VERSION } = one.config
  assert.match(one.id, /^mysql_[0-9a-f-]{36}$/)
  assert.match(uri ?? '', new RegExp(`^mysql://u[0-9a-f]+:[0-9a-f]+@127.0.0.1:\\d+/${name}$`))
  assert.match(MYSQL_ADDON_VERSION ?? '', /^\d+\.\d+$/)
  assert.equal(await ask(one, `${fleet}${counted.replace(';', ';;')}`), whole)
  const usage = await provider.call('GET', `/${one.id}/usage`)
  assert.ok(usage.diskBytes > 0 && usage.diskBytes < usage.maxDiskBytes, JSON.stringify(usage))
  assert.equal(usage.connections, 0)
  assert.equal(
    await ask(two, 'show databases;'),
    `${two.config.MYSQL_ADDON_DB}\ninformation_schema`,
  )
  for (const statement of [
    ...[`select * from ${name}.ships`, 'select * from mysql.user', 'create database other'],
    ...['create user other', 'set global max_connections = 1', "select 1 into outfile '/tmp/x'"],
    ...[`grant select on ${name}.* to ${two.config.MYSQL_ADDON_USER}`, 'shutdown'],
  ])
    assert.match(await ask(two, `${statement};`), /denied/, statement)
  assert.equal(await ask(two, "select load_file('/etc/passwd');"), 'NULL')
  assert.match(await ask({ config: { ...one.config, MYSQL_ADDON_PASSWORD: 'x' } }, ''), /denied/)

  const isFull = (said: string) => said.includes("exceeded the 'max_user_connections' resource")
  const crowd = Array.from({ length: 6 }, async () => {
    for (;;) {
      const said = await ask(one, 'select sleep(30);')
      if (!isFull(said)) return said
    }
  })
  await until(async () => isFull(await ask(one, 'select 1;')), {
    timeout: 300_000,
    what: 'the limit',
  })
  assert.equal(await ask(two, 'select 1;'), '1')
  const { config } = await provider.call('POST', `/${one.id}/rotate`)
  for (const ended of await Promise.all(crowd))
    assert.match(ended, /killed|Lost|denied|unexpected eof/)
  assert.match(await ask(one, 'select 1;'), /denied/)
  assert.equal(await ask({ config }, counted), whole)
  await provider.call('POST', `/${one.id}/suspend`)
  assert.match(await ask({ config }, 'select 1;'), /locked/)
  await provider.call('POST', `/${one.id}/resume`)
  assert.equal(await ask({ config }, 'select 1;'), '1')
  for (const { id } of [one, two]) await provider.call('DELETE', `/${id}`)
  assert.match(await ask({ config }, 'select 1;'), /denied/)
  assert.deepEqual(await serversOf(), ['shared'])
  const left = await readdir(join(provider.folder, 'servers/shared/cluster'))
  assert.ok(!left.some((each) => each === name), `${left}`)
})

test('MariaDB: a back-up contains the data, and can be restored into a new database', async () => {
  const addon = await provider.order('addon_3', 'dev')
  await ask(addon, fleet)
  const backupId = await provider.backup(addon.id)
  await ask(addon, 'drop table ships;')
  const file = await provider.ask('GET', `/${addon.id}/backups/${backupId}`)
  assert.match(await file.text(), /CREATE TABLE `ships`/)
  const again = await provider.order('addon_4', 'dev', { restore: `${addon.id}/${backupId}` })
  assert.equal(await ask(again, counted), whole)
  assert.equal(await ask(again, "call launch('pequod'); select count(*) from names;"), '3')
  assert.equal(await ask(again, "select count(*) from names where name = 'PEQUOD';"), '1')
  for (const { id } of [addon, again]) await provider.call('DELETE', `/${id}`)
  assert.deepEqual(await readdir(join(provider.folder, 'backups')), [])
})

test('MariaDB: a back-up is restored in place, and what was there can be had again', async () => {
  const addon = await provider.order('addon_31', 'dev')
  await ask(addon, fleet)
  const backupId = await provider.backup(addon.id)
  await ask(addon, 'drop table ships; create table boats (name text);')
  const savedId = await provider.restore(addon.id, backupId)
  assert.equal(await ask(addon, counted), whole)
  assert.match(await ask(addon, 'select * from boats;'), /doesn't exist/)
  await provider.restore(addon.id, savedId)
  assert.equal(await ask(addon, 'select count(*) from boats;'), '0')
  await provider.call('DELETE', `/${addon.id}`)
})

test('MariaDB: insights have connections, tables and statements without values, of one database alone', async () => {
  const [addon, other] = [
    await provider.order('addon_32', 'dev'),
    await provider.order('addon_33', 'dev'),
  ]
  const hostile = "<b onclick='x'>\\n\""
  await ask(
    addon,
    `create table \`${hostile}\` (id int, name text); insert into \`${hostile}\` values (1, 'secret'), (2, 'secret');
select sleep(0.2), 'secret' from \`${hostile}\` where id = 1;`,
  )
  await ask(other, `select 'elsewhere', sleep(0.1);`)
  const held = ask(addon, 'select sleep(100);')
  const read = async () => provider.call('GET', `/${addon.id}/insights`)
  const waiting = async (): Promise<{ id: string } | undefined> =>
    (await read()).connections.find(({ state }: { state: string }) => /query/.test(state))
  await until(async () => (await waiting()) !== undefined, {
    timeout: 300_000,
    what: 'the connection',
  })
  const insights = await read()
  assert.match(insights.version, /^\d+\./)
  assert.ok(insights.usage.diskBytes > 0 && insights.usage.maxDiskBytes > 0)
  assert.deepEqual(
    insights.tables.map(({ name }: { name: string }) => name),
    [hostile],
  )
  const texts = insights.statements.map(({ text }: { text: string }) => text)
  const slow = insights.statements.find(({ text }: { text: string }) => /SLEEP/i.test(text))
  assert.ok(slow?.calls === 1 && slow.mean >= 200, `${texts}`)
  assert.doesNotMatch(JSON.stringify(insights.statements), /secret|elsewhere/)

  const { id = '' } = (await waiting()) ?? {}
  const path = (of: string) => `/${of}/insights/connections/${id}`
  assert.equal((await provider.ask('DELETE', path(other.id))).status, 404, "another's")
  await provider.call('DELETE', path(addon.id))
  assert.match(await held, killed)
  await provider.call('DELETE', `/${addon.id}/insights/statements`)
  assert.deepEqual((await read()).statements, [])
  await ask(addon, `select count(*) from \`${hostile}\`;`)
  const counts = (await read()).statements.map(({ calls }: { calls: number }) => calls)
  assert.deepEqual(counts, [1])
  for (const each of [addon, other]) await provider.call('DELETE', `/${each.id}`)
})

test('MariaDB: a database beyond its size can be read and emptied, not written', async () => {
  const addon = await provider.order('addon_6', 'dev')
  await ask(addon, fleet)
  await provider.end('SIGTERM')
  const server = await sharedServer()
  const hold = async (most: number) =>
    (await holdToSize(server, addon.id, most, await sizeOf(server, addon.id))).sentence
  assert.match((await hold(1_000)) ?? '', /larger than its plan allows \(\d+ bytes of 1000\)/)
  assert.equal(await hold(1_000), undefined)
  assert.match(await ask(addon, "insert into ships values ('x', null);"), /denied/)
  assert.equal(await ask(addon, 'delete from ships; select count(*) from ships;'), '0')
  assert.match((await hold(1_000_000)) ?? '', /has room again/)
  assert.equal(await ask(addon, "insert into ships values ('x', null);"), '')
  await provider.start()
  await provider.call('DELETE', `/${addon.id}`)
})

test('MariaDB: the statement that writes most to disk is killed, or the oldest one', () => {
  const statements = [3, 1, 2].map((thread) => ({
    connection: 10 + thread,
    thread,
    milliseconds: thread * 100,
  }))
  const written = (thread: number) => (thread === 1 ? 5 : 0)
  assert.equal(chooseVictim(statements, written)?.thread, 1)
  assert.equal(chooseVictim(statements, () => 0)?.thread, 3)
  assert.equal(chooseVictim([], written), undefined)
})

test('MariaDB: unlinked temporary files are counted, and the session that writes them is killed', async () => {
  const [one, two] = [
    await provider.order('addon_20', 'dev'),
    await provider.order('addon_21', 'dev'),
  ]
  const server = await sharedServer()
  const pid = (await server.pid()) ?? assert.fail('no server')
  const sorting = ask(one, 'select seq from seq_1_to_9000000 order by rand() limit 8999999, 1;')
  const waiting = ask(two, 'select sleep(60);')
  const temporary = (isWanted: (bytes: number) => boolean) =>
    until(async () => isWanted(await temporaryBytes(pid)), {
      timeout: 300_000,
      what: 'temporary files',
    })
  await temporary((bytes) => bytes > 20_000_000)
  assert.deepEqual(await endLargestWriter(server, pid), { user: one.config.MYSQL_ADDON_USER })
  assert.match(await sorting, /killed|Lost|interrupted|unexpected eof/)
  await temporary((bytes) => bytes === 0)
  await killSessions(server, two.id)
  await waiting
  for (const { id } of [one, two]) await provider.call('DELETE', `/${id}`)
})

test('MariaDB: work beyond its time limit ends alone, whatever the session has set', async () => {
  const [one, two] = [
    await provider.order('addon_8', 'dev'),
    await provider.order('addon_9', 'dev'),
  ]
  await ask(one, fleet)
  const server = await sharedServer()
  const endless = ask(one, 'set max_statement_time = 0; select sleep(600);')
  const user = one.config.MYSQL_ADDON_USER
  const sessions = async () =>
    Number(
      await server.run(
        `select count(*) from information_schema.processlist where user = '${user}';`,
      ),
    )
  await until(async () => (await sessions()) === 1, { timeout: 300_000, what: 'the session' })
  await endLongWork(server, { statement: 600, idleTransaction: 600 })
  assert.equal(await sessions(), 1)
  await until(
    async () => {
      await endLongWork(server, { statement: -5, idleTransaction: -5 })
      return (await sessions()) === 0
    },
    { timeout: 300_000, what: 'the end of the session' },
  )
  assert.match(await endless, /killed|Lost|gone away|unexpected eof/)
  assert.equal(await ask(two, 'select 1;'), '1')
  for (const { id } of [one, two]) await provider.call('DELETE', `/${id}`)
})

test('MariaDB: a session that holds a lock of GET_LOCK for long is ended, and nobody else sees its name', async () => {
  const [one, two] = [
    await provider.order('addon_22', 'dev'),
    await provider.order('addon_23', 'dev'),
  ]
  const server = await sharedServer()
  const take = "select get_lock('cron', 300);"
  const holding = ask(one, `${take} select sleep(600);`)
  const isTaken = async () => (await ask(two, "select is_free_lock('cron');")) === '0'
  await until(isTaken, { timeout: 300_000, what: 'the lock' })
  for (const table of ['performance_schema.metadata_locks', 'performance_schema.threads'])
    assert.match(await ask(two, `select * from ${table};`), /denied/, table)
  assert.match(await ask(two, 'select * from information_schema.metadata_lock_info;'), /Unknown/)
  const waiting = ask(two, take)
  let now = 0
  const locks = createLockWatch(() => now)
  assert.deepEqual(await locks.end(server, 900), [])
  now = 899_000
  assert.deepEqual(await locks.end(server, 900), [])
  now = 900_000
  assert.deepEqual(await locks.end(server, 900), [one.config.MYSQL_ADDON_USER])
  assert.match(await holding, killed)
  assert.equal(await waiting, '1')
  assert.deepEqual(await locks.end(server, 900), [])
  const many = ask(
    two,
    `select count(get_lock(concat('a', seq), 0)) from seq_1_to_1001; select sleep(600);`,
  )
  // By the provider itself.
  assert.match(await many, killed)
  await until(() => heard.some((text) => text.includes('GET_LOCK')), {
    timeout: 300_000,
    what: 'the reason',
  })
  for (const { id } of [one, two]) await provider.call('DELETE', `/${id}`)
})

test('MariaDB: undo logs are counted for the oldest snapshot, and truncated after its end', async () => {
  const [one, two] = [
    await provider.order('addon_24', 'dev'),
    await provider.order('addon_25', 'dev'),
  ]
  const server = await sharedServer()
  await ask(
    two,
    `create table t (i int primary key, x varchar(2000)); insert into t select seq, repeat('x', 1500) from seq_1_to_10000;`,
  )
  await ask(one, 'create table t (i int);')
  const small = await undoFileBytes(server)
  const holding = ask(one, 'start transaction with consistent snapshot; select sleep(600);')
  const isHolding = async () => (await readUndo(server)).transactions.length > 0
  await until(isHolding, { timeout: 300_000, what: 'the snapshot' })
  for (let count = 0; count < 3; count += 1) await ask(two, `update t set x = repeat(i, 300);`)
  await ask(two, `update t set x = repeat('y', 1500);`)
  const undo = await readUndo(server)
  const maxBytes = undo.bytes / 2
  assert.ok((await undoFileBytes(server)) >= maxBytes)
  assert.deepEqual(
    undo.transactions.map(({ user, isRollingBack }) => ({ user, isRollingBack })),
    [{ user: one.config.MYSQL_ADDON_USER, isRollingBack: false }],
  )
  const old = undo.transactions.map((each) => ({ ...each, seconds: 60 }))
  const holder = chooseUndoHolder({ ...undo, transactions: old }, { maxBytes, before: undefined })
  await server.run(`kill hard connection ${holder?.connection};`)
  assert.match(await holding, killed)
  const isTruncated = async () => (await undoFileBytes(server)) <= small + 4 * megabyte
  await until(isTruncated, { timeout: 300_000, what: 'short undo logs' })
  for (const { id } of [one, two]) await provider.call('DELETE', `/${id}`)
})

test('MariaDB: undo logs end the oldest transaction, or the one that modifies most, and only if nothing else helps', () => {
  const maxBytes = 100
  const [reader, writer] = [
    { connection: 1, user: 'a', seconds: 20, rows: 0, isRollingBack: false },
    { connection: 2, user: 'b', seconds: 3, rows: 9, isRollingBack: false },
  ]
  const choose = (bytes: number, transactions: Transaction[], before?: number) =>
    chooseUndoHolder({ bytes, transactions }, { maxBytes, before })?.connection
  assert.equal(choose(100, [reader, writer]), undefined)
  assert.equal(choose(101, [writer, reader]), 1)
  assert.equal(choose(101, [{ ...reader, seconds: 3 }, writer]), 2)
  assert.equal(choose(101, [{ ...reader, seconds: 3 }]), undefined)
  assert.equal(choose(150, [reader], 160), undefined)
  assert.equal(choose(150, [reader, { ...writer, isRollingBack: true }], 150), undefined)
  assert.equal(choose(201, [reader, { ...writer, isRollingBack: true }], 300), 1)
})

test('MariaDB: a server of an earlier version gets undo logs that can shrink', async () => {
  const addon = await provider.order('addon_26', 'dev')
  await ask(addon, fleet)
  await provider.end('SIGTERM')
  const folder = join(provider.folder, 'servers/shared')
  const record = (await readRecord(folder, provider.vault)) ?? assert.fail('no record')
  const server = await sharedServer()
  await server.run('set global innodb_fast_shutdown = 0;')
  await stopServer(folder, 'SIGTERM', 300_000)
  const settings = [...record.settings, 'innodb-undo-tablespaces=0']
  const earlier = await startMariadb(folder, { ...record, settings }, provider.access)
  assert.equal(await undoFileBytes(earlier), 0)
  const later = await startMariadb(folder, record, provider.access)
  assert.ok((await undoFileBytes(later)) > 0)
  assert.equal(await ask(addon, counted), whole)
  await provider.start()
  await provider.call('DELETE', `/${addon.id}`)
})

test('MariaDB: a session beyond its memory limit fails alone', async () => {
  const addon = await provider.order('addon_10', 'dev')
  const limit = `select @@max_session_mem_used;`
  assert.equal(await ask(addon, `set max_session_mem_used = 10000000000; ${limit}`), '100663296')
  await provider.call('DELETE', `/${addon.id}`)
})

test("MariaDB: a customer's dump cannot make the client run a program or open a file", async () => {
  const addon = await provider.order('addon_11', 'dev')
  const server = await sharedServer()
  const dump = join(provider.folder, 'hostile.sql')
  const { config } = addon
  const login = {
    name: config.MYSQL_ADDON_DB ?? '',
    user: config.MYSQL_ADDON_USER ?? '',
    password: config.MYSQL_ADDON_PASSWORD ?? '',
  }
  for (const line of [
    '\\! touch /server/owned',
    'system touch /server/owned',
    'source /etc/passwd',
    'tee /server/owned',
  ]) {
    await writeFile(dump, `create table if not exists t (x int);\n${line}\n`)
    await assert.rejects(server.load(login, dump), /ERROR|not allowed|sandbox/, line)
  }
  await provider.call('DELETE', `/${addon.id}`)
})

test('MariaDB: an interrupted plan change leaves the database where it was', async () => {
  const addon = await provider.order('addon_7', 'dev')
  await ask(addon, fleet)
  const changing = provider.ask('PUT', `/${addon.id}`, { plan: 'xxs' }).catch(() => {})
  const isShut = async () => (await ask(addon, 'select 1;')).includes('locked')
  await until(isShut, { timeout: 300_000, what: 'the copy' })
  await provider.end('SIGKILL')
  await changing
  await provider.start()
  const isBack = async () => (await ask(addon, counted)) === whole
  await until(isBack, { timeout: 300_000, what: 'the database' })
  const isAlone = async () => (await serversOf()).length === 1
  await until(isAlone, { timeout: 300_000, what: 'the end of the other server' })
  const own = await provider.call('PUT', `/${addon.id}`, { plan: 'xxs' })
  assert.equal(await ask(own, counted), whole)
  await provider.call('DELETE', `/${addon.id}`)
  assert.deepEqual(await serversOf(), ['shared'])
})

test('MariaDB: a move to a dedicated server and back keeps the data', async () => {
  const addon = await provider.order('addon_5', 'dev')
  await ask(addon, fleet)
  const own = await provider.call('PUT', `/${addon.id}`, { plan: 'xxs' })
  assert.equal(own.config.MYSQL_ADDON_PASSWORD, addon.config.MYSQL_ADDON_PASSWORD)
  assert.notEqual(own.config.MYSQL_ADDON_PORT, addon.config.MYSQL_ADDON_PORT)
  assert.equal(await ask(own, counted), whole)
  assert.match(await ask(addon, 'select 1;'), /denied/)
  await ask(own, "call launch('pequod');")
  assert.equal((await serversOf()).length, 2)
  const larger = await provider.call('PUT', `/${addon.id}`, { plan: 's' })
  assert.deepEqual(larger.config, own.config)
  assert.equal(await ask(larger, 'select count(*), @@max_connections from names;'), '3\t135')

  await provider.end('SIGKILL')
  assert.equal(await ask(larger, 'select count(*) from names;'), '3')
  await provider.start()
  assert.deepEqual((await provider.order('addon_5', 'dev')).config, larger.config)
  await until(() => heard.some((text) => text.includes('ready for connections')), {
    timeout: 300_000,
    what: 'its log',
  })
  const back = await provider.call('PUT', `/${addon.id}`, { plan: 'dev' })
  assert.equal(await ask(back, 'select count(*) from names;'), '3')
  assert.deepEqual(await serversOf(), ['shared'])
  await provider.end('SIGINT')
  assert.match(await ask(back, 'select 1;'), /Can't connect/)
  await provider.start()
  const isThere = async () => (await ask(back, 'select count(*) from names;')) === '3'
  await until(isThere, { timeout: 300_000, what: 'the server' })
  await provider.call('DELETE', `/${addon.id}`)
  await provider.end('SIGTERM')
  assert.match(await ask(back, 'select 1;'), /Can't connect/)
})
