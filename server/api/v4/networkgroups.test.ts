import assert from 'node:assert/strict'
import { test } from 'node:test'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

test('network groups: an owner has none, and creating one is refused with a message', async () => {
  await using api = await openTestApi()
  const { organisationId } = api.account
  const { id, authorization } = await somebody(api, { role: 'ADMIN', organisationId })
  for (const owner of [organisationId, id]) {
    const url = `${api.url}/v4/networkgroups/organisations/${owner}/networkgroups`
    const listed = await fetch(url, { headers: { authorization } })
    assert.deepEqual([listed.status, await listed.json()], [200, []])
    for (const body of ['{"label":"mine"}', '']) {
      const refused = await fetch(url, {
        method: 'POST',
        body,
        headers: { authorization, 'content-type': 'application/json' },
      })
      const { error, code } = (await refused.json()) as { error: string; code: string }
      assert.deepEqual([refused.status, code], [400, 'berth.invalid'])
      assert.match(error, /Network groups are not available on this platform yet/)
    }
  }
})
