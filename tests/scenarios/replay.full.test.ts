import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { signedHeader } from '#client/http/node/oauth1.ts'
import { refusalOf, sendRequest } from '#tests/support/people/signed-request.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Intercepted requests, replayed to the real server. */
let berth: TestBerth

before(async () => {
  berth = await TestBerth.start()
})
after(() => berth?.[Symbol.asyncDispose]())

const signed = (path: string, seconds = 0) =>
  signedHeader(berth.admin, 'GET', new URL(path, berth.addresses.api), Date.now() + seconds * 1000)

const send = (path: string, authorization: string) =>
  sendRequest(berth, 'GET', path, { authorization })

async function isRefused(path: string, authorization: string): Promise<void> {
  const sentence = refusalOf(await send(path, authorization), 401, 'v2')
  assert.match(sentence, /nonce was used before/)
}

test('replay: a signed request is refused the second time, also after kill -9 and by the next server', async () => {
  const headers = Array.from({ length: 20 }, (_, number) => signed('/v2/self', number * 10))
  for (const header of headers) assert.equal((await send('/v2/self', header)).status, 200)
  for (const header of headers) await isRefused('/v2/self', header)
  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const) {
    await berth.signal(signal)
    await berth.start()
    for (const header of headers) await isRefused('/v2/self', header)
    assert.equal((await send('/v2/self', signed('/v2/self'))).status, 200)
  }
})

test('replay: a timestamp far in the future blocks no other request', async () => {
  await isRefused('/v2/self', signed('/v2/self', 86_400))
  await isRefused('/v2/self', signed('/v2/self', -86_400))
  assert.equal((await send('/v2/self', signed('/v2/self', 200))).status, 200)
  assert.equal((await send('/v2/self', signed('/v2/self'))).status, 200)
})
