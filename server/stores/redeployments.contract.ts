import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RollingRedeployment } from '#platform/model/hosting/toolchains/rolling-redeployment.ts'
import type { Store } from '#platform/model/store.ts'
import { addApplication } from './store.contract.ts'

const redeployment: RollingRedeployment = {
  id: 'redeployment_1',
  state: 'running',
  concurrency: 2,
  maxFailures: 1,
  createdBy: 'user_1',
  createdAt: 3_000_000_000_000,
  endedAt: null,
}

/** Contract of every store for rolling redeployments and the dates of e-mails to operators. `open` returns an empty store. */
export function redeploymentsContract(name: string, open: () => Promise<Store>): void {
  test(`${name}: a rolling redeployment is kept with its applications until the next one`, async () => {
    const store = await open()
    const [one, other] = [await addApplication(store), await addApplication(store)]
    const { rollingRedeployments } = store
    assert.equal(await rollingRedeployments.find(), undefined)
    await rollingRedeployments.replace(redeployment, [other.id, one.id])
    assert.deepEqual(await rollingRedeployments.find(), redeployment)
    const { id } = redeployment
    const listed = async () =>
      (await rollingRedeployments.listItems(id, {})).map(({ applicationId }) => applicationId)
    assert.deepEqual(await listed(), [other.id, one.id])
    const item = { redeploymentId: id, applicationId: one.id }
    const states = { from: 'unplanned', to: 'failed' } as const
    const change = { deploymentId: 'deployment_1', endedAt: 5, reason: 'It failed.' } as const
    assert.equal(await rollingRedeployments.enterItem(item, states, change), true)
    assert.equal(await rollingRedeployments.enterItem(item, states, change), false)
    assert.deepEqual(await listed(), [one.id, other.id], 'those that have ended come first')
    const failed = await rollingRedeployments.listItems(id, { states: ['failed'], limit: 5 })
    assert.deepEqual(failed, [{ ...item, ...change, number: 2, state: 'failed', startedAt: null }])
    const counts = await rollingRedeployments.countItems(id)
    assert.deepEqual([...counts].sort(), [
      ['failed', 1],
      ['unplanned', 1],
    ])
    assert.equal(await rollingRedeployments.end(id, 'stopped', 9), true)
    assert.equal(await rollingRedeployments.end(id, 'done', 10), false)
    assert.equal((await rollingRedeployments.find())?.endedAt, 9)
    await store.applications.remove(one.id)
    assert.deepEqual(await listed(), [other.id])
    await rollingRedeployments.replace({ ...redeployment, id: 'redeployment_2' }, [])
    assert.deepEqual(await listed(), [])
    assert.equal((await rollingRedeployments.find())?.id, 'redeployment_2')
    await store.close()
  })

  test(`${name}: when an e-mail to operators was last sent is kept by its name`, async () => {
    const store = await open()
    assert.equal(await store.operatorMails.lastSent('outdated'), undefined)
    await store.operatorMails.noteSent('outdated', 3_000_000_000_000)
    await store.operatorMails.noteSent('outdated', 3_000_000_000_001)
    assert.equal(await store.operatorMails.lastSent('outdated'), 3_000_000_000_001)
    assert.equal(await store.operatorMails.lastSent('other'), undefined)
    await store.close()
  })
}
