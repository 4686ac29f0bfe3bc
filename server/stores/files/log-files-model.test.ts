import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Line, LineFilter } from '#platform/model/observability/line.ts'
import { containsText } from '#platform/observability/logs/match-lines.ts'
import { newLine } from '#stores/log-book.contract.ts'
import { openLogFiles } from './log-files.ts'

/** A seeded random generator, so that a failing run can be repeated. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const applications = ['app_a', 'app_b'] as const
const instances = [randomUUID(), randomUUID(), randomUUID()]

for (const seed of [1, 2, 3, 4].map((n) => n + 1000 * (Date.now() % 1_000_000))) {
  test(`log files: random appends, rotations, reopens and filters match a plain array (seed ${seed})`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'berth-logs-'))
    const random = randomFrom(seed)
    let now = 1_700_000_000_000
    const open = () =>
      openLogFiles({ folder, retention: { bytes: 8 * 2000, age: 1e12 }, clock: () => now })
    let book = await open()
    const model: Line[] = []
    const kept = new Map<string, number>(applications.map((id) => [id, 0]))
    try {
      for (let step = 0; step < 400; step++) {
        const applicationId = applications[random(2)] ?? 'app_a'
        const what = random(10)
        if (what < 5) {
          for (let left = random(8); left > 0; left--) {
            now += random(5)
            const line = newLine(`${step} ${'é'.repeat(random(60))}`, {
              applicationId,
              deploymentId: `deployment_d${random(3)}`,
              instanceId: random(2) ? (instances[random(3)] ?? '') : '',
              date: random(4) ? now : now - random(300),
            })
            book.append(line)
            model.push({ ...line, id: '', date: line.date ?? now })
          }
        } else if (what === 5) {
          await book.flush()
        } else if (what === 6 && random(4) === 0) {
          await book.close()
          book = await open()
        } else if (what === 7 && random(4) === 0) {
          await book.trim()
        } else {
          await compare(applicationId, randomFilter())
        }
      }
      for (const applicationId of applications) await compare(applicationId, {})
    } finally {
      await book.close()
      await rm(folder, { recursive: true, force: true })
    }

    function randomFilter(): LineFilter {
      const filter: LineFilter = {}
      const some = model[random(Math.max(1, model.length))]
      if (!random(3)) filter.deploymentId = `deployment_d${random(3)}`
      if (!random(4)) filter.instanceId = random(3) ? (instances[random(3)] ?? '') : ''
      if (!random(3)) filter.since = now - random(900)
      if (!random(3)) filter.until = now - random(300)
      if (!random(4)) filter.matches = containsText(String(random(40)))
      if (!random(2)) filter.limit = random(30)
      if (!random(3) && some?.id) filter.after = some.id
      return filter
    }

    /**
     * The model does not know the retention: it reads the oldest kept line and checks that removed ones stay removed.
     */
    async function compare(applicationId: ApplicationId, filter: LineFilter) {
      const all = await book.read(applicationId, {})
      const own = model.filter((line) => line.applicationId === applicationId)
      const gone = own.length - all.length
      assert.ok(gone >= (kept.get(applicationId) ?? 0))
      kept.set(applicationId, gone)
      const expected = own.slice(gone)
      expected.forEach((line, at) => {
        line.id = all[at]?.id ?? ''
      })
      assert.deepEqual(all, expected)
      const found = await book.read(applicationId, filter)
      assert.deepEqual(found, plainly(expected, filter), JSON.stringify(filter))
    }
  })
}

function plainly(lines: Line[], filter: LineFilter): Line[] {
  const found = lines
    .filter((line) => filter.since === undefined || line.date >= filter.since)
    .filter((line) => filter.until === undefined || line.date <= filter.until)
    .filter((line) => filter.after === undefined || line.id > filter.after)
    .filter((line) => !filter.deploymentId || line.deploymentId === filter.deploymentId)
    .filter((line) => filter.instanceId === undefined || line.instanceId === filter.instanceId)
    .filter((line) => filter.matches?.(line) ?? true)
  return filter.limit === undefined
    ? found
    : found.slice(found.length - Math.min(filter.limit, found.length))
}
