import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import { createTransfers } from '#providers/kit/transfers/transfers.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { openDashboard } from '#tests/support/providers/dashboard.ts'
import { beginTransfer, sendPart, startTransfer } from './transfers.ts'

const timeout = 60_000

test('import: its end is in the audit log with its outcome, and without what the provider says about the dump', async (t) => {
  const folder = await mkdtemp(join(memoryTmpdir(), 'transfers-'))
  const { promise: isWatched, resolve: goOn } = Promise.withResolvers<void>()
  const transfers = createTransfers({
    folder: join(folder, 'files'),
    formats: {},
    maxBytes: () => 1_000,
    admit: async () => {},
    async importDump(_, { size }) {
      await isWatched
      if (size > 4) throw new DeclinedError('line 1: syntax error at "a secret"')
      return 'All of the dump was imported.'
    },
    exportDump: () => assert.fail(),
    report: async () => {},
    onProblem: assert.fail,
  })
  t.after(async () => {
    await transfers.close()
    await rm(folder, { recursive: true })
  })
  const { platform, addon, person } = await openDashboard(t, await openTestApi(), { transfers })
  const caller = {
    userId: person.id,
    credential: 'access token',
    credentialId: 'a',
    rights: everyRight,
  } as const
  async function ended(dump: string, release = () => {}) {
    const bytes = Buffer.from(dump)
    const order = { kind: 'import', size: bytes.length, goOn: false, format: '' } as const
    const { id: transferId } = await beginTransfer(platform, addon, order)
    await sendPart(platform, addon, { transferId, offset: '0', bytes })
    const begun = await startTransfer(platform, addon, transferId, { caller, from: '10.0.0.9' })
    assert.equal(begun.state, 'importing')
    release()
    const entry = await until(
      async () => {
        const entries = await platform.store.audit.listOf(addon.ownerId, { limit: 20 })
        return entries.find(({ target }) => target.includes(`${transferId} (`))
      },
      { timeout, what: 'the audit entry' },
    )
    const { action, outcome, target, userId, from } = entry
    assert.deepEqual([action, userId, from], ['addon.end-import', person.id, '10.0.0.9'])
    return `${outcome}: ${target.replace(transferId, 'transfer').replace(/after .*\)/, 'after some time)')}`
  }
  assert.equal(await ended('good', goOn), `done: ${addon.id} transfer (done after some time)`)
  assert.equal(await ended('wrong'), `failed: ${addon.id} transfer (failed after some time)`)
})
