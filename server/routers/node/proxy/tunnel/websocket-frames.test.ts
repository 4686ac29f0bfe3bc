import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeFrame, WebSocketFrames } from './websocket-frames.ts'

/** A frame of this payload; `masked` as clients send it. */
function frame(opcode: number, payload: Buffer, masked = false): Buffer {
  const size = payload.length
  const bit = masked ? 0x80 : 0
  const head =
    size < 126
      ? [0x80 | opcode, bit | size]
      : size < 65_536
        ? [0x80 | opcode, bit | 126, size >> 8, size & 0xff]
        : [0x80 | opcode, bit | 127, 0, 0, 0, 0, 0, size >> 16, (size >> 8) & 0xff, size & 0xff]
  return Buffer.concat([Buffer.from(head), Buffer.alloc(masked ? 4 : 0), payload])
}

test('WebSocket frames: ends are found for each length, masked or not, however the bytes are cut', () => {
  const sizes = [0, 1, 125, 126, 65_535, 65_536]
  const all = sizes.flatMap((size) => [
    frame(2, Buffer.alloc(size, 0x88)),
    frame(1, Buffer.alloc(size, 0x88), true),
  ])
  const bytes = Buffer.concat(all)
  const ends = all.map((_, index) => Buffer.concat(all.slice(0, index + 1)).length)
  for (const step of [1, 7, 1000, bytes.length]) {
    const frames = new WebSocketFrames()
    for (let at = 0; at < bytes.length; at += step) {
      const chunk = bytes.subarray(at, at + step)
      const last = ends.findLast((end) => end > at && end <= at + chunk.length)
      assert.equal(frames.pass(chunk), last === undefined ? 0 : last - at)
      assert.equal(frames.isBetween, ends.includes(at + chunk.length))
    }
    assert.equal(frames.hasClosed, false)
  }
})

test('WebSocket frames: a close frame of either side is known', () => {
  for (const from of ['client', 'server'] as const) {
    const frames = new WebSocketFrames()
    const close = closeFrame(from)
    assert.equal(frames.pass(close), close.length)
    assert.equal(frames.hasClosed, true)
  }
})
