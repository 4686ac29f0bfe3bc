import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeFrame, encodeFrame, maxFrameBytes } from './frames.ts'
import { readClientMessage, readServerMessage } from './messages.ts'
import { SendBuffer } from './send-buffer.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (frames: { bytes: Uint8Array }[] | undefined) =>
  frames?.map((frame) => new TextDecoder().decode(frame.bytes)).join('|')

test('terminal frame: its first byte is the stream, and the rest is passed on as it is', () => {
  for (const stream of ['stdin', 'stdout', 'stderr'] as const) {
    const sent = { stream, bytes: Uint8Array.of(0, 255, 10) }
    assert.deepEqual(decodeFrame(encodeFrame(sent)), sent)
  }
  assert.deepEqual([...encodeFrame({ stream: 'stderr', bytes: bytes('a') })], [2, 97])
  assert.deepEqual(decodeFrame(Uint8Array.of(0)), { stream: 'stdin', bytes: new Uint8Array() })
})

test('terminal frame: an unknown stream, an empty message and one that is too long are none', () => {
  for (const message of [[], [3], [255, 1]])
    assert.equal(decodeFrame(Uint8Array.of(...message)), undefined)
  assert.ok(decodeFrame(new Uint8Array(1 + maxFrameBytes)))
  assert.equal(decodeFrame(new Uint8Array(2 + maxFrameBytes)), undefined)
})

test('terminal message: has one key with a value of its form, and everything else is none', () => {
  for (const message of [{ resize: { columns: 80, rows: 24 } }, { signal: 'INT' }, { ack: 7 }])
    assert.deepEqual(readClientMessage(JSON.stringify(message)), message)
  const said = [
    { opened: { id: 'a', received: 0 } },
    { opened: { id: 'a', received: 5, from: 2, shown: 7 } },
    ...[{ ack: 1 }, { note: 'Soon.' }, { exit: { code: 130 } }, { error: 'No.' }],
  ]
  for (const message of said) assert.deepEqual(readServerMessage(JSON.stringify(message)), message)
  const rubbish = [
    ...['', '{', 'null', '7', '[]', '{}', '"ack"', '{"ack":1,"signal":"INT"}', '{"ack":-1}'],
    ...[
      '{"ack":1e300}',
      '{"ack":"1"}',
      '{"resize":null}',
      '{"resize":{"columns":1}}',
      '{"signal":2}',
    ],
    ...['{"__proto__":{"ack":1}}', '{"opened":{}}', '{"exit":{}}', '{"note":1}', '{"error":null}'],
    `{"signal":"${'x'.repeat(5000)}"}`,
  ]
  for (const text of rubbish) {
    assert.equal(readClientMessage(text), undefined, text)
    assert.equal(readServerMessage(text), undefined, text)
  }
})

test('terminal send buffer: keeps what is not acknowledged, from any byte on', () => {
  const buffer = new SendBuffer<'stdout' | 'stderr'>(8)
  buffer.push({ stream: 'stdout', bytes: bytes('ab') })
  buffer.push({ stream: 'stdout', bytes: bytes('c') })
  buffer.push({ stream: 'stderr', bytes: bytes('') })
  buffer.push({ stream: 'stderr', bytes: bytes('def') })
  assert.equal(buffer.room, 2)
  assert.equal(textOf(buffer.since(0)), 'abc|def')
  assert.equal(textOf(buffer.since(1)), 'bc|def')
  assert.ok(buffer.acknowledge(2))
  assert.ok(buffer.acknowledge(1))
  assert.equal(buffer.room, 4)
  assert.equal(textOf(buffer.since(2)), 'c|def')
  assert.equal(textOf(buffer.since(3)), 'def')
  assert.equal(textOf(buffer.since(6)), '')
  assert.equal(buffer.since(1), undefined)
  assert.equal(buffer.since(7), undefined)
  assert.ok(!buffer.acknowledge(7))
  assert.ok(buffer.acknowledge(6))
  buffer.push({ stream: 'stderr', bytes: bytes('g') })
  assert.equal(textOf(buffer.since(6)), 'g')
})

test('terminal send buffer: goes on after what an earlier sender has sent', () => {
  const buffer = new SendBuffer<'stdin'>(8, 100)
  assert.equal(buffer.room, 8)
  assert.equal(textOf(buffer.since(100)), '')
  assert.equal(buffer.since(99), undefined)
  buffer.push({ stream: 'stdin', bytes: bytes('abc') })
  assert.equal(textOf(buffer.since(101)), 'bc')
  assert.ok(buffer.acknowledge(103))
  assert.ok(buffer.isAcknowledged)
})

test('terminal send buffer: has no room for more tiny frames than a number, and again after an acknowledgement', () => {
  const buffer = new SendBuffer<'stdout' | 'stderr'>(1e6)
  let sent = 0
  for (; buffer.room > 0; sent += 1)
    buffer.push({ stream: sent % 2 === 0 ? 'stdout' : 'stderr', bytes: bytes('x') })
  assert.equal(sent, 1024)
  assert.ok(buffer.acknowledge(700))
  assert.ok(buffer.room > 0)
  assert.equal(textOf(buffer.since(1000))?.length, 24 + 23)
})
