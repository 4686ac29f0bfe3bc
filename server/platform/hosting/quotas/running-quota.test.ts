import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'
import { withNouns } from '#tests/support/platform/test-store.ts'
import { requireRunningQuota } from './running-quota.ts'

test('running quota: a redeployment at the current scale does not read the other applications of the account', async () => {
  await using setup = await openTestPlatform()
  const { store, policies } = setup.platform
  const { id } = await setup.application()
  const application = async () => {
    const found = await store.applications.find(id)
    assert.ok(found)
    return found
  }
  await setup.deploy(await application(), commitOf('a'))
  let reads = 0
  const counting = withNouns(store, {
    applications: {
      ...store.applications,
      listOfQuotaAccount(accountId) {
        reads += 1
        return store.applications.listOfQuotaAccount(accountId)
      },
    },
  })
  await requireRunningQuota(counting, policies.quotas, await application())
  assert.equal(reads, 0)
  const larger = { ...(await application()), currentInstances: 2 }
  await requireRunningQuota(counting, policies.quotas, larger)
  assert.equal(reads, 1)
  await assert.rejects(
    requireRunningQuota(counting, { ...policies.quotas, instances: 1 }, larger),
    /^Refusal: .*2 instances would run, and 1 are allowed/,
  )
})
