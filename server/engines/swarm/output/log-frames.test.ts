import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LogMessage, parseFrames } from './log-frames.ts'

const frame = (stream: number, text: string) => {
  const body = Buffer.from(text)
  const header = Buffer.alloc(8)
  header[0] = stream
  header.writeUInt32BE(body.length, 4)
  return Buffer.concat([header, body])
}

const time = '2026-01-01T00:00:00.000000001Z'

test('log frames: messages are found wherever the stream is cut', () => {
  const bytes = Buffer.concat([
    frame(1, `${time} two words ü\n`),
    frame(2, `${time} run\n`),
    frame(1, `${time} \n`),
    frame(1, `${time} half`),
  ])
  for (let at = 0; at <= bytes.length; at++) {
    const found: LogMessage[] = []
    const push = parseFrames((message) => found.push(message))
    push(bytes.subarray(0, at))
    push(bytes.subarray(at))
    assert.deepEqual(found, [
      { isError: false, time, text: 'two words ü', isCut: false },
      { isError: true, time, text: 'run', isCut: false },
      { isError: false, time, text: '', isCut: false },
      { isError: false, time, text: 'half', isCut: true },
    ])
  }
})
