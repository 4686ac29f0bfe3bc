import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { withProgress } from './progress.ts'

test('progress: a wait is reported until it has ended, and not after', async () => {
  const lines: string[] = []
  const terminal = { err: (text: string) => void lines.push(text) }
  const work = Promise.withResolvers<string>()
  const waiting = withProgress(terminal, 'an answer of Pigeons', work.promise, {
    first: 1,
    every: 1,
  })
  await until(() => lines.length >= 3, { timeout: 300_000, what: 'three lines' })
  work.resolve('made')
  assert.equal(await waiting, 'made')
  const told = lines.length
  await new Promise(setImmediate)
  assert.equal(lines.length, told)
  assert.match(lines[0] ?? '', /^Waiting for an answer of Pigeons \(\d+ s\)\n$/)
})

test('progress: work that succeeds or fails at once is not reported', async () => {
  const terminal = { err: () => assert.fail('it was told of') }
  assert.equal(await withProgress(terminal, 'nothing', Promise.resolve(1)), 1)
  await assert.rejects(withProgress(terminal, 'nothing', Promise.reject(new Error('no'))), /no/)
})
