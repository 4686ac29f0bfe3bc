import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { ObjectStoreUnavailableError } from '#platform/model/object-store.ts'
import {
  backedUpAddon,
  type OpenedObjects,
  resource,
} from '#tests/support/providers/backed-up-addon.ts'
import { createBackupCopier } from './backup-copier.ts'
import { listBackups, makeBackup, openBackup } from './backups.ts'
import { type CopyContext, removeOrphanedCopies, syncCopies } from './sync-copies.ts'

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

class CrashError extends Error {}

/** Ends the work before or after the call with this number, as a crash would. */
function crashingAt<T extends object>(target: T, calls: { left: number }): T {
  return new Proxy(target, {
    get(from, name) {
      const method = Reflect.get(from, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        calls.left -= 1
        if (calls.left === 0) throw new CrashError()
        const result = await method.apply(from, args)
        calls.left -= 1
        if (calls.left === 0) throw new CrashError()
        return result
      }
    },
  })
}

/** Runs the work with a crash at each call in turn, until it ends without one. */
async function crashEverywhere(
  context: CopyContext,
  prepare: () => Promise<void>,
  work: (context: CopyContext) => Promise<unknown>,
  check: () => Promise<void>,
): Promise<number> {
  for (let at = 1; ; at += 1) {
    await prepare()
    const calls = { left: at }
    const backupCopies = crashingAt(context.store.backupCopies, calls)
    const crashing = {
      ...context,
      objects: crashingAt(context.objects, calls),
      store: { ...context.store, backupCopies },
    }
    const hasCrashed = await work(crashing).then(
      () => false,
      (error) => {
        if (error instanceof CrashError) return true
        throw error
      },
    )
    await check()
    if (!hasCrashed && calls.left > 0) return at
  }
}

