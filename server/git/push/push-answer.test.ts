import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerPush } from './push-answer.ts'

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

test('messages and report travel side by side where the client can tell them apart', async () => {
  const written = await answerFor(['report-status', 'side-band-64k'])
  const [hello, shown, reported, end] = written.map(String)
  assert.equal(hello, '0016\u0002Hello [31m world\n')
  assert.equal(shown?.length, 2005)
  assert.equal(reported?.slice(4), `\u0001${report}`)
  assert.equal(end, '0000')
})

test('an old client gets the messages in smaller pieces', async () => {
  const written = await answerFor(['report-status', 'side-band'])
  assert.ok(written.every(({ length }) => length <= 1000))
  assert.equal(written.length, 6)
})

test('a client that cannot tell them apart gets only the report', async () => {
  assert.equal(Buffer.concat(await answerFor(['report-status'])).toString(), report)
  assert.deepEqual(await answerFor([]), [])
})
