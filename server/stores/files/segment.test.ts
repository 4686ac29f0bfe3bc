import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptySpan, readTexts } from './segment.ts'

test('segment: concurrent readers together process one block per round of the event loop', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-segment-'))
  const path = join(folder, 'lines')
  const text = `${'x'.repeat(63)}\n`.repeat(4096)
  await writeFile(path, text)
  let round = 0
  const blocks: number[] = []
  let isOver = false
  const count = () => {
    round += 1
    if (!isOver) setImmediate(count)
  }
  count()
  const read = async () => {
    const use = (texts: string[]) => {
      blocks.push(round)
      return texts.length
    }
    let lines = 0
    for await (const some of readTexts({ path, bytes: text.length, span: emptySpan }, use))
      lines += some
    return lines
  }
  const all = await Promise.all(Array.from({ length: 20 }, read))
  isOver = true
  assert.deepEqual(all, Array(20).fill(4096))
  assert.equal(new Set(blocks).size, blocks.length)
  await rm(folder, { recursive: true })
})
