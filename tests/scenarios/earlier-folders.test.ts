import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { folders, restoreFolder } from '#tests/support/stores/restore-folder.ts'
import { visit } from '#tests/support/visitors/visit.ts'

for (const version of await readdir(folders)) {
  test(`data folder of ${version}: opens with everything in it, and its application serves`, async () => {
    await using berth = await TestBerth.start({}, (data) => restoreFolder(version, data))
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
