import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEvents } from './event-stream.ts'

async function eventsOf(...chunks: (string | Uint8Array)[]) {
  async function* bytes() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  }
  return Array.fromAsync(parseEvents(bytes()))
}

test('SSE: fields are parsed with and without a space after the colon', async () => {
  assert.deepEqual(await eventsOf('id:1\nevent: LOG\ndata:{"a": 1}\n\n'), [
    { id: '1', name: 'LOG', data: '{"a": 1}' },
  ])
})

test('SSE: an event without a name is a message, one without an id keeps the last event id', async () => {
  assert.deepEqual(await eventsOf('data: x\n\n'), [{ name: 'message', data: 'x' }])
})

test('SSE: data lines are joined, comments and unknown fields are ignored', async () => {
  assert.deepEqual(await eventsOf(': hello\ndata: a\nretry: 3\ndata:\ndata: b\n\n'), [
    { name: 'message', data: 'a\n\nb' },
  ])
})

test('SSE: LF, CR LF and CR end a line, even if a chunk ends between CR and LF', async () => {
  assert.deepEqual(await eventsOf('data: a\r', '\n\r', '\ndata: b\r\rdata: c\n\n'), [
    { name: 'message', data: 'a' },
    { name: 'message', data: 'b' },
    { name: 'message', data: 'c' },
  ])
})

test('SSE: a multi-byte character split across chunks is decoded', async () => {
  const bytes = Buffer.from('data: é\n\n')
  assert.deepEqual(await eventsOf(bytes.subarray(0, 7), bytes.subarray(7)), [
    { name: 'message', data: 'é' },
  ])
})

test('SSE: an incomplete event is dropped', async () => {
  assert.deepEqual(await eventsOf('data: whole\n\ndata: ha'), [{ name: 'message', data: 'whole' }])
})

test('SSE: an event with only a name is dispatched', async () => {
  assert.deepEqual(await eventsOf('event: HEARTBEAT\n\n'), [{ name: 'HEARTBEAT', data: '' }])
})
