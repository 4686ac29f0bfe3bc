import assert from 'node:assert/strict'
import { PassThrough, Readable, Writable } from 'node:stream'
import { test } from 'node:test'
import { readBytes } from '#git/wire/byte-reader.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { pipePack } from './unpack.ts'

const piece = Buffer.alloc(65_536)

/** A pusher that sends this many chunks, and the number read from it. */
function pusher(pieces: number) {
  const taken = { pieces: 0 }
  const stream = new Readable({
    highWaterMark: piece.length,
    read() {
      taken.pieces += 1
      this.push(taken.pieces > pieces ? null : piece)
    },
  })
  return { taken, input: readBytes(stream) }
}

test('pipe pack: reads no more from the pusher than git can buffer', async () => {
  const { input, taken } = pusher(1000)
  let goOn = () => {}
  const slow = new Writable({
    highWaterMark: piece.length,
    write(_, __, done) {
      goOn = done
    },
  })
  const { ended } = pipePack(input, slow, 1e9)
  for (let index = 0; index < 100; index += 1) await new Promise((resolve) => setImmediate(resolve))
  assert.ok(taken.pieces <= 4, `${taken.pieces} pieces were read ahead`)
  slow._write = (_, __, done) => done()
  goOn()
  await withTimeout(ended, 60_000, 'the push')
  assert.equal(taken.pieces, 1001)
})

test('pipe pack: bytes over the limit are read but not passed on', async () => {
  const { input } = pusher(15)
  const git = new PassThrough()
  git.resume()
  let handed = 0
  git.on('data', (bytes: Buffer) => {
    handed += bytes.length
  })
  const incoming = pipePack(input, git, 10 * piece.length)
  await withTimeout(incoming.ended, 60_000, 'the push')
  assert.equal(incoming.excess, 'bytes')
  assert.equal(handed, 10 * piece.length)
  assert.ok(git.writableEnded)
})

test('pipe pack: reading stops at twice the limit', async () => {
  const { input, taken } = pusher(1000)
  const { ended } = pipePack(input, undefined, 10 * piece.length)
  await withTimeout(ended, 60_000, 'the push')
  assert.ok(taken.pieces < 25)
})
