import '#tests/support/home/own-home.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { newId } from '#kit/text/ids.ts'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import type { FirstAccount } from '#platform/identity/accounts/users/first-account.ts'
import type { Email } from '#platform/model/events/email.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { type Deployment, isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type { ApplicationId, DeploymentId, OwnerId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { RecordedTraffic } from '#tests/support/engine/recorded-traffic.ts'
import { openWorld, type ServerParts, startServer, type World } from './world.ts'

export interface TestPlatform extends AsyncDisposable, Pick<World, 'usage' | 'metricStore'> {
  platform: Platform
  /** File of the store, if requested. */
  database: string
  account: FirstAccount
  traffic: RecordedTraffic
  /** E-mails sent and not yet consumed. */
  mails: readonly Email[]
  /** Waits for the next e-mail to this address and consumes it. */
  mail(to: string): Promise<Email>
  /** Uncaught errors so far; a test that expects one removes it. */
  bugs: unknown[]
  application(fields?: { environment?: Record<string, string> }): Promise<Application>
  /** Deploys a commit and waits for its end. */
  deploy(application: Application, commit: string): Promise<Deployment>
  ended(deploymentId: DeploymentId): Promise<Deployment>
  /** Log messages of an application so far. */
  lines(applicationId: ApplicationId): Promise<string[]>
}

/** A fake commit id. */
export const commitOf = (digit: string) => digit.repeat(40)

/** A new application in a platform's first organisation. */
export const newApplication = (
  platform: Platform,
  ownerId: OwnerId,
  environment: Record<string, string> = {},
) =>
  createApplication(platform, ownerId, {
    name: `hello ${newId('t').slice(2, 8)}`,
    type: 'node',
    zone: 'par',
    environment,
  })

/** Waits for the end of a deployment. */
export const endOf = ({ store }: Pick<Platform, 'store'>, id: DeploymentId) =>
  until(
    async () => {
      const deployment = await store.deployments.find(id)
      return deployment && isEnded(deployment) && deployment
    },
    { timeout: 300_000, what: `the end of ${id}` },
  )

/** One server in its own world, whose parts may be wrapped. A bug in it fails the test that closes it. */
export async function openTestPlatform(
  wrap?: (parts: ServerParts) => ServerParts,
  options: { withFile?: boolean } = {},
): Promise<TestPlatform> {
  const world = await openWorld(options)
  const bugs: unknown[] = []
  const platform = startServer(world, wrap, (error) => bugs.push(error))
  const { store, account, logs, traffic, mails, usage, metricStore } = { ...world }
  platform.liveness.begin()
  platform.mailWorker.begin()
  platform.provisioningQueue.begin()
  platform.redeploymentWorker.begin()
  return {
    usage,
    metricStore,
    platform,
    account,
    traffic,
    bugs,
    mails,
    database: world.database,
    ended: (id) => endOf(platform, id),
    mail: (to) =>
      until(
        () => {
          const at = mails.findIndex((mail) => mail.to === to)
          return at < 0 ? undefined : mails.splice(at, 1)[0]
        },
        { timeout: 300_000, what: `a mail to ${to}` },
      ),
    application: ({ environment } = {}) =>
      newApplication(platform, account.organisationId, environment),
    async deploy(application, commit) {
      const current = (await store.applications.find(application.id)) ?? application
      const request = { commit, cause: 'Git', authorId: '' as const }
      const { id } = await requestDeployment(platform, current, request)
      const deployment = await endOf(platform, id)
      await platform.queue.idle(application.id)
      return deployment
    },
    async lines(applicationId) {
      return (await logs.read(applicationId, {})).map(({ message }) => message)
    },
    async [Symbol.asyncDispose]() {
      await platform.redeploymentWorker.close()
      await platform.queue.close()
      await platform.mailWorker.close()
      await platform.provisioningQueue.close()
      await platform.liveness.close()
      await platform.supervision.close()
      await world[Symbol.asyncDispose]()
      if (bugs.length > 0) throw bugs[0]
    },
  }
}
