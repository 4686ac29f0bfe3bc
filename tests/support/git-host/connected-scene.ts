import assert from 'node:assert/strict'
import { until } from '#kit/concurrency/timeout.ts'
import {
  checkNow,
  connectRepository,
  type WantedRepository,
} from '#platform/hosting/connected-repositories/connect.ts'
import { isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { type GitHost, openGitHost } from './git-host.ts'

const timeout = 120_000

/** An application of a test platform, and a Git host with the repository `shop` for it to be connected to. */
export async function openConnectedScene() {
  const setup = await openTestPlatform()
  const host = await openGitHost()
  const { platform, account } = setup
  const { store } = platform
  const user = (await store.users.findByEmail(account.email)) ?? assert.fail()
  const application = await setup.application()
  platform.repositoryWorker.begin()
  const connect = async (wanted: Partial<WantedRepository> = {}) => {
    const current = (await store.applications.find(application.id)) ?? assert.fail()
    const whole = { url: host.urlOf('shop'), access: { by: 'nobody' }, ...wanted } as const
    return connectRepository(platform, current, whole, user.id)
  }
  const stored = async () =>
    (await store.connectedRepositories.find(application.id)) ?? assert.fail()
  /** Waits until a commit was seen; returns the ended deployments, oldest first. */
  const seen = async (commit: string) => {
    await until(async () => (await stored()).head === commit, {
      timeout,
      what: `a look at ${commit}`,
    })
    return until(
      async () => {
        const all = await store.deployments.listOf(application.id, { limit: 20 })
        return all.every(isEnded) && all.toReversed()
      },
      { timeout, what: 'the end of the deployments' },
    )
  }
  /** Waits until a look has met a problem. */
  const failed = (sentence: RegExp) =>
    until(async () => sentence.test((await stored()).lastError), {
      timeout,
      what: `the problem ${sentence}`,
    })
  return {
    ...setup,
    host,
    application,
    addApplication: setup.application,
    connect,
    stored,
    seen,
    failed,
    /** Looks at the repository now. */
    check: () => checkNow(platform, application.id),
    async [Symbol.asyncDispose]() {
      await platform.repositoryWorker.close()
      await host[Symbol.asyncDispose]()
      await setup[Symbol.asyncDispose]()
    },
  }
}

/** Holds the next fetch until it is released. */
export function holdFetch(scene: { host: Pick<GitHost, 'intercept'> }) {
  const released = Promise.withResolvers<undefined>()
  const reached = Promise.withResolvers<void>()
  scene.host.intercept = async ({ url, method }) => {
    if (method !== 'POST' || !url?.endsWith('git-upload-pack')) return undefined
    reached.resolve()
    return released.promise
  }
  return { reached: reached.promise, release: () => released.resolve(undefined) }
}
