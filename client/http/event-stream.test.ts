import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEvents } from './event-stream.ts'

async function eventsOf(...chunks: (string | Uint8Array)[]) {
  async function* bytes() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  }
  return Array.fromAsync(parseEvents(bytes()))
}

test('fields are read with and without a space after the colon', async () => {
  assert.deepEqual(await eventsOf('id:1\nevent: LOG\ndata:{"a": 1}\n\n'), [
    { id: '1', name: 'LOG', data: '{"a": 1}' },
  ])
})

test('an event without a name is a message, one without an id moves nothing', async () => {
  assert.deepEqual(await eventsOf('data: x\n\n'), [{ name: 'message', data: 'x' }])
})

test('lines of data are joined, comments and unknown fields are left out', async () => {
  assert.deepEqual(await eventsOf(': hello\ndata: a\nretry: 3\ndata:\ndata: b\n\n'), [
    { name: 'message', data: 'a\n\nb' },
  ])
})

test('the three kinds of line end are understood, also when a chunk ends between CR and LF', async () => {
  assert.deepEqual(await eventsOf('data: a\r', '\n\r', '\ndata: b\r\rdata: c\n\n'), [
    { name: 'message', data: 'a' },
    { name: 'message', data: 'b' },
    { name: 'message', data: 'c' },
  ])
})

test('a character cut in two by the network comes out whole', async () => {
  const bytes = Buffer.from('data: é\n\n')
  assert.deepEqual(await eventsOf(bytes.subarray(0, 7), bytes.subarray(7)), [
    { name: 'message', data: 'é' },
  ])
})

test('an event that was cut short is dropped', async () => {
  assert.deepEqual(await eventsOf('data: whole\n\ndata: ha'), [{ name: 'message', data: 'whole' }])
})

test('a name alone is an event', async () => {
  assert.deepEqual(await eventsOf('event: HEARTBEAT\n\n'), [{ name: 'HEARTBEAT', data: '' }])
})
