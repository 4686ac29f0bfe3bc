import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

test('example: is created and deployed as by a push, with a name of its own and two audit entries', async () => {
  let isRefusing = false
  await using api = await openTestApi({}, (parts) => ({
    ...parts,
    repositories: {
      ...parts.repositories,
      async commitExample(...args) {
        if (isRefusing) throw new Refusal('limited', 'No room.')
        return parts.repositories.commitExample(...args)
      },
    },
  }))
  const client = createClient({ api: api.url, credentials: api.account })
  try {
    const ownerId = api.account.organisationId
    const first = await client.examples.hello(ownerId)
    assert.equal(first.application.name, 'hello')
    const deployment = await api.ended(first.deploymentId as `deployment_${string}`)
    assert.deepEqual([deployment.state, deployment.cause], ['live', 'Git'])
    assert.match(deployment.authorId, /^user_/)
    assert.equal(deployment.applicationId, first.id)
    const second = await client.examples.hello(ownerId)
    assert.equal(second.application.name, 'hello-2')
    await api.ended(second.deploymentId as `deployment_${string}`)

    const audited = await api.platform.store.audit.listOf(ownerId, { limit: 10 })
    const entries = audited.map(({ action, outcome, target }) => `${action} ${outcome} ${target}`)
    assert.ok(entries.includes(`application.create done ${first.id}`), entries.join())
    assert.ok(entries.includes(`application.push done ${first.id} ${deployment.commit}`))

    const before = await client.applications.list(ownerId)
    isRefusing = true
    await assert.rejects(client.examples.hello(ownerId), /No room/)
    assert.deepEqual((await client.applications.list(ownerId)).length, before.length)
  } finally {
    client.close()
  }
})
