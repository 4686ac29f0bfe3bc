import assert from 'node:assert/strict'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { runCommand } from '#tests/support/platform/command.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/**
 * A folder for each version: the store as SQL, the keys, and the repository of its one application, which is not empty: variables, an add-on,
 * a domain, a webhook, a drain, an SSH key, releases.
 */
const folders = new URL('../support/stores/folders/', import.meta.url).pathname

/** Makes a data folder as a platform of that version left it. */
async function restore(version: string, data: string): Promise<void> {
  const folder = join(folders, version)
  await mkdir(join(data, 'repositories'), { recursive: true })
  for (const file of ['secret.key', 'admin.json']) {
    await copyFile(join(folder, file), join(data, file))
  }
  // A dump writes tables in the order of their names.
  const options = { enableForeignKeyConstraints: false }
  const database = new DatabaseSync(join(data, 'berth.sqlite'), options)
  database.exec(await readFile(join(folder, 'berth.sql'), 'utf8'))
  const row = database.prepare('select id from applications').get()
  database.close()
  const repository = join(data, 'repositories', `${row?.id}.git`)
  const bundle = join(folder, 'repository.bundle')
  const clone = ['git', 'clone', '-q', '--bare', bundle, repository]
  const { code, output } = await runCommand(clone, { cwd: data, env: process.env })
  assert.equal(code, 0, output)
}

for (const version of await readdir(folders)) {
  test(`data folder of ${version}: opens with everything in it, and its application serves`, async () => {
    await using berth = await TestBerth.start({}, (data) => restore(version, data))
    const { client, admin, addresses } = berth
    const [shop] = await client.applications.list(admin.organisationId)
    assert.equal(shop?.name, 'shop')
    const variables = await client.environment.list(shop)
    assert.equal(variables.find(({ name }) => name === 'GREETING')?.value, 'hello')
    assert.equal((await client.drains.list(shop)).length, 1)
    assert.equal((await client.sshKeys.list()).length, 1)
    const body = await until(
      async () => {
        const { status, body } = await visit(addresses.visitors.http, 'shop.example.test')
        return status === 200 ? body : undefined
      },
      { timeout: 300_000, every: 200, what: 'the application of the folder' },
    )
    assert.equal(body, 'Hello world, this is version 1.\n')
  })
}
