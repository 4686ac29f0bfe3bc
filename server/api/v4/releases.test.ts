import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

test('releases: are listed with what changed, and one is started again', async () => {
  await using api = await openTestApi()
  using client = closing(createClient({ api: api.url, credentials: api.account }))
  const { releases, deployments } = client.value
  const application = await api.application({ environment: { TOKEN: 'first secret' } })
  assert.deepEqual(await releases.list(application), [])
  await assert.rejects(releases.rollback(application), /no release before the live one/)
  await api.deploy(application, commitOf('1'))
  await setVariable(api.platform, application, 'TOKEN', 'second secret')
  await setVariable(api.platform, application, 'ADDED', 'third secret')
  await api.deploy(application, commitOf('2'))

  const list = await releases.list(application)
  assert.deepEqual(
    list.map(({ number, state, commit }) => [number, state, commit]),
    [
      [2, 'LIVE', commitOf('2')],
      [1, 'KEPT', commitOf('1')],
    ],
  )
  assert.deepEqual(list[0]?.changes, {
    commit: true,
    variables: { added: ['ADDED'], changed: ['TOKEN'], removed: [] },
    recipe: [],
  })
  assert.doesNotMatch(JSON.stringify(list), /secret/)

  assert.deepEqual(await releases.compare(application, 2, 1), {
    commit: true,
    variables: { added: [], changed: ['TOKEN'], removed: ['ADDED'] },
    recipe: [],
  })
  await assert.rejects(releases.compare(application, 1, 7), /no release 7/)

  const { deploymentId } = await releases.rollback(application, 1)
  assert.equal((await api.ended(deploymentId as `deployment_${string}`)).state, 'live')
  const [newest] = await deployments.list(application, { limit: 1 })
  assert.equal(newest?.cause, 'Rollback to release 1')
  const [live] = await releases.list(application)
  assert.deepEqual([live?.number, live?.state, live?.commit], [3, 'LIVE', commitOf('1')])
  assert.match(live?.author.id ?? '', /^user_/)
  await assert.rejects(releases.rollback(application, 9), /There is no release 9/)
})

const closing = <T extends { close(): void }>(value: T) => ({
  value,
  [Symbol.dispose]: () => value.close(),
})
