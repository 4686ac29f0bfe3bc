import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createVault } from '#kit/crypto/vault.ts'
import { newId } from '#kit/text/ids.ts'
import { backupCopiesContract } from '#stores/backup-copies.contract.ts'
import { billingContract } from '#stores/billing.contract.ts'
import { domainsContract } from '#stores/domains.contract.ts'
import { eventsContract } from '#stores/events.contract.ts'
import { identityContract } from '#stores/identity.contract.ts'
import { marketplaceContract } from '#stores/marketplace.contract.ts'
import { NewerStoreError } from '#stores/migrations/migrate.ts'
import { networkGroupsContract } from '#stores/network-groups.contract.ts'
import { oddValuesContract } from '#stores/odd-values.contract.ts'
import { previewsContract } from '#stores/previews.contract.ts'
import { pullRequestsContract } from '#stores/pull-requests.contract.ts'
import { redeploymentsContract } from '#stores/redeployments.contract.ts'
import { repositoriesContract } from '#stores/repositories.contract.ts'
import { addApplication, storeContract } from '#stores/store.contract.ts'
import { openTestStore } from '#tests/support/platform/test-store.ts'
import { openSqliteStore } from './sqlite-store.ts'

const vault = () => createVault(randomBytes(32))

storeContract('sqlite', () => openTestStore())
identityContract('sqlite', () => openTestStore())
domainsContract('sqlite', () => openTestStore())
billingContract('sqlite', () => openTestStore())
eventsContract('sqlite', () => openTestStore())
marketplaceContract('sqlite', () => openTestStore())
oddValuesContract('sqlite', () => openTestStore())
repositoriesContract('sqlite', () => openTestStore())
previewsContract('sqlite', () => openTestStore())
pullRequestsContract('sqlite', () => openTestStore())
redeploymentsContract('sqlite', () => openTestStore())
backupCopiesContract('sqlite', () => openTestStore())
networkGroupsContract('sqlite', () => openTestStore())

async function inFolder(body: (file: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-sqlite-'))
  try {
    await body(join(folder, 'berth.sqlite'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('SQLite store: data is there after reopening', () =>
  inFolder(async (file) => {
    const key = vault()
    const first = await openSqliteStore(file, key)
    const { id } = await addApplication(first)
    await first.variables.set(id, 'A', '1')
    await first.close()
    const second = await openSqliteStore(file, key)
    assert.deepEqual(await second.variables.of(id), { A: '1' })
    await second.close()
  }))

test('SQLite store: variables and engine handles are encrypted in the file', () =>
  inFolder(async (file) => {
    const store = await openSqliteStore(file, vault())
    const { id } = await addApplication(store)
    await store.variables.set(id, 'PASSWORD', 'a-very-visible-secret')
    const handle = { environment: { PASSWORD: 'a-very-visible-secret' } }
    const instanceId = randomUUID()
    const started = { instanceId, address: { host: '10.0.0.2', port: 8080 }, handle }
    const deploymentId = newId('deployment')
    const instance = { id: instanceId, applicationId: id, deploymentId, number: 0, flavor: 'XS' }
    await store.instances.add({ ...instance, state: 'up', createdAt: 1, started })
    await store.close()
    assert.equal((await readFile(file)).includes('a-very-visible-secret'), false)
  }))

test('SQLite store: data of a newer version is refused and left unchanged', () =>
  inFolder(async (file) => {
    await (await openSqliteStore(file, vault())).close()
    const database = new DatabaseSync(file)
    database.exec(`insert into migrations (name, date) values ('9999-from-the-future', 1)`)
    database.close()
    const before = await readFile(file)
    await assert.rejects(openSqliteStore(file, vault()), NewerStoreError)
    assert.deepEqual(await readFile(file), before)
  }))
