import { withDeadline } from '#kit/deadline.ts'
import type { Application } from '#platform/applications/application.ts'
import { type Deployment, mayEnter } from '#platform/deployments/deployment.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import { routeOf } from '#platform/deployments/routes.ts'
import type { Platform } from '#platform/platform.ts'

const switchDeadline = 15_000

/**
 * Sends new visitors to these instances, and makes their release the live one. Safe to repeat: a crash between
 * the router's word and ours is mended by doing both again.
 */
export async function switchTo(
  platform: Pick<Platform, 'store' | 'traffic' | 'supervision' | 'clock'>,
  application: Application,
  deployment: Deployment,
  instances: readonly Instance[],
): Promise<void> {
  const { store, traffic, supervision, clock } = platform
  if (!mayEnter(deployment.state, 'live')) throw new Error(`${deployment.id} is not switching`)
  const route = await routeOf(platform, application, instances)
  try {
    await withDeadline(traffic.switchTo(route), switchDeadline, 'the switch of the router')
  } catch (error) {
    throw new Failure(
      'switch',
      `The router did not take the new version: ${(error as Error).message}.`,
    )
  }
  await store.transaction(async (inside) => {
    for (const { id } of instances) await inside.instances.update(id, { state: 'up' })
    await inside.applications.setLive(application.id, deployment.id, deployment.commit)
    const { id, state } = deployment
    await inside.deployments.enter(id, { from: state, to: 'live', date: clock() })
  })
  deployment.state = 'live'
  for (const { id } of instances) supervision.keep(id)
}
