import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openFollowedTask } from './followed-task.ts'

const fail = (error: Error) => assert.fail(error)

test('followed task: a restarted server knows the task, and how many lines came before those that are stored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-task-'))
  const file = join(folder, 'task')
  try {
    const first = await openFollowedTask(file, fail)
    assert.equal(first.taskId, '')
    await first.note('one')
    await first.note('one', { count: 5000, date: 20 })
    const next = await openFollowedTask(file, fail)
    assert.deepEqual([next.taskId, next.countedAt], ['one', 20])
    const stored = [10, 20, 30].map((date) => ({ date, line: 'tick' }))
    assert.equal(next.countBefore(stored), 4998)
    assert.equal(next.countBefore([]), undefined)
    assert.equal(next.countBefore(stored.slice(2)), undefined, 'the mark is older than the lines')
    await next.forget()
    assert.equal((await openFollowedTask(file, fail)).taskId, '')
    await writeFile(file, 'one 2026-01-01T00:00:00.000000000Z')
    const earlier = await openFollowedTask(file, fail)
    assert.deepEqual([earlier.taskId, earlier.countBefore(stored)], ['one', undefined])
  } finally {
    await rm(folder, { recursive: true })
  }
})
