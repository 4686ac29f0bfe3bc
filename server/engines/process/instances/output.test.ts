import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { cutLines } from './line-cutter.ts'
import { openOutput } from './output.ts'

describe('cutting lines', () => {
  const cut = (...pieces: (string | Buffer)[]) => {
    const lines: string[] = []
    const cutter = cutLines((line) => lines.push(line))
    for (const piece of pieces) cutter.push(Buffer.from(piece as string))
    return { lines, cutter }
  }

  test('pieces are put together again, also in the middle of a character', () => {
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

  test('a line that does not end is handed on in pieces that keep characters whole', () => {
    const text = 'ü'.repeat(50_000)
    const { lines, cutter } = cut(text)
    assert.ok(cutter.held < 20_000)
    cutter.end()
    assert.equal(lines.join(''), text)
  })
})

describe('reading output', () => {
  const within = async (
    body: (open: (lines: string[]) => ReturnType<typeof openOutput>, path: string) => Promise<void>,
  ) => {
    const folder = await mkdtemp(join(tmpdir(), 'berth-output-'))
    const path = join(folder, 'output')
    await writeFile(path, '')
    const open = (lines: string[]) => openOutput(path, `${path}.place`, (line) => lines.push(line))
    await body(open, path)
    await rm(folder, { recursive: true })
  }

  test('goes on where it was closed, in the middle of a line too', () =>
    within(async (open, path) => {
      const first: string[] = []
      const output = await open(first)
      await appendFile(path, 'one\ntw')
      await output.read()
      await output.close()
      await appendFile(path, 'o\nthree\n')
      const second: string[] = []
      const next = await open(second)
      await next.read()
      await next.close()
      assert.deepEqual([first, second], [['one'], ['two', 'three']])
    }))

  test('after a crash hands on again what was not surely kept, and loses nothing', () =>
    within(async (open, path) => {
      const output = await open([])
      await appendFile(path, 'one\n')
      await output.read()
      await output.tick()
      await output.tick()
      await appendFile(path, 'two\n')
      await output.read()
      await output.tick()
      const again: string[] = []
      const next = await open(again)
      await next.read()
      assert.deepEqual(again, ['two'])
      await next.close()
      await output.close()
    }))

  test('many at once are one', () =>
    within(async (open, path) => {
      const lines: string[] = []
      const output = await open(lines)
      await appendFile(path, 'one\ntwo\n')
      await Promise.all(Array.from({ length: 20 }, () => output.read()))
      await output.close()
      assert.deepEqual(lines, ['one', 'two'])
    }))

  test('what came too fast is left out, and this is said', () =>
    within(async (open, path) => {
      const lines: string[] = []
      const output = await open(lines)
      await truncate(path, 80 * 1024 * 1024)
      await appendFile(path, '\nlast\n')
      await output.read()
      await output.close()
      assert.match(lines[0] ?? '', /^\(\d+ bytes of output are left out/)
      assert.equal(lines.at(-1), 'last')
    }))
})
