import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { createHostKey } from '#git/host-key.ts'
import { readSettings } from '#settings/settings.ts'
import { addApplication, addDeployment } from '#stores/store.contract.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { openDataFolder } from '#wiring/disk/data-folder.ts'
import { openStore } from '#wiring/store.ts'
import { runAdmin } from './admin.ts'

let server: PostgresqlServer
let data: string

before(async () => {
  server = await openPostgresqlServer()
  data = await mkdtemp(join(tmpdir(), 'berth-copy-'))
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(data, { recursive: true })
})

const lines: string[] = []
const copy = (url: URL) => {
  lines.length = 0
  const args = ['copy-store', '--from', 'sqlite', '--to', url.href]
  return runAdmin(readSettings({ BERTH_DATA: data }), args, (line) => lines.push(line))
}
const said = (pattern: RegExp) => assert.match(lines.join('\n'), pattern)

test('admin copy-store: everything is in PostgreSQL afterwards, and a second copy is refused', async () => {
  const folder = await openDataFolder(data, createHostKey)
  const source = await openStore(folder)
  const { id } = await addApplication(source)
  const deployment = await addDeployment(source, id)
  for (let at = 0; at < 450; at += 1) await source.variables.set(id, `NAME_${at}`, `é\n${at}`)
  const [variables, application] = [
    await source.variables.of(id),
    await source.applications.find(id),
  ]
  await source.close()

  const url = await server.createDatabase()
  assert.equal(await copy(url), 0, lines.join('\n'))
  said(/450 {2}variables/)
  said(/counts and checksums agree/)
  assert.doesNotMatch(lines.join('\n'), /a-password-nobody-may-read/)
  const target = await openStore(folder, url)
  assert.deepEqual(await target.variables.of(id), variables)
  assert.deepEqual(await target.applications.find(id), application)
  assert.deepEqual(await target.deployments.find(deployment.id), deployment)
  assert.equal((await addApplication(target)).number, (application?.number ?? 0) + 1)
  await target.close()

  assert.equal(await copy(url), 1)
  said(/The target is not empty: it has rows in \w+/)
})

test('admin copy-store: a copy that fails leaves nothing, and works when it is repeated', async () => {
  const url = await server.createDatabase()
  const name = url.pathname.slice(1)
  const database = new DatabaseSync(join(data, 'berth.sqlite'))
  database.exec('pragma foreign_keys = off')
  database.exec(`insert into variables values ('app_of_nobody', 'A', 'b')`)
  await assert.rejects(copy(url), /foreign key/)
  const counted = await server.run(name, 'select count(*)::int as count from users')
  assert.deepEqual(counted, [{ count: 0 }])
  database.exec(`delete from variables where "applicationId" = 'app_of_nobody'`)
  database.close()
  assert.equal(await copy(url), 0, lines.join('\n'))
})

test('admin copy-store: a wrong use is explained', async () => {
  assert.equal(await copy(new URL('postgresql://127.0.0.1')), 1)
  said(/--to is not an address/)
  assert.equal(
    await runAdmin(readSettings({ BERTH_DATA: data }), ['copy-store'], (line) => lines.push(line)),
    1,
  )
  said(/Usage: admin copy-store --from sqlite --to/)
})
