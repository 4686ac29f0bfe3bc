import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import { createTransfers } from '#providers/kit/transfers/transfers.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { openDashboard } from '#tests/support/providers/dashboard.ts'
import { expectEnd, settleExpectedEnds } from './expected-ends.ts'
import {
  beginExport,
  beginImport,
  cancelTransfer,
  findTransfer,
  sendPart,
  startTransfer,
} from './transfers.ts'

const timeout = 60_000

/** A provider whose dumps are imported and exported once they are released. */
async function open(t: TestContext) {
  const folder = await mkdtemp(join(memoryTmpdir(), 'transfers-'))
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const transfers = createTransfers({
    folder: join(folder, 'files'),
    formats: { plain: '.sql' },
    maxBytes: () => 1_000,
    admit: async () => {},
    async importDump(_, { size }) {
      await isReleased
      if (size > 4) throw new DeclinedError('line 1: syntax error at "a secret"')
      return 'All of the dump was imported.'
    },
    async exportDump(_, { path }) {
      await isReleased
      await writeFile(path, 'dump')
    },
    report: async () => {},
    onProblem: assert.fail,
  })
  t.after(async () => {
    release()
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
  const author = { caller, from: '10.0.0.9' }
  const entries = () => platform.store.audit.listOf(addon.ownerId, { limit: 50 })
  const endOf = (action: string, id: string) =>
    until(
      async () => {
        const known = await entries()
        const entry = known.find((each) => each.action === action && each.target.includes(id))
        if (entry === undefined || entry.outcome === 'begun') return undefined
        const { outcome, target, userId, from } = entry
        assert.deepEqual([userId, from], [person.id, author.from])
        return `${outcome}: ${target.replace(id, 'it').replace(/after .*\)/, 'after some time)')}`
      },
      { timeout, what: `the end of ${action}` },
    )
  return { platform, addon, author, release, entries, endOf }
}

test('import and export: their ends are in the audit log with their outcomes, and without what the provider says about the dump', async (t) => {
  const { platform, addon, author, release, entries, endOf } = await open(t)
  async function imported(dump: string) {
    const bytes = Buffer.from(dump)
    const { id } = await beginImport(platform, addon, { size: bytes.length, goOn: false })
    await sendPart(platform, addon, { transferId: id, offset: '0', bytes })
    const begun = await startTransfer(platform, addon, id, author)
    assert.equal(begun.state, 'importing')
    const [{ action, outcome } = assert.fail('no entry')] = await entries()
    assert.deepEqual([action, outcome], ['addon.end-import', 'begun'])
    release()
    return endOf('addon.end-import', id)
  }
  assert.equal(await imported('good'), `done: ${addon.id} it (done after some time)`)
  assert.equal(await imported('wrong'), `failed: ${addon.id} it (failed after some time)`)
  const { id } = await beginExport(platform, addon, 'plain', author)
  // Whoever fetches the file removes it at once, before anybody else looks.
  const isDone = async () => (await findTransfer(platform, addon, id)).state === 'done'
  await until(isDone, { timeout, every: 1, what: 'the file' })
  await cancelTransfer(platform, addon, id)
  assert.equal(await endOf('addon.end-export', id), `done: ${addon.id} it (done after some time)`)
})

test('audit: what was open when a platform crashed has an end after its next start', async (t) => {
  const { platform, addon, author, release, entries, endOf } = await open(t)
  const { id } = await beginExport(platform, addon, 'plain', author)
  const lost = 'f'.repeat(32)
  for (const what of [
    { action: 'addon.close-shell' },
    { action: 'addon.end-import', transferId: lost },
    { action: 'addon.end-export', transferId: id },
  ] as const)
    await expectEnd(platform, addon, { ...author, ...what })
  const find = findTransfer.bind(undefined, platform)
  await settleExpectedEnds(platform, { before: 0, find })
  assert.equal((await entries()).filter(({ outcome }) => outcome === 'begun').length, 4)
  await settleExpectedEnds(platform, { before: platform.clock() + 1, find })
  const cutOff = 'cut off by an end of the platform, after some time'
  assert.equal(await endOf('addon.close-shell', addon.id), `failed: it (${cutOff})`)
  assert.equal(
    await endOf('addon.end-import', lost),
    `failed: ${addon.id} it (failed after some time)`,
  )
  release()
  assert.equal(await endOf('addon.end-export', id), `done: ${addon.id} it (done after some time)`)
})
