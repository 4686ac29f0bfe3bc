import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Line, NewLine, StoredLine } from '#platform/model/observability/line.ts'
import type { LogBook } from '#platform/model/observability/log-book.ts'
import { containsText } from '#platform/observability/logs/match-lines.ts'

/** Storage of a log book, which can be reopened after the book was closed. */
export interface LogShelf extends AsyncDisposable {
  open(): Promise<LogBook>
}

export function newLine(message: string, more: Partial<NewLine> = {}): NewLine {
  return {
    applicationId: 'app_one',
    deploymentId: 'deployment_one',
    instanceId: '',
    commit: 'c0ffee',
    origin: 'build',
    severity: 'info',
    message,
    ...more,
  }
}

export const messages = (lines: Line[]) => lines.map(({ message }) => message)

export async function take(lines: AsyncIterable<Line>, count: number): Promise<Line[]> {
  const taken: Line[] = []
  const taking = async () => {
    for await (const line of lines) if (taken.push(line) === count) break
  }
  await withTimeout(taking(), 60_000, `waiting for ${count} lines`)
  return taken
}

const never = () => new AbortController().signal
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `line ${from + at}`)

/** Contract of every log book. */
export function logBookContract(name: string, createShelf: () => Promise<LogShelf>) {
  const withBook = (sentence: string, body: (book: LogBook, shelf: LogShelf) => Promise<void>) =>
    test(sentence, async () => {
      await using shelf = await createShelf()
      const book = await shelf.open()
      try {
        await body(book, shelf)
      } finally {
        await book.close()
      }
    })

  describe(`log book: ${name}`, () => {
    withBook('lines are read oldest first, with ids that sort as text', async (book) => {
      for (const message of numbers(0, 50)) book.append(newLine(message))
      const lines = await book.read('app_one', {})
      assert.deepEqual(messages(lines), numbers(0, 50))
      const ids = lines.map(({ id }) => id)
      assert.deepEqual(ids, [...new Set(ids)].sort())
      assert.ok(ids.every((id) => /^[\w-]+$/.test(id)))
    })

    withBook('a line is read unchanged, whatever its content', async (book) => {
      const message = '\u0000\u001b[31m "quoted"\r\n\u2028 😀 \ud800 }{ \\n'
      const given = newLine(message, { instanceId: randomUUID(), date: 1234, severity: 'error' })
      book.append(given)
      const [line] = await book.read('app_one', {})
      assert.deepEqual({ ...line, id: '' }, { ...given, id: '' })
    })

    withBook('lines of applications are separate', async (book) => {
      book.append(newLine('mine'))
      book.append(newLine('theirs', { applicationId: 'app_two' }))
      assert.deepEqual(messages(await book.read('app_one', {})), ['mine'])
      assert.deepEqual(await book.read('app_three', {}), [])
    })

    withBook('an application id that could be a path is refused', async (book) => {
      for (const text of ['..', '../x', 'a/b', '', '.', 'a\0b', '-x', 'app_../x']) {
        const applicationId = text as ApplicationId
        assert.throws(() => book.append(newLine('x', { applicationId })))
        await assert.rejects(() => book.read(applicationId, {}))
      }
    })

    withBook('every condition of a filter must hold, and its dates are inclusive', async (book) => {
      const one = { deploymentId: 'deployment_1', instanceId: randomUUID() } as const
      book.append(newLine('early', { ...one, date: 100 }))
      book.append(newLine('middle', { ...one, date: 200 }))
      const otherInstance = randomUUID()
      book.append(newLine('other instance', { ...one, instanceId: otherInstance, date: 200 }))
      book.append(newLine('other deployment', { deploymentId: 'deployment_2', date: 250 }))
      book.append(newLine('late', { ...one, date: 300 }))
      const read = async (filter: object) => messages(await book.read('app_one', filter))
      assert.deepEqual(await read(one), ['early', 'middle', 'late'])
      assert.deepEqual(await read({ since: 250 }), ['other deployment', 'late'])
      assert.deepEqual(await read({ until: 100 }), ['early'])
      assert.deepEqual(await read({ ...one, since: 200, until: 300 }), ['middle', 'late'])
      const matches = containsText('OTHER')
      assert.deepEqual(await read({ matches }), ['other instance', 'other deployment'])
      assert.deepEqual(await read({ matches, instanceId: otherInstance, limit: 9 }), [
        'other instance',
      ])
    })

    withBook('a limit gives the newest lines, still oldest first', async (book) => {
      for (const message of numbers(0, 20)) book.append(newLine(message))
      const read = async (limit: number) => messages(await book.read('app_one', { limit }))
      assert.deepEqual(await read(3), numbers(17, 20))
      assert.deepEqual(await read(0), [])
      assert.deepEqual(await read(1000), numbers(0, 20))
    })

    withBook(
      'reading goes on after an id, and an unknown id is before every line',
      async (book) => {
        for (const message of numbers(0, 10)) book.append(newLine(message))
        const [, , third] = await book.read('app_one', {})
        const rest = await book.read('app_one', { after: third?.id ?? '' })
        assert.deepEqual(messages(rest), numbers(3, 10))
        assert.equal((await book.read('app_one', { after: 'what?\nid: 1' })).length, 10)
      },
    )

    withBook('a reopened book continues where it was closed', async (book, shelf) => {
      for (const message of numbers(0, 10)) book.append(newLine(message))
      await book.close()
      const again = await shelf.open()
      for (const message of numbers(10, 20)) again.append(newLine(message))
      const lines = await again.read('app_one', {})
      assert.deepEqual(messages(lines), numbers(0, 20))
      const ids = lines.map(({ id }) => id)
      assert.deepEqual(ids, [...new Set(ids)].sort())
      await again.close()
    })

    withBook('a follower gets stored lines, then new ones, each once', async (book) => {
      for (const message of numbers(0, 100)) book.append(newLine(message))
      const following = take(book.follow('app_one', {}, never()), 300)
      for (const message of numbers(100, 300)) {
        book.append(newLine(message))
        if (message.endsWith('0')) await turn()
      }
      assert.deepEqual(messages(await following), numbers(0, 300))
    })

    withBook('a follower gets new lines that pass its filter only', async (book) => {
      const following = take(book.follow('app_one', { deploymentId: 'deployment_2' }, never()), 2)
      for (const message of numbers(0, 10)) {
        book.append(
          newLine(message, { deploymentId: message < 'line 8' ? 'deployment_1' : 'deployment_2' }),
        )
        await turn()
      }
      assert.deepEqual(messages(await following), numbers(8, 10))
    })

    withBook('the limit of a follower applies to stored lines, not to new ones', async (book) => {
      for (const message of numbers(0, 10)) book.append(newLine(message))
      const lines = book.follow('app_one', { limit: 2 }, never())[Symbol.asyncIterator]()
      assert.equal((await lines.next()).value?.message, 'line 8')
      for (const message of numbers(10, 15)) book.append(newLine(message))
      const rest = await take({ [Symbol.asyncIterator]: () => lines }, 6)
      assert.deepEqual(messages(rest), numbers(9, 15))
    })

    withBook('a follower that resumes after an id misses nothing', async (book) => {
      for (const message of numbers(0, 10)) book.append(newLine(message))
      const seen = await take(book.follow('app_one', {}, never()), 4)
      for (const message of numbers(10, 20)) book.append(newLine(message))
      const after = seen.at(-1)?.id ?? ''
      const rest = await take(book.follow('app_one', { after }, never()), 16)
      assert.deepEqual(messages([...seen, ...rest]), numbers(0, 20))
    })

    withBook('a slow follower gets every line', async (book) => {
      book.append(newLine('line 0'))
      const lines = book.follow('app_one', {}, never())[Symbol.asyncIterator]()
      await lines.next()
      for (const message of numbers(1, 5000)) book.append(newLine(message))
      const rest = take({ [Symbol.asyncIterator]: () => lines }, 9999)
      for (const message of numbers(5000, 10_000)) {
        book.append(newLine(message))
        if (message.endsWith('00')) await turn()
      }
      assert.deepEqual(messages(await rest), numbers(1, 10_000))
    })

    withBook('a follower that falls far behind gets the number of missed lines', async (book) => {
      book.append(newLine('line 0'))
      const lines = book.follow('app_one', {}, never())[Symbol.asyncIterator]()
      await lines.next()
      // The second line is read live, so that the others stay in the queue.
      const second = lines.next()
      await turn()
      book.append(newLine('line 1'))
      await second
      for (const message of numbers(2, 30_002)) {
        book.append(newLine(message))
        if (message.endsWith('000')) await turn()
      }
      const [notice] = await take({ [Symbol.asyncIterator]: () => lines }, 1)
      assert.equal(
        notice?.message,
        '30000 lines skipped: they are written faster than they are read',
      )
      book.append(newLine('after'))
      const next = book.follow('app_one', { after: notice?.id ?? '' }, never())
      assert.deepEqual(messages(await take(next, 1)), ['after'])
    })

    withBook('following ends when the signal is aborted', async (book) => {
      const controller = new AbortController()
      book.append(newLine('line 0'))
      const following = take(book.follow('app_one', {}, controller.signal), 2)
      setImmediate(() => controller.abort())
      assert.ok((await following).length < 2)
      assert.deepEqual(await take(book.follow('app_one', {}, controller.signal), 1), [])
    })

    withBook('following ends when `until` has passed', async (book) => {
      book.append(newLine('kept'))
      const following = take(book.follow('app_one', { until: Date.now() + 200 }, never()), 9)
      await turn()
      book.append(newLine('new'))
      assert.deepEqual(messages(await following), ['kept', 'new'])
      const past = await take(book.follow('app_one', { until: Date.now() - 60_000 }, never()), 9)
      assert.deepEqual(past, [])
    })

    withBook('following ends when the book is closed', async (book) => {
      const following = take(book.follow('app_one', {}, never()), 1)
      await turn()
      await book.close()
      assert.deepEqual(await following, [])
    })

    withBook(
      'a reader gets every line once, in batches, and goes on with new ones',
      async (book) => {
        for (const message of numbers(0, 25)) book.append(newLine(`${message} ä€😀`))
        const reader = book.openReader('app_one', '')
        const batch = async (lines: number, bytes = 1e6) =>
          messages(await reader.next({ lines, bytes })).map((text) => text.slice(0, -5))
        assert.deepEqual(await batch(10), numbers(0, 10))
        assert.equal(reader.position, (await book.read('app_one', {}))[9]?.id)
        assert.deepEqual(await batch(10, 40), numbers(10, 12), 'by the bytes of their text')
        assert.deepEqual(await batch(10, 1), numbers(12, 13), 'at least one')
        assert.deepEqual(await batch(100), numbers(13, 25))
        assert.deepEqual(await batch(100), [])
        book.append(newLine('line 25 ä€😀'))
        assert.equal(book.newest('app_one') > reader.position, true)
        assert.deepEqual(await batch(100), ['line 25'])
        assert.equal(book.newest('app_one'), reader.position)
        assert.equal(book.newest('app_none'), '')
      },
    )

    withBook(
      'a reader goes on after an id in a reopened book, past what was removed',
      async (book, shelf) => {
        for (const message of numbers(0, 10)) book.append(newLine(message))
        const all = await book.read('app_one', {})
        await book.close()
        const again = await shelf.open()
        const after = all[3]?.id ?? ''
        const reader = again.openReader('app_one', after)
        assert.deepEqual(messages(await reader.next({ lines: 2, bytes: 1e6 })), numbers(4, 6))
        assert.equal(await again.countAfter('app_one', after, 100), 6)
        assert.equal(await again.countAfter('app_one', '', 5), 5)
        assert.equal(await again.countAfter('app_one', all[9]?.id ?? '', 5), 0)
        await again.forget('app_one')
        again.append(newLine('fresh'))
        assert.deepEqual(messages(await reader.next({ lines: 9, bytes: 1e6 })), ['fresh'])
        await again.close()
      },
    )

    withBook('lines are counted over time, by what they are counted as', async (book) => {
      for (let at = 0; at < 300; at++)
        book.append(newLine(`line ${at}`, { date: at * 10, severity: at % 3 ? 'info' : 'error' }))
      const groupOf = ({ severity }: StoredLine) => severity
      const filter = { since: 500, until: 2499, matches: containsText('line') }
      const { counts, since } = await book.count('app_one', { filter, span: 1000, groupOf })
      assert.equal(since, 500)
      const total = (bucket: number) =>
        [...(counts.get(bucket)?.values() ?? [])].reduce((sum, count) => sum + count, 0)
      assert.deepEqual([0, 1000, 2000, 3000].map(total), [50, 100, 50, 0])
      assert.equal(counts.get(1000)?.get('error'), 33)
      assert.equal(await book.oldest('app_one'), 0)
      assert.equal(await book.oldest('app_none'), undefined)
      const none = { filter, span: 1000, groupOf: () => undefined }
      assert.equal((await book.count('app_one', none)).counts.size, 0)
    })

    withBook('a stopped count and a stopped search say what they left out', async (book) => {
      for (const message of numbers(0, 8000)) book.append(newLine(message.padEnd(100)))
      const over = AbortSignal.abort()
      const all = { filter: {}, span: 1000, groupOf: () => 'all' }
      const stopped = await book.count('app_one', all, { signal: over })
      assert.equal(stopped.counts.size, 0)
      assert.ok(stopped.since > ((await book.oldest('app_one')) ?? 0))
      assert.deepEqual(await book.read('app_one', {}, { signal: over }), [])
      const begin = performance.now()
      const matches = () => {
        while (performance.now() < begin + 20);
        return false
      }
      const [notice] = await book.read('app_one', { limit: 5, matches }, { searchTimeout: 1 })
      assert.match(notice?.message ?? '', /^Older lines were not searched/)
    })

    withBook(
      'what is too much for memory is read in blocks, until the reader stops',
      async (book) => {
        for (const message of numbers(0, 8000)) book.append(newLine(message.padEnd(100)))
        const stop = new AbortController()
        let count = 0
        for await (const lines of book.stream('app_one', {}, { signal: stop.signal })) {
          assert.ok(lines.length < 1000)
          count += lines.length
          if (count > 2000) stop.abort()
        }
        assert.ok(count > 2000 && count < 4000)
      },
    )

    withBook('a follower that leaves ends a search that finds nothing', async (book) => {
      for (const message of numbers(0, 8000)) book.append(newLine(message.padEnd(100)))
      await book.flush()
      const leaving = new AbortController()
      let looked = 0
      const matches = () => {
        if (++looked === 100) leaving.abort()
        return false
      }
      for (const limit of [undefined, 10]) {
        looked = 0
        const filter = { matches, ...(limit && { limit }) }
        assert.deepEqual(await take(book.follow('app_one', filter, leaving.signal), 1), [])
        assert.ok(looked < 4000, `${looked} lines were read for nobody`)
      }
    })

    withBook('many searches of one account delay that of another by a block each', async (book) => {
      for (const message of numbers(0, 6000)) book.append(newLine(message.padEnd(100)))
      await book.flush()
      let finished = 0
      const search = (account: string) =>
        book.count('app_one', { filter: {}, span: 1000, groupOf: () => 'all' }, { account })
      const many = Array.from({ length: 6 }, () => search('busy').then(() => finished++))
      await search('other')
      assert.equal(finished, 0, 'searches of the other account came first')
      await Promise.all(many)
    })

    withBook('after `forget` there are no lines, and ids are not reused', async (book) => {
      for (const message of numbers(0, 10)) book.append(newLine(message))
      const [last] = await book.read('app_one', { limit: 1 })
      assert.deepEqual(await book.sources(), ['app_one'])
      await book.forget('app_one')
      await book.forget('app_two')
      assert.deepEqual(await book.read('app_one', {}), [])
      assert.deepEqual(await book.sources(), [])
      book.append(newLine('fresh'))
      const [fresh] = await book.read('app_one', { after: last?.id ?? '' })
      assert.equal(fresh?.message, 'fresh')
    })
  })
}
