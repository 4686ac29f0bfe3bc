import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** An ordered database with a real server and an application that uses it. */
let berth: TestBerth
let web: Project
let host: string

before(async () => {
  berth = await TestBerth.lease()
  web = await Project.create(berth, 'web')
  await type('login', '--local', '--data', berth.data)
})
after(async () => {
  await web?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const said = (ran: { code: number | null; output: string; stdout: string }, words: string[]) => {
  assert.equal(ran.code, 0, `${words.join(' ')}:\n${ran.output}\n${berth.output}`)
  return ran.stdout
}
const type = async (...words: string[]) => said(await web.berth(...words), words)
const clever = async (...words: string[]) =>
  said(await web.clever(...words, '--no-update-notifier'), words)
const inOrg = () => ['--org', berth.admin.organisationId]

/** Address and credentials of a database. */
interface Database {
  id: string
  host: string
  port: number
  user: string
  password: string
  database: string
  plan: string
  locale?: string
  features: { name: string; enabled: boolean }[]
}

async function databaseOf(name: string): Promise<Database> {
  const addons = await berth.client.addons.list(berth.admin.organisationId)
  const { realId } = addons.find((addon) => addon.name === name) ?? assert.fail(`no ${name}`)
  const path = `/v4/addon-providers/postgresql-addon/addons/${realId}`
  return berth.client.ask<Database>({ method: 'GET', path })
}

/** Queries it from this machine, as no application could. */
async function ask({ port, user, password, database }: Database, statements: string) {
  const uri = `postgresql://${user}@127.0.0.1:${port}/${database}`
  const env = { PATH: '/usr/bin:/bin', PGPASSWORD: password, PGSSLMODE: 'disable' }
  const options = { input: statements, env, timeout: 300_000 }
  return (await runOrThrow(['psql', '-qtA', '--set=ON_ERROR_STOP=1', uri], options)).trim()
}

/** The application's response about its database. */
async function fromWeb(path: string): Promise<string> {
  return (await visit(berth.addresses.visitors.http, host, { path })).body
}
const query = (sql: string) => fromWeb(`/query?sql=${encodeURIComponent(sql)}`)
const settled = (what: string) =>
  until(async () => (await query('select 1 as one')) === '[{"one":1}]', {
    timeout: 300_000,
    every: 200,
    what,
  })

test('PostgreSQL add-on: a database is ordered, and unreachable without a link', async () => {
  await type('addon', 'create', 'postgresql-addon', 'db', '--plan', 'dev', ...inOrg())
  const { id, host: at, port, user, password, database } = await databaseOf('db')
  assert.match(id, /^postgresql_[0-9a-f-]{36}$/)
  await web.write({ 'package.json': manifest, 'server.js': program })
  await web.commit('First version')
  await type('create', 'web', '--type', 'node', ...inOrg())
  const uri = `postgresql://${user}:${password}@${at}:${port}/${database}`
  await type('env', 'set', 'STRANGER_URI', uri)
  await type('deploy')
  const applications = await berth.client.applications.list(berth.admin.organisationId)
  host = `${applications[0]?.id.replace('_', '-')}.localhost`
  assert.match(await query('select 1 as one'), /ECONNREFUSED|timeout|ENOTFOUND|EHOSTUNREACH/)
})

test('PostgreSQL add-on: a linked application reads and writes, with as many connections as the plan allows', async () => {
  await type('service', 'link-addon', 'db')
  await type('restart')
  await settled('the way to the database')
  await query('create table ships (name text)')
  await query(`insert into ships values ('Ada')`)
  assert.equal(await query('select name from ships'), '[{"name":"Ada"}]')
  assert.match(await fromWeb('/many'), /too many connections for role/)
})

test('PostgreSQL add-on: a back-up is made, listed, downloaded, and restored into another database', async () => {
  const created = await type('database', 'backups', 'create', 'db', '--format', 'json')
  const backupId: string = JSON.parse(created).backup_id
  const { id } = await databaseOf('db')
  const listed = JSON.parse(await clever('database', 'backups', id, '--format', 'json'))
  assert.ok(listed.some((backup: { backupId: string }) => backup.backupId === backupId))
  await clever('database', 'backups', 'download', id, backupId, '--output', 'stock.dump')
  await type('database', 'backups', 'download', 'db', backupId, '--output', 'own.dump')
  const files = ['stock.dump', 'own.dump'].map((name) => readFile(join(web.folder, name)))
  const [stock, own] = await Promise.all(files)
  assert.equal(own?.subarray(0, 5).toString(), 'PGDMP')
  assert.ok(stock && own.equals(stock))
  const restore = `restore=${id}/${backupId}`
  await clever(
    ...['addon', 'create', 'postgresql-addon', 'copy', '--plan', 'dev', '--region', 'par'],
    ...['--option', `${restore},do-backup=false`, ...inOrg()],
  )
  assert.equal(await ask(await databaseOf('copy'), 'select name from ships'), 'Ada')
  assert.equal((await databaseOf('copy')).features[0]?.enabled, false, 'no back-ups on schedule')
})

test('PostgreSQL add-on: a back-up is restored in place and into a new add-on, and the dashboard shows it', async () => {
  const created = await type('database', 'backups', 'create', 'db', '--format', 'json')
  const backupId: string = JSON.parse(created).backup_id
  const restore = ['database', 'backups', 'restore', 'db', backupId]
  await query(`insert into ships values ('Bea')`)
  await type(...restore, '--into', 'twin')
  assert.equal(await ask(await databaseOf('twin'), 'select name from ships'), 'Ada')

  const unconfirmed = await web.berth(...restore)
  assert.notEqual(unconfirmed.code, 0)
  assert.equal(await query('select name from ships'), '[{"name":"Ada"},{"name":"Bea"}]')
  const { saved_backup_id: saved } = JSON.parse(await type(...restore, '--yes', '--format', 'json'))
  await settled('the restored database')
  assert.equal(await query('select name from ships'), '[{"name":"Ada"}]')
  await type('database', 'backups', 'restore', 'db', saved, '--yes')
  await settled('what was there before')
  assert.equal(await query('select name from ships'), '[{"name":"Ada"},{"name":"Bea"}]')

  const { id } =
    (await berth.client.addons.list(berth.admin.organisationId)).find(
      ({ name }) => name === 'db',
    ) ?? assert.fail()
  const path = `/v2/organisations/${berth.admin.organisationId}/addons/${id}/sso`
  const { url, ...fields } = await berth.client.ask<Record<string, string>>({ method: 'GET', path })
  const visitor = new PageVisitor(berth.addresses.api)
  const { text } = await visitor.follow(await visitor.post(new URL(url ?? '').pathname, fields))
  assert.match(text, /<bdi>ships<\/bdi>/)
  assert.match(text, /before a restore/)
  assert.match(text, /<code><bdi>select name from ships<\/bdi><\/code>/)
  await query(`delete from ships where name = 'Bea'`)
})

test('PostgreSQL add-on: the options of a configuration tool are done, read back, or refused', async () => {
  const order = (body: object) =>
    berth.client.ask({
      method: 'POST',
      path: `/v2/organisations/${berth.admin.organisationId}/addons`,
      body: { name: 'sorted', providerId: 'postgresql-addon', plan: 'dev', region: 'par', ...body },
    })
  const options = { 'do-backup': 'true', 'direct-host-only': 'false', locale: 'en_GB' }
  await order({ options })
  const database = await databaseOf('sorted')
  assert.equal(database.locale, 'en_GB')
  assert.deepEqual(database.features, [
    { name: 'do-backup', enabled: true },
    { name: 'encryption', enabled: false },
    { name: 'direct-host-only', enabled: false },
  ])
  const collation = 'select datcollate from pg_database where datname = current_database()'
  assert.equal(await ask(database, collation), 'en_GB.UTF-8')
  assert.equal((await databaseOf('db')).locale, undefined, 'ordered without one')

  await assert.rejects(order({ options: { ...options, speed: 'fast' } }), {
    status: 400,
    message: /PostgreSQL has no option "speed": there are do-backup, .*locale, restore, version/,
  })
  await assert.rejects(order({ options: { ...options, encryption: 'true' } }), {
    message: /'encryption' cannot be 'true'/,
  })
  await assert.rejects(order({ options, paymentIntent: { id: 'pi_1' } }), {
    status: 400,
    message: /paid with the invoice of its month: leave out paymentIntent/,
  })
})

test('PostgreSQL add-on: after a password rotation the application keeps working, and the old password is refused', async () => {
  const before = await databaseOf('db')
  await type('addon', 'rotate-password', 'db')
  await assert.rejects(ask(before, 'select 1'), /authentication failed/)
  await settled('the restart with the new password')
  assert.equal(await query('select name from ships'), '[{"name":"Ada"}]')
})

test('PostgreSQL add-on: a change to a dedicated plan keeps the data, and has a log', async () => {
  const before = await databaseOf('db')
  await type('addon', 'plan', 'db', 'xxs')
  const { plan, port } = await databaseOf('db')
  assert.equal(plan, 'xxs_sml')
  assert.notEqual(port, before.port)
  await settled('the restart with the new server')
  assert.equal(await query('select name from ships'), '[{"name":"Ada"}]')
  await until(
    async () =>
      /ready to accept connections/.test(await type('logs', '--addon', 'db', '--no-follow')),
    { timeout: 300_000, every: 500, what: 'the log of the server' },
  )
})

test('PostgreSQL add-on: a deleted database is gone', async () => {
  const [db, copy] = [await databaseOf('db'), await databaseOf('copy')]
  for (const name of ['db', 'copy']) await type('addon', 'delete', name, '--yes', ...inOrg())
  await assert.rejects(ask(copy, 'select 1'), /authentication failed|does not exist/)
  await assert.rejects(ask(db, 'select 1'), /Connection refused/)
})

const manifest = JSON.stringify({
  name: 'web',
  version: '1.0.0',
  type: 'module',
  private: true,
  scripts: { start: 'node server.js' },
  dependencies: { pg: '8.16.3' },
})

const program = `
import { createServer } from 'node:http'
import pg from 'pg'
const connectionString = process.env.POSTGRESQL_ADDON_URI ?? process.env.STRANGER_URI
async function open() {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 60_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}
async function query(sql) {
  const client = await open()
  try {
    return JSON.stringify((await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}
async function many() {
  const opened = await Promise.allSettled(Array.from({ length: 7 }, open))
  for (const { value } of opened) await value?.end()
  return opened.map(({ reason }) => reason?.message ?? 'open').join()
}
createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://x')
  if (pathname === '/') return response.end('up')
  const answer = pathname === '/many' ? many() : query(searchParams.get('sql'))
  response.end(await answer.catch(({ code, message }) => code + ' ' + message))
}).listen(8080, '0.0.0.0')
`
