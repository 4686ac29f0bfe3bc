import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Preview } from '#client/resources/previews.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import {
  PushedApplication,
  startedByNode,
  webServer,
} from '#tests/support/applications/pushed-application.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Has PostgreSQL answer from this machine, as no application could. */
async function ask(environment: Readonly<Record<string, string>>, statements: string) {
  const { POSTGRESQL_ADDON_PORT: port, POSTGRESQL_ADDON_USER: user } = environment
  const { POSTGRESQL_ADDON_DB: database, POSTGRESQL_ADDON_PASSWORD = '' } = environment
  const uri = `postgresql://${user}@127.0.0.1:${port}/${database}`
  const env = {
    PATH: '/usr/bin:/bin',
    PGPASSWORD: POSTGRESQL_ADDON_PASSWORD,
    PGSSLMODE: 'disable',
  }
  const options = { input: statements, env, timeout: 300_000 }
  return (await runOrThrow(['psql', '-qtA', '--set=ON_ERROR_STOP=1', uri], options)).trim()
}

test('preview: its PostgreSQL begins with a back-up of that of the application, which it does not change; an isolated one is empty', async () => {
  await using berth = await TestBerth.lease()
  await using host = await openGitHost()
  const { client } = berth
  await host.create('shop', webServer('of everybody'))
  for (const branch of ['topic', 'strange']) {
    await host.commit('shop', webServer(`of ${branch}`), { branch })
  }
  const shop = await PushedApplication.create(berth, 'shop')
  await client.environment.replace(shop.record, startedByNode)
  const org = berth.admin.organisationId
  await shop.ok('addon', 'create', 'postgresql-addon', 'db', '--plan', 'dev', '--org', org)
  await shop.ok('service', 'link-addon', 'db')
  const addons = await client.addons.list(org)
  const { id: addonId } = addons.find(({ name }) => name === 'db') ?? assert.fail()
  const database = async (application: { id: string; ownerId: string }) => {
    const [linked] = await client.addons.of(application)
    const variables = await client.addons.variables({
      id: linked?.id ?? assert.fail(),
      ownerId: org,
    })
    return Object.fromEntries(variables.map(({ name, value }) => [name, value]))
  }
  const own = await database(shop.record)
  await ask(own, `create table ships (name text); insert into ships values ('Argo')`)
  await shop.ok('database', 'backups', 'create', 'db')
  await ask(own, `insert into ships values ('Beagle')`)

  await shop.ok('connect', host.urlOf('shop'))
  const settings = ['--enable', '--addon-backup', `${addonId}=latest`]
  await shop.ok('preview', 'settings', ...settings)
  const preview = async (...words: string[]) => {
    const made = await shop.ok('preview', 'create', ...words, '--wait', '--format', 'json')
    const { status, applicationId }: Preview = JSON.parse(made.stdout)
    assert.equal(status, 'ready')
    return database({ id: applicationId ?? assert.fail(), ownerId: org })
  }
  const copy = await preview('topic')
  assert.equal(await ask(copy, 'select name from ships'), 'Argo')
  await ask(copy, 'drop table ships')
  assert.equal(await ask(own, 'select count(*) from ships'), '2')

  const strange = await preview('strange', '--isolated')
  const tables = `select count(*) from pg_tables where schemaname = 'public'`
  assert.equal(await ask(strange, tables), '0')
})
