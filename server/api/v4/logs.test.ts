import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { digestOf } from '#kit/crypto/digest.ts'
import { newId } from '#kit/text/ids.ts'
import type { UserId } from '#platform/model/ids.ts'
import { addPerson, credentialsOf } from '#tests/support/people/named-people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

test('log stream: ends when the reader is removed from the organisation', () =>
  cutOff(
    async (api, eve) => [api.url, plaintextHeader(await credentialsOf(api, eve))],
    ({ platform, account }, eve) => platform.store.members.remove(account.organisationId, eve),
  ))

test("log stream: ends when the reader's access token is revoked", () =>
  cutOff(
    async (api, eve) => [api.url, plaintextHeader(await credentialsOf(api, eve))],
    ({ platform }, eve) => platform.store.accessTokens.removeOf(eve),
  ))

test("log stream: ends when the reader's API token is revoked", () =>
  cutOff(
    async ({ bridge, platform }, eve) => {
      await platform.store.apiTokens.add({
        id: newId('api_tokens'),
        digest: digestOf('eve'),
        userId: eve,
        name: '',
        description: '',
        from: '',
        createdAt: 1,
        lastUsedAt: Date.now(),
        expiresAt: Date.now() + 1e6,
      })
      return [bridge, 'Bearer eve']
    },
    ({ platform }, eve) => platform.store.apiTokens.removeOf(eve),
  ))

/** Follows a log, removes the permission after the first line, and expects no further line. */
async function cutOff(
  enter: (api: TestApi, userId: UserId) => Promise<[listener: string, authorization: string]>,
  end: (api: TestApi, userId: UserId) => Promise<unknown>,
) {
  await using api = await openTestApi()
  const { platform, account } = api
  const application = await api.application()
  const eve = await addPerson(api, { name: 'Eve', at: account.organisationId })
  const [listener, authorization] = await enter(api, eve.id)
  const say = (message: string) =>
    platform.logs.append({
      applicationId: application.id,
      message,
      date: Date.now(),
      origin: 'instance',
      severity: 'info',
      deploymentId: '',
      instanceId: '',
      commit: '',
    })
  say('before')
  const path = `/v4/logs/organisations/${application.ownerId}/applications/${application.id}/logs`
  const answer = await fetch(`${listener}${path}`, {
    headers: { authorization },
    signal: AbortSignal.timeout(300_000),
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (!text.includes('"before"') || text.includes('removed')) continue
    text += '(removed)'
    await end(api, eve.id)
    // The end may be noticed a second later.
    await sleep(1100)
    say('after')
  }
  assert.match(text, /removed/)
  assert.doesNotMatch(text, /"after"|END_OF_STREAM/)
}
