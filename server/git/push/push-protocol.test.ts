import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readBytes } from '#git/wire/byte-reader.ts'
import { flush, packet } from '#git/wire/pkt-line.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { answerPush, nothing, readPushRequest, writePushRequest } from './push-protocol.ts'

const commit = 'c'.repeat(40)
const reader = (...bytes: Buffer[]) => readBytes(Readable.from(bytes, { objectMode: false }))
const update = (ref: string) => packet(`${nothing} ${commit} ${ref}`)

test('push request: updates, capabilities and shallow boundaries are parsed', async () => {
  const bytes = Buffer.concat([
    packet(`shallow ${commit}\n`),
    packet(`${nothing} ${commit} refs/heads/é\0 report-status side-band-64k agent=x\n`),
    update('refs/tags/v1'),
    flush,
    Buffer.from('PACK'),
  ])
  const input = reader(...Array.from(bytes, (byte) => Buffer.of(byte)))
  const request = await readPushRequest(input)
  assert.deepEqual(request, {
    updates: [
      { from: nothing, to: commit, ref: 'refs/heads/é' },
      { from: nothing, to: commit, ref: 'refs/tags/v1' },
    ],
    capabilities: new Set(['report-status', 'side-band-64k', 'agent=x']),
    shallow: [commit],
  })
  assert.equal((await input.take(4))?.toString(), 'PACK')
})

test('push request: an empty one is undefined', async () => {
  assert.equal(await readPushRequest(reader()), undefined)
  assert.equal(await readPushRequest(reader(flush)), undefined)
})

test('push request: malformed ones are refused', async () => {
  const wrong = [
    [packet('hello'), flush],
    [update('refs/heads/a'), update('refs/heads/a'), flush],
    [update('HEAD'), flush],
    [update('refs/heads/a b'), flush],
    [update('refs/heads/a\nok refs/heads/b'), flush],
    [packet(Buffer.from([...update('refs/heads/').subarray(4), 0xff])), flush],
    [update('refs/heads/a')],
    [update('refs/heads/a'), Buffer.from('zzzz')],
    [update('refs/heads/a'), Buffer.from('0003')],
    Array.from({ length: 10_002 }, (_, at) => packet(`shallow ${String(at).padStart(40, '0')}`)),
  ]
  for (const bytes of wrong) await assert.rejects(readPushRequest(reader(...bytes)), Refusal)
})

test('push request: git gets the single update with our own capabilities', async () => {
  const request = await readPushRequest(
    reader(packet(`${nothing} ${commit} refs/heads/a\0 side-band quiet push-options`), flush),
  )
  assert.ok(request?.updates[0])
  const written = writePushRequest(request, request.updates[0])
  const read = await readPushRequest(reader(written))
  assert.deepEqual(read?.updates, request.updates)
  assert.ok(read?.capabilities.has('side-band-64k') && read.capabilities.has('quiet'))
  assert.ok(!read.capabilities.has('push-options'))
})

async function answerFor(capabilities: string[]): Promise<Buffer[]> {
  const written: Buffer[] = []
  const write = async (bytes: Buffer) => void written.push(bytes)
  const answer = answerPush(new Set(capabilities), { write, isGone: false })
  await answer.say('Hello\u001b[31m\nworld')
  await answer.show(Buffer.alloc(2000, 'x'))
  const rejections = [{ ref: 'refs/tags/v1', reason: 'no\ntags' }]
  await answer.report({ unpack: 'ok', updated: ['refs/heads/master'], rejections })
  return written
}

const report = '000eunpack ok\n0019ok refs/heads/master\n001cng refs/tags/v1 no tags\n0000'

test('push answer: messages and report are multiplexed if the client supports side-band-64k', async () => {
  const written = await answerFor(['report-status', 'side-band-64k'])
  const [hello, shown, reported, end] = written.map(String)
  assert.equal(hello, '0016\u0002Hello [31m world\n')
  assert.equal(shown?.length, 2005)
  assert.equal(reported?.slice(4), `\u0001${report}`)
  assert.equal(end, '0000')
})

test('push answer: a client with the older side-band gets smaller packets', async () => {
  const written = await answerFor(['report-status', 'side-band'])
  assert.ok(written.every(({ length }) => length <= 1000))
  assert.equal(written.length, 6)
})

test('push answer: a client without side-band gets only the report', async () => {
  assert.equal(Buffer.concat(await answerFor(['report-status'])).toString(), report)
  assert.deepEqual(await answerFor([]), [])
})
