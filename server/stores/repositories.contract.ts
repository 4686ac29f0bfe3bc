import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import type { RepositoryDelivery } from '#platform/model/hosting/connected-repositories/repository-delivery.ts'
import type { RepositoryBundle } from '#platform/model/hosting/deployments/repository-bundle.ts'
import type { RegisteredGitHost } from '#platform/model/hosting/git-hosts/git-host.ts'
import type { QueuedStatus } from '#platform/model/hosting/git-hosts/queued-status.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { aConnectedRepository } from '#tests/support/git-host/a-connected-repository.ts'
import { addApplication } from './store.contract.ts'

const aQueuedDeployment = {
  action: 'deploy',
  state: 'queued',
  cause: 'Git',
  instances: 1,
  authorId: '',
  createdAt: 1,
  changedAt: 1,
  withoutCache: false,
  attempts: 0,
  cancelRequested: false,
  failure: null,
} as const

const bundle = (applicationId: ApplicationId, number: number): RepositoryBundle => ({
  applicationId,
  number,
  objectKey: `repositories/${applicationId}/${number}`,
  bytes: 3_000_000_000,
  sha256: 'ab',
  refs: { 'refs/heads/master': 'c'.repeat(40) },
  shallow: '',
  createdAt: 5,
})

/** Contract of every store for repositories. `open` returns an empty store. */
export function repositoriesContract(name: string, open: () => Promise<Store>): void {
  test(`${name}: bundles of a repository are kept by number, replaced, and go with it`, async () => {
    const store = await open()
    const [one, other] = [await addApplication(store), await addApplication(store)]
    const { repositoryBundles } = store
    assert.equal(await repositoryBundles.newestOf(one.id), 0)
    for (const number of [2, 1, 10]) await repositoryBundles.add(bundle(one.id, number))
    await repositoryBundles.add(bundle(other.id, 1))
    await assert.rejects(repositoryBundles.add(bundle(one.id, 2)))
    const numbers = async () => (await repositoryBundles.listOf(one.id)).map((each) => each.number)
    assert.deepEqual(await numbers(), [1, 2, 10])
    assert.equal(await repositoryBundles.newestOf(one.id), 10)
    assert.deepEqual((await repositoryBundles.listOf(one.id))[0], bundle(one.id, 1))
    await repositoryBundles.removeBefore(one.id, 10)
    assert.deepEqual(await numbers(), [10])
    await store.applications.remove(one.id)
    assert.deepEqual(await numbers(), [])
    assert.equal((await repositoryBundles.listOf(other.id)).length, 1)
    await store.close()
  })

  test(`${name}: a connected repository is replaced, changed, listed when due, and goes with its application`, async () => {
    const store = await open()
    const [one, other] = [await addApplication(store), await addApplication(store)]
    const { connectedRepositories, commitSummaries } = store
    const first = { ...aConnectedRepository(one.id, 'a token'), dueAt: 9 }
    await connectedRepositories.put(first)
    await connectedRepositories.put(aConnectedRepository(other.id, 'another'))
    assert.deepEqual(await connectedRepositories.find(one.id), first)
    const dueFirst = (await connectedRepositories.listAll()).map((each) => each.applicationId)
    assert.deepEqual(dueFirst, [other.id, one.id])
    await connectedRepositories.change(one.id, { head: 'c', attempts: 2, access: { by: 'nobody' } })
    const changed = await connectedRepositories.find(one.id)
    assert.deepEqual(changed, { ...first, head: 'c', attempts: 2, access: { by: 'nobody' } })
    assert.equal(
      await connectedRepositories.changeSince({ ...first, dueAt: 8 }, { dueAt: 1 }),
      false,
    )
    assert.equal(await connectedRepositories.changeSince(first, { dueAt: 9, attempts: 3 }), true)
    assert.equal((await connectedRepositories.find(one.id))?.attempts, 3)
    await connectedRepositories.put({ ...first, paths: ['a b', 'c'] })
    assert.deepEqual((await connectedRepositories.find(one.id))?.paths, ['a b', 'c'])
    const summary = { commit: 'c'.repeat(40), author: 'Ada', message: 'Say\n\nit', date: 5 }
    await commitSummaries.put(one.id, summary)
    await commitSummaries.put(one.id, { ...summary, author: 'Bob' })
    assert.equal((await commitSummaries.find(one.id, summary.commit))?.author, 'Bob')
    assert.equal(await commitSummaries.find(other.id, summary.commit), undefined)
    const known = await commitSummaries.list(one.id, [summary.commit, 'd'.repeat(40)])
    assert.deepEqual(known, [{ ...summary, author: 'Bob' }])
    assert.deepEqual(await commitSummaries.list(one.id, []), [])
    await store.applications.remove(one.id)
    assert.equal(await connectedRepositories.find(one.id), undefined)
    assert.equal(await commitSummaries.find(one.id, summary.commit), undefined)
    await connectedRepositories.remove(other.id)
    assert.deepEqual(await connectedRepositories.listAll(), [])
    await store.close()
  })

  test(`${name}: commits of a deployment are replaced, found by its branch, and go with the deployment`, async () => {
    const store = await open()
    const { id: applicationId } = await addApplication(store)
    const { deploymentCommits, commitSummaries, deployments } = store
    const commit = 'c'.repeat(40)
    const request = { ...aQueuedDeployment, applicationId, commit }
    const [first, second] = [
      await deployments.add({ ...request, id: newId('deployment') }),
      await deployments.add({ ...request, id: newId('deployment') }),
    ]
    const comparison = {
      aheadBy: 2,
      behindBy: 1,
      isPartial: true,
      newest: [{ commit, author: 'Ada', subject: 'Say "it"' }],
    }
    const known = { deploymentId: first.id, branch: 'main', since: 'd'.repeat(40), comparison }
    await deploymentCommits.put({ ...known, branch: 'other', comparison: null })
    await deploymentCommits.put(known)
    await deploymentCommits.put({
      deploymentId: second.id,
      branch: null,
      since: null,
      comparison: null,
    })
    assert.deepEqual(await deploymentCommits.list([first.id]), [known])
    assert.equal((await deploymentCommits.list([first.id, second.id])).length, 2)
    assert.deepEqual(await deploymentCommits.list([]), [])
    assert.equal(await deploymentCommits.branchOf(applicationId, commit), 'main')
    assert.equal(await deploymentCommits.branchOf(applicationId, 'e'.repeat(40)), undefined)
    const summary = { commit, author: 'Ada', message: 'Say it', date: 5 }
    await commitSummaries.put(applicationId, summary)
    for (const { id } of [first, second]) {
      await deployments.enter(id, { from: 'queued', to: 'cancelled', date: 9 })
    }
    await deployments.removeAutomaticBeyond(1)
    assert.deepEqual(await deploymentCommits.list([first.id]), [])
    assert.deepEqual(await commitSummaries.find(applicationId, commit), summary)
    await deployments.removeAutomaticBeyond(0)
    assert.equal(await commitSummaries.find(applicationId, commit), undefined)
    await store.close()
  })

  test(`${name}: the headline of a failed deployment is kept with it`, async () => {
    const store = await open()
    const { id: applicationId } = await addApplication(store)
    const request = { ...aQueuedDeployment, applicationId, commit: 'c'.repeat(40) }
    const { id } = await store.deployments.add({ ...request, id: newId('deployment') })
    const headline = {
      lineId: '1-2',
      date: 5,
      tool: 'Go',
      sentence: 'undefined: m',
      file: 'main.go',
      line: 7,
      column: null,
      advice: ['go build'],
    }
    const change = { from: 'queued', to: 'failed', date: 9, failure: 'No.', headline } as const
    await store.deployments.enter(id, change)
    assert.deepEqual((await store.deployments.find(id))?.headline, headline)
    await store.close()
  })

  test(`${name}: Git hosts are listed, changed and removed, with their tokens`, async () => {
    const store = await open()
    const { gitHosts } = store
    const host = (number: number): RegisteredGitHost => ({
      id: `githost_${number}`,
      kind: 'gitea',
      name: 'Git',
      url: `https://git${number}.test`,
      apiUrl: `https://git${number}.test/api/v1`,
      sshPort: 2222,
      token: 'a token',
      tokenUse: 'all',
      isFromSettings: true,
      createdAt: number,
    })
    await gitHosts.add(host(2))
    await gitHosts.add({ ...host(1), token: null, isFromSettings: false })
    assert.deepEqual(
      (await gitHosts.list()).map(({ id }) => id),
      ['githost_1', 'githost_2'],
    )
    assert.deepEqual(await gitHosts.find('githost_2'), host(2))
    assert.equal((await gitHosts.find('githost_1'))?.token, null)
    await gitHosts.change('githost_2', { token: null, name: 'Other' })
    assert.deepEqual(await gitHosts.find('githost_2'), { ...host(2), token: null, name: 'Other' })
    await gitHosts.remove('githost_2')
    assert.equal(await gitHosts.find('githost_2'), undefined)
    await store.close()
  })

  test(`${name}: the newest status of a commit waits for its host, and one that was sent meanwhile does not remove it`, async () => {
    const store = await open()
    const [one, other] = [await addApplication(store), await addApplication(store)]
    const { queuedStatuses, hostWebhooks } = store
    const status = (commit: string, eventId: number): QueuedStatus => ({
      applicationId: one.id,
      commit,
      deploymentId: 'deployment_1',
      state: 'pending',
      description: 'x',
      eventId,
      queuedAt: 3_000_000_000_000,
      dueAt: eventId,
      attempts: 0,
    })
    const at = (now: number) => ({ now, maxPause: 1000 })
    assert.equal(await queuedStatuses.nextDue(), undefined)
    await queuedStatuses.put(status('a', 5))
    await queuedStatuses.put(status('b', 4))
    await queuedStatuses.put({ ...status('a', 9), applicationId: other.id })
    assert.equal(await queuedStatuses.nextDue(), 4)
    assert.deepEqual(
      (await queuedStatuses.listDue(at(5))).map(({ commit }) => commit),
      ['b', 'a'],
    )
    assert.deepEqual(await queuedStatuses.findDue(one.id, at(5)), status('b', 4))
    await queuedStatuses.put({ ...status('b', 6), state: 'success' })
    await queuedStatuses.remove(status('b', 4))
    await queuedStatuses.postpone(status('b', 4), 1)
    await queuedStatuses.postpone(status('a', 5), 20)
    assert.deepEqual(await queuedStatuses.listDue(at(6)), [{ ...status('b', 6), state: 'success' }])
    await queuedStatuses.remove(status('b', 6))
    assert.deepEqual(await queuedStatuses.findDue(one.id, at(20)), {
      ...status('a', 5),
      dueAt: 20,
      attempts: 1,
    })
    // The clock was set back.
    await queuedStatuses.postpone({ ...status('a', 5), attempts: 1 }, 9000)
    assert.equal((await queuedStatuses.findDue(one.id, at(20)))?.dueAt, 9000)
    const webhook = { applicationId: one.id, repositoryUrl: 'u', hookId: null, problem: 'No.' }
    await hostWebhooks.put(webhook)
    await hostWebhooks.put({ ...webhook, hookId: '7', problem: '' })
    assert.equal((await hostWebhooks.find(one.id))?.hookId, '7')
    await store.applications.remove(one.id)
    assert.equal(await queuedStatuses.findDue(one.id, at(20)), undefined)
    assert.equal(await hostWebhooks.find(one.id), undefined)
    assert.equal((await queuedStatuses.listDue(at(9))).length, 1)
    await store.close()
  })

  test(`${name}: deliveries of a Git host are listed newest first, and trimmed by outcome`, async () => {
    const store = await open()
    const [one, other] = [await addApplication(store), await addApplication(store)]
    const { repositoryDeliveries, repositoryWebhooks } = store
    const webhook = { applicationId: one.id, secret: 'a secret', createdAt: 3_000_000_000_000 }
    await repositoryWebhooks.put({ ...webhook, secret: 'before' })
    await repositoryWebhooks.put(webhook)
    assert.deepEqual(await repositoryWebhooks.find(one.id), webhook)
    const delivery = (number: number, outcome: RepositoryDelivery['outcome']) => ({
      id: `repodelivery_${number}` as const,
      applicationId: one.id,
      receivedAt: number,
      host: 'gitea',
      event: 'push',
      ref: 'refs/heads/main',
      commit: '',
      digest: `d${number}`,
      outcome,
      reason: '',
    })
    await repositoryDeliveries.add({
      ...delivery(9, 'ignored'),
      applicationId: other.id,
    })
    for (const number of [1, 2, 3]) await repositoryDeliveries.add(delivery(number, 'refused'))
    for (const number of [4, 5, 6]) await repositoryDeliveries.add(delivery(number, 'accepted'))
    const numbers = async () =>
      (await repositoryDeliveries.listOf(one.id, 5)).map(({ receivedAt }) => receivedAt)
    assert.deepEqual(await numbers(), [6, 5, 4, 3, 2])
    assert.equal(await repositoryDeliveries.hasAccepted(one.id, 'd5'), true)
    assert.equal(await repositoryDeliveries.hasAccepted(one.id, 'd3'), false)
    assert.equal(await repositoryDeliveries.hasAccepted(other.id, 'd5'), false)
    await repositoryDeliveries.trim(one.id, { refused: 1, others: 2 })
    assert.deepEqual(await numbers(), [6, 5, 3])
    assert.deepEqual(await repositoryDeliveries.find('repodelivery_3'), delivery(3, 'refused'))
    await store.applications.remove(one.id)
    assert.deepEqual(await numbers(), [])
    assert.equal(await repositoryWebhooks.find(one.id), undefined)
    assert.equal((await repositoryDeliveries.listOf(other.id, 5)).length, 1)
    await store.close()
  })
}
