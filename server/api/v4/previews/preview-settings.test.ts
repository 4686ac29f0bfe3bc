import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

test('preview settings: who may not create applications and order add-ons does not allow previews, nor choose plans', async () => {
  const { id, ownerId } = await api.application()
  const path = `/v4/berth/organisations/${ownerId}/applications/${id}`
  const ask = async (
    role: 'MANAGER' | 'DEVELOPER',
    method: string,
    below: string,
    body: object,
  ) => {
    const { authorization } = await somebody(api, {
      role,
      organisationId: api.account.organisationId,
    })
    const answer = await api.ask(`${api.url}${path}/${below}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await answer.text()
    return answer.status
  }
  const put = (role: 'MANAGER' | 'DEVELOPER', body: object) =>
    ask(role, 'PUT', 'preview-settings', body)
  for (const body of [{ isEnabled: true }, { maxPreviews: 50 }, { addons: {} }]) {
    assert.equal(await put('DEVELOPER', body), 403)
    assert.equal(await put('MANAGER', body), 200)
  }
  const create = () => ask('DEVELOPER', 'POST', 'previews', { branch: 'topic' })
  assert.equal(await create(), 200, 'a manager has allowed them')
  assert.equal(
    await put('DEVELOPER', { isEnabled: true, maxPreviews: 3 }),
    200,
    'no more than that',
  )
  assert.equal(await put('DEVELOPER', { variables: { A: '1' }, isEnabled: false }), 200)
  assert.equal(await create(), 409)
})
