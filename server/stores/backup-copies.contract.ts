import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddonId } from '#platform/model/ids.ts'
import type { BackupCopy } from '#platform/model/marketplace/backup-copy.ts'
import type { Store } from '#platform/model/store.ts'
import { addAddon, addOffer } from './marketplace.contract.ts'

const copyOf = (addonId: AddonId, backupId: string, date: string): BackupCopy => ({
  addonId,
  backupId,
  objectKey: `addon-backups/${addonId}/${backupId}.dump`,
  state: 'copying',
  bytes: 0,
  sha256: '',
  extension: 'dump',
  date,
  deleteAt: null,
  failures: 0,
  dueAt: 0,
})

/** Contract of every store for copies of back-ups. `open` returns an empty store. */
export function backupCopiesContract(name: string, open: () => Promise<Store>): void {
  test(`${name}: copies of back-ups are listed newest first, changed, and outlive their add-on`, async () => {
    const store = await open()
    const { backupCopies } = store
    const { provider, plan } = await addOffer(store)
    const { id } = await addAddon(store, provider, plan)
    const old = copyOf(id, 'b-1', '2026-01-01T00:00:00.000Z')
    const young = copyOf(id, 'b-2', '2026-01-02T00:00:00.000Z')
    for (const copy of [old, young]) await backupCopies.add(copy)
    await backupCopies.add({ ...old, objectKey: 'another' })
    assert.deepEqual(await backupCopies.listOf(id), [young, old])
    const kept = {
      state: 'kept',
      bytes: 3_000_000_000,
      sha256: 'ab',
      failures: 2,
      dueAt: 9,
    } as const
    await backupCopies.change(old, kept)
    assert.deepEqual(await backupCopies.find(old), { ...old, ...kept })
    assert.deepEqual(await backupCopies.find(young), young)
    assert.deepEqual(await backupCopies.listOrphaned(10), [])
    await store.addons.remove(id)
    const orphans = await backupCopies.listOrphaned(10)
    assert.deepEqual(
      orphans.map(({ backupId }) => backupId),
      ['b-1', 'b-2'],
    )
    assert.equal((await backupCopies.listOrphaned(1)).length, 1)
    await backupCopies.remove(old)
    assert.equal(await backupCopies.find(old), undefined)
    assert.deepEqual(await backupCopies.listOf(id), [young])
    await store.close()
  })
}
