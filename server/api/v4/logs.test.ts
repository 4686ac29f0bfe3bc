import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plaintextHeader } from '#client/oauth1.ts'
import { openTestApi } from '#tests/fixtures/api.ts'
import { addPerson, credentialsOf } from '#tests/fixtures/named-people.ts'

test('a member who is removed while following a log reads no further', async () => {
  await using api = await openTestApi()
  const { platform, account } = api
  const application = await api.application()
  const eve = await addPerson(api, { name: 'Eve', at: account.organisationId })
  const authorization = plaintextHeader(await credentialsOf(api, eve.id))
  const say = (message: string) =>
    platform.logs.append({
      ...{ applicationId: application.id, message, date: Date.now(), origin: 'instance' },
      ...{ severity: 'info', deploymentId: '', instanceId: '', commit: '' },
    })
  say('before')
  const path = `/v4/logs/organisations/${application.ownerId}/applications/${application.id}/logs`
  const answer = await fetch(`${api.url}${path}`, {
    ...{ headers: { authorization }, signal: AbortSignal.timeout(20_000) },
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (!text.includes('"before"') || text.includes('removed')) continue
    text += '(removed)'
    await platform.store.members.remove(account.organisationId, eve.id)
    say('after')
  }
  assert.match(text, /removed/)
  assert.doesNotMatch(text, /"after"|END_OF_STREAM/)
})
