import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readdir, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { cutLines } from './line-cutter.ts'
import { openOutput } from './output.ts'

describe('line cutter', () => {
  const cut = (...pieces: (string | Buffer)[]) => {
    const lines: string[] = []
    const cutter = cutLines((line) => lines.push(line))
    for (const piece of pieces) {
      cutter.push(Buffer.from(piece as string))
      cutter.emit()
    }
    return { lines, cutter }
  }

  test('joins chunks, also in the middle of a character', () => {
    const bytes = Buffer.from('grün\r\nrot\n\nrest')
    for (let at = 0; at <= bytes.length; at++) {
      const { lines, cutter } = cut(bytes.subarray(0, at), bytes.subarray(at))
      assert.deepEqual(lines, ['grün', 'rot', ''])
      assert.equal(cutter.held, 4)
      cutter.end()
      assert.deepEqual(lines.at(-1), 'rest')
      assert.equal(cutter.held, 0)
    }
  })

  test('splits an endless line into pieces that keep characters whole', () => {
    const text = 'ü'.repeat(50_000)
    const { lines, cutter } = cut(text)
    assert.ok(cutter.held < 20_000)
    cutter.end()
    assert.equal(lines.join(''), text)
  })

  test('forwards a few lines at a time, and buffers the rest', () => {
    const lines: string[] = []
    const cutter = cutLines((line) => lines.push(line))
    cutter.push(Buffer.from('a\nb\nc\nd'))
    assert.equal(cutter.emit(2), true)
    assert.deepEqual([lines, cutter.held], [['a', 'b'], 3])
    assert.equal(cutter.emit(2), false)
    assert.deepEqual([lines, cutter.held], [['a', 'b', 'c'], 1])
  })

  test('treats NULs, invalid UTF-8 and control characters as part of lines', () => {
    const { lines } = cut(Buffer.from([0, 10, 0xff, 0xc3, 10, 27, 91, 109, 10]))
    assert.deepEqual(lines, ['\0', '\ufffd\ufffd', '\u001b[m'])
  })
})

describe('reading output', () => {
  interface Place {
    open(lines: string[]): ReturnType<typeof openOutput>
    /** Path of the segment that begins at this offset. */
    segment(start: number): string
    segments(): Promise<number[]>
  }

  const within = async (body: (place: Place) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'berth-output-'))
    const files = { ring: join(folder, 'output'), place: join(folder, 'output.place') }
    await body({
      open: (lines) => openOutput(files, (line) => lines.push(line)),
      segment: (start) => join(files.ring, String(start).padStart(20, '0')),
      segments: async () => (await readdir(files.ring)).map(Number).sort((a, b) => a - b),
    })
    await rm(folder, { recursive: true })
  }

  test('continues at the offset where it was closed, also in the middle of a line', () =>
    within(async ({ open, segment }) => {
      const first: string[] = []
      const output = await open(first)
      await appendFile(segment(0), 'one\ntw')
      await output.read()
      await output.close()
      await appendFile(segment(0), 'o\nthree\n')
      const second: string[] = []
      const next = await open(second)
      await next.read()
      await next.close()
      assert.deepEqual([first, second], [['one'], ['two', 'three']])
    }))

  test('after a crash forwards again what may not have been stored, and loses nothing', () =>
    within(async ({ open, segment }) => {
      const output = await open([])
      await appendFile(segment(0), 'one\n')
      await output.read()
      await output.tick()
      await output.tick()
      await appendFile(segment(0), 'two\n')
      await output.read()
      await output.tick()
      const again: string[] = []
      const next = await open(again)
      await next.read()
      assert.deepEqual(again, ['two'])
      await next.close()
      await output.close()
    }))

  test('concurrent reads are merged into one', () =>
    within(async ({ open, segment }) => {
      const lines: string[] = []
      const output = await open(lines)
      await appendFile(segment(0), 'one\ntwo\n')
      await Promise.all(Array.from({ length: 20 }, () => output.read()))
      await output.close()
      assert.deepEqual(lines, ['one', 'two'])
    }))

  test('joins a line that spans two segments, and deletes a segment once it is safely read', () =>
    within(async ({ open, segment, segments }) => {
      const lines: string[] = []
      const output = await open(lines)
      await writeFile(segment(0), 'one\ntw')
      await output.read()
      await writeFile(segment(6), 'o\nthree\n')
      await output.read()
      assert.deepEqual(await segments(), [0, 6])
      for (let round = 0; round < 3; round++) await output.tick()
      await output.close()
      assert.deepEqual([lines, await segments()], [['one', 'two', 'three'], [6]])
    }))

  test('reports once that a segment was removed before it was read', () =>
    within(async ({ open, segment }) => {
      const lines: string[] = []
      const output = await open(lines)
      await writeFile(segment(0), 'one\n')
      await output.read()
      await writeFile(segment(4), 'lost\n')
      await unlink(segment(0))
      await unlink(segment(4))
      await writeFile(segment(9), 'last\n')
      await output.read()
      await output.close()
      const notice = '5 bytes of output dropped: they came faster than they could be read'
      assert.deepEqual(lines, ['one', notice, 'last'])
    }))
})
