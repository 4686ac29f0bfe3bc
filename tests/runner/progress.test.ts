import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Progress } from './progress.ts'
import { ProgressLine } from './progress-line.ts'

const noon = new Date(2026, 0, 1, 12, 0)

/** A run of these files on two workers, and a clock that only the test moves. */
function begin(timings: Record<string, number>, files = Object.keys(timings)) {
  const clock = { now: 0 }
  const progress = new Progress(files, { timings, workers: 2, now: () => clock.now })
  return { clock, progress }
}

test('progress: before anything has ended, what each file took the last time is divided among the workers', () => {
  const { progress } = begin({ a: 60_000, b: 60_000, c: 60_000, d: 60_000 })
  assert.equal(progress.left(), 120_000)
  assert.equal(progress.describe(noon), '0 of 4 files, after 0 ms; about 2 min left, until 12:02')
})

test('progress: a run that is slower than the last one ends later', () => {
  const { clock, progress } = begin({ a: 60_000, b: 60_000, c: 60_000, d: 60_000 })
  progress.started(['a', 'b'])
  clock.now = 180_000
  progress.ended('a', true)
  progress.ended('b', false)
  // Half of the usual work, and the usual speed counted for a minute: 240 s of work in 240 s.
  assert.equal(progress.left(), 120_000)
  assert.match(progress.describe(noon), /^2 of 4 files, 1 failed, after 3 min; about 2 min left/)
})

test('progress: a file is waited for as long as it took, however many workers there are', () => {
  const { clock, progress } = begin({ long: 600_000, short: 1000 })
  progress.started(['long', 'short'])
  clock.now = 10_000
  progress.ended('short', true)
  assert.equal(progress.left(), 590_000)
  clock.now = 700_000
  assert.equal(progress.left(), 0)
  progress.ended('long', true)
  assert.match(progress.describe(noon), /^2 of 2 files, after 11 min 40 s; about 10 s left/)
})

test('progress: a new file counts as an average one, and without any measurement no end is told', () => {
  assert.equal(begin({ a: 30_000 }, ['a', 'new']).progress.left(), 30_000)
  const { progress } = begin({}, ['a', 'b'])
  assert.equal(progress.left(), undefined)
  assert.equal(progress.describe(noon), '0 of 2 files, after 0 ms')
})

/** What a progress line writes to such a screen. */
function written(screen: { isTTY: boolean; columns?: number }): string {
  let text = ''
  const write = (part: string) => {
    text += part
  }
  {
    using line = new ProgressLine(() => '1 of 2 files', { ...screen, write })
    line.print('✔ a')
    line.show()
  }
  return text
}

test('progress line: stays below all others on a terminal, is cut to its width, and leaves nothing', () => {
  const erase = '\r\x1b[K'
  const shown = `${erase}… 1 of 2`
  assert.match(written({ isTTY: true, columns: 0 }), /… 1 of 2 files\r/)
  assert.equal(written({ isTTY: true, columns: 9 }), `${erase}✔ a\n${shown}${shown}${erase}`)
})

test('progress line: in a file it is a line like others', () => {
  assert.equal(written({ isTTY: false }), '✔ a\n… 1 of 2 files\n')
})
