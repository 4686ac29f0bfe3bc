import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createVault } from '#kit/crypto/vault.ts'
import { BackupSkippedError } from '#providers/kit/backups/backup-skipped-error.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'
import { dumpDatabase, fillDatabase, tryDump } from './copies.ts'
import { dropDatabase, makeDatabase, namesOf } from './database.ts'
import type { Plan } from './plans.ts'
import type { Server } from './server/server.ts'
import { createServers, type Servers } from './server/servers.ts'
import { sizeOf } from './sizes/size.ts'

const megabyte = 1024 * 1024
const disk = 4 * megabyte
const plan: Plan = { slug: 'dev', isDedicated: false, connections: 5, disk, memory: 0 }

let folder: string
let servers: Servers
let server: Server
before(async () => {
  folder = await mkdtemp(join(memoryTmpdir(), 'mariadb-copies-'))
  await chmod(folder, 0o711)
  servers = createServers(folder, createVault(randomBytes(32)), testAccess())
  server = await servers.of('any', plan)
})
after(async () => {
  await servers.stopAll()
  await rm(folder, { recursive: true })
})

const isSkip = (sentence: RegExp) => (error: unknown) =>
  error instanceof BackupSkippedError && sentence.test(error.message)

test('MariaDB: a back-up of compressed columns is skipped before it fills the disk', async () => {
  const { name } = await makeDatabase(server, 'dense', plan)
  await server.run(`
use ${name};
create table dense (x longtext compressed);
insert into dense select repeat('a', 9000000) from seq_1_to_10;
`)
  assert.ok((await sizeOf(server, 'dense')) < disk)
  const path = join(folder, 'dense.sql')
  await assert.rejects(
    dumpDatabase(server, 'dense', { path, disk }),
    isSkip(/^what it holds does not fit into \d+ bytes when it is written out$/),
  )
  assert.ok(!(await readdir(folder)).includes('dense.sql'))
  await dropDatabase(server, 'dense')
})

test('MariaDB: loading a file that exceeds the plan is stopped', async () => {
  const { name } = await makeDatabase(server, 'large', plan)
  await server.run(`
use ${name};
create table large (x longtext);
insert into large select repeat('a', 1000000) from seq_1_to_60;
`)
  const path = join(folder, 'large.sql')
  await dumpDatabase(server, 'large', { path, disk: 64 * megabyte })
  const copy = await makeDatabase(server, 'copy', plan)
  await assert.rejects(
    fillDatabase(server, copy, { path, disk, from: 'large' }),
    isSkip(/does not fit into 8388608 bytes$/),
  )
  for (const id of ['large', 'copy']) await dropDatabase(server, id)
})

test('MariaDB: a database with views on missing tables can be backed up', async () => {
  const database = await makeDatabase(server, 'broken', plan)
  const statements = join(folder, 'broken-views.sql')
  await writeFile(
    statements,
    `create table a (x int); create table kept (x int); insert into kept values (7);
create view broken as select * from a; create view whole as select * from kept;
create view \`se.co\nnd\` as select x from a; drop table a;`,
  )
  await server.load(database, statements)
  const path = join(folder, 'broken.sql')
  const invalid = await dumpDatabase(server, 'broken', { path, disk })
  assert.deepEqual(invalid, ['broken', 'se.co\nnd'])
  await tryDump(server, 'broken', { path, disk })
  const copy = await makeDatabase(server, 'again', plan)
  await fillDatabase(server, copy, { path, disk, from: 'broken' })
  assert.equal((await server.run(`select x from ${namesOf('again').name}.whole;`)).trim(), '7')
  for (const id of ['broken', 'again']) await dropDatabase(server, id)
})