/** Copies of back-ups in any object store. */
export function backupCopyContract(name: string, openObjects: () => Promise<OpenedObjects>): void {
  const promise = (sentence: string, body: (t: TestContext) => Promise<void>) =>
    test(`copies of back-ups in ${name}: ${sentence}`, body)

  promise('one is copied once, and listed and sent while its provider is away', async (t) => {
    const given = await backedUpAddon(t, await openObjects())
    const { context, addon, platform, service } = given
    await given.backUp('ships')
    assert.equal(await syncCopies(context, addon), 'complete')
    const [copy, ...others] = await given.copies()
    assert.deepEqual(others, [])
    assert.deepEqual(
      [copy?.state, copy?.bytes, copy?.sha256, copy?.extension],
      ['kept', 5, sha256('ships'), 'txt'],
    )
    assert.deepEqual(await given.keys(), [copy?.objectKey])
    const before = await listBackups(platform, addon)
    const putAgain = { ...context.objects, put: () => assert.fail('it was copied again') }
    assert.equal(await syncCopies({ ...context, objects: putAgain }, addon), 'complete')

    await service.close()
    // Why it was made is known to the provider alone.
    const kept = before.map(({ kind: _, ...backup }) => backup)
    assert.deepEqual(await listBackups(platform, addon), kept)
    const file = await openBackup(platform, addon, copy?.backupId ?? '')
    assert.deepEqual([file.size, file.extension, await text(file.stream)], [5, 'txt', 'ships'])
    await assert.rejects(openBackup(platform, addon, 'another'), /did not answer/)
    platform.objects = undefined
    await assert.rejects(listBackups(platform, addon), /did not answer/)
  })

  promise('the one asked for is copied when it has ended', async (t) => {
    const given = await backedUpAddon(t, await openObjects())
    const { platform, addon } = given
    platform.backupCopier.begin()
    const { id } = await makeBackup(platform, addon)
    await until(async () => (await given.copies()).some(({ state }) => state === 'kept'), {
      timeout: 300_000,
      what: 'the copy',
    })
    await platform.backupCopier.close()
    assert.deepEqual(
      (await given.copies()).map(({ backupId }) => backupId),
      [id],
    )
  })

  promise('those of providers of others are not copied', async (t) => {
    const given = await backedUpAddon(t, await openObjects(), 'orga_partner')
    const { platform, addon } = given
    await given.backUp('ships')
    await makeBackup(platform, addon)
    let rounds = 0
    const isLocal = async () => {
      rounds += 1
      return true
    }
    platform.placement = { ...platform.placement, isLocal }
    platform.backupCopier.begin()
    // Rounds never overlap, so that the second begins when the first has ended.
    for (const count of [1, 2]) {
      await until(() => rounds >= count, { timeout: 300_000, what: `round ${count}` })
      platform.backupCopier.wake()
    }
    await platform.backupCopier.close()
    assert.deepEqual([await given.copies(), await given.keys()], [[], []])
  })

  promise('a crash at any moment leaves one whole copy after the next attempt', async (t) => {
    const given = await backedUpAddon(t, await openObjects())
    const { context, addon } = given
    await given.backUp('ships')
    const moments = await crashEverywhere(
      context,
      async () => {
        for (const copy of await given.copies()) {
          await context.objects.remove(copy.objectKey)
          await context.store.backupCopies.remove(copy)
        }
      },
      (crashing) => syncCopies(crashing, addon),
      async () => {
        for (const copy of await given.copies()) {
          if (copy.state !== 'kept') continue
          assert.equal((await context.objects.stat(copy.objectKey))?.bytes, 5)
        }
        await given.makeDue()
        assert.equal(await syncCopies(context, addon), 'complete')
        const [copy, ...others] = await given.copies()
        assert.deepEqual([copy?.state, others.length], ['kept', 0])
        assert.deepEqual(await given.keys(), [copy?.objectKey])
      },
    )
    assert.ok(moments > 6, `${moments} moments`)
  })

  promise(
    'a copy goes with its back-up, and a crash meanwhile leaves nothing for ever',
    async (t) => {
      const given = await backedUpAddon(t, await openObjects())
      const { context, addon } = given
      const moments = await crashEverywhere(
        context,
        async () => {
          await given.backUp('one')
          await syncCopies(context, addon)
          assert.equal((await given.copies())[0]?.state, 'kept')
          // The provider keeps one.
          await given.backUp('two')
        },
        (crashing) => syncCopies(crashing, addon),
        async () => {
          await given.makeDue()
          assert.equal(await syncCopies(context, addon), 'complete')
          const [backup] = await given.keeper.list(resource)
          const [copy, ...others] = await given.copies()
          assert.deepEqual([copy?.backupId, copy?.state, others], [backup?.id, 'kept', []])
          assert.deepEqual(await given.keys(), [copy?.objectKey])
        },
      )
      assert.ok(moments > 6, `${moments} moments`)
    },
  )

  promise(
    'they stay when the provider has lost the add-on, and go when it is deleted',
    async (t) => {
      const given = await backedUpAddon(t, await openObjects())
      const { context, addon, platform } = given
      await given.backUp('ships')
      await syncCopies(context, addon)
      const lost = { ...addon, realId: 'r-2' as const }
      assert.equal(await syncCopies(context, lost), 'complete')
      assert.equal((await listBackups(platform, lost)).length, 1)
      await given.keeper.forget(resource)
      assert.equal(await syncCopies(context, addon), 'complete')
      assert.equal((await listBackups(platform, addon)).length, 1)
      await removeOrphanedCopies(context)
      assert.equal((await given.keys()).length, 1)

      await platform.store.addons.remove(addon.id)
      await removeOrphanedCopies(context)
      assert.deepEqual([await given.keys(), await given.copies()], [[], []])
    },
  )

  promise('a file of another size is not kept, and waits for its next attempt', async (t) => {
    const given = await backedUpAddon(t, await openObjects())
    const { context, addon, log } = given
    await given.backUp('ships')
    const [{ id = '' } = {}] = await given.keeper.list(resource)
    await writeFile(given.keeper.pathOf(resource, id), 'shi')
    assert.equal(await syncCopies(context, addon), 'complete')
    assert.equal(await syncCopies(context, addon), 'complete')
    const [copy] = await given.copies()
    assert.deepEqual([copy?.state, copy?.failures, log.length], ['copying', 1, 1])
    assert.match(log[0] ?? '', /has 3 bytes instead of 5/)
    assert.deepEqual(await given.keys(), [])
    await writeFile(given.keeper.pathOf(resource, id), 'ships')
    const later = { ...context, clock: () => context.clock() + 300_000 }
    assert.equal(await syncCopies(later, addon), 'complete')
    assert.equal((await given.copies())[0]?.state, 'kept')
  })

  promise('an object store that is away is told once, and copied to when it is back', async (t) => {
    const given = await backedUpAddon(t, await openObjects())
    const { platform, context, log } = given
    await given.backUp('ships')
    const away = { puts: 0, isAway: true }
    platform.objects = {
      ...context.objects,
      put: async (...args) => {
        away.puts += 1
        if (away.isAway) throw new ObjectStoreUnavailableError('it does not answer')
        return context.objects.put(...args)
      },
    }
    const copier = createBackupCopier({
      platform: () => platform,
      log: (line) => log.push(line),
      onBug: (error) => assert.fail(String(error)),
    })
    copier.begin()
    const tries = (count: number) =>
      until(() => away.puts >= count && log.length > 0, { timeout: 300_000, what: 'an attempt' })
    await tries(1)
    copier.wake()
    await tries(2)
    away.isAway = false
    copier.wake()
    await until(async () => (await given.copies())[0]?.state === 'kept', {
      timeout: 300_000,
      what: 'the copy',
    })
    await copier.close()
    assert.deepEqual(log, ['Back-ups of add-ons are not copied: it does not answer'])
  })
}
