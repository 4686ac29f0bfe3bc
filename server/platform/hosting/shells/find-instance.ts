import { getApplication } from '#platform/hosting/applications/find.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { permitApplication } from '#platform/identity/access/permit.ts'
import { refuseEnded } from '#platform/identity/access/watch-credential.ts'
import { recordAction } from '#platform/identity/audit/audit-log.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { ShellRequest } from '#platform/model/hosting/instances/shells.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { type ApplicationId, type InstanceId, isApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

export const openAction = 'shell.open'

export interface RunningTarget {
  application: Application
  instance: Instance & { started: StartedInstance }
}

type Context = Pick<Platform, 'store' | 'clock' | 'actionEvents' | 'placement'>

/** The instance that a request means, if the caller may open a shell in it. */
export async function findPermittedInstance(
  platform: Context,
  { caller, target, from }: Pick<ShellRequest, 'caller' | 'target' | 'from'>,
): Promise<RunningTarget> {
  const { store } = platform
  const known = isInstanceId(target) ? await store.instances.find(target) : undefined
  const applicationId = known?.applicationId ?? target
  if (!isApplicationId(applicationId)) throw missing(target)
  const application = await permit(platform, { caller, applicationId, target, from })
  const server = await platform.placement.remoteServerOf(applicationId)
  if (server) {
    throw new Refusal(
      'conflict',
      `The application is assigned to another server: use ssh://ssh@${server.git}`,
    )
  }
  const running = (await store.instances.listOf(applicationId)).filter(isUp)
  const instance = known ? running.find(({ id }) => id === known.id) : running.sort(byAge).at(-1)
  if (instance) return { application, instance }
  throw new Refusal(
    'conflict',
    known ? 'The instance is not running' : `${application.name} has no running instance`,
  )
}

/** Refuses a caller who may not open shells in an application, or not any more. */
export async function permitShell(
  platform: Context,
  caller: Caller,
  applicationId: ApplicationId,
): Promise<Application> {
  // An SSH connection outlives the key that opened it.
  await refuseEnded(platform, caller)
  const application = await permitApplication(platform, caller, 'operate', applicationId)
  const [ban] = await platform.store.shellBans.listOf({
    ownerId: application.ownerId,
    applicationId,
  })
  if (!ban) return application
  throw new Refusal(
    'forbidden',
    ban.applicationId
      ? 'Shells are off for this application'
      : 'Shells are off for all applications of this organisation',
  )
}

/** The attempt of a member without the right is audited. */
async function permit(
  platform: Context,
  request: Pick<ShellRequest, 'caller' | 'target' | 'from'> & { applicationId: ApplicationId },
): Promise<Application> {
  const { caller, applicationId, target, from } = request
  try {
    return await permitShell(platform, caller, applicationId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Who may not see an application learns no more from the id of an instance.
    if (error.kind === 'missing') throw missing(target)
    if (error.kind === 'forbidden') {
      const { ownerId } = await getApplication(platform, applicationId)
      const refused = { ownerId, target: applicationId, outcome: 'refused', from } as const
      await recordAction(platform, caller, { ...refused, action: openAction })
    }
    throw error
  }
}

const isInstanceId = (text: string): text is InstanceId =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const missing = (target: string) =>
  new Refusal('missing', `There is no application or instance ${target}`)

const isUp = (instance: Instance): instance is RunningTarget['instance'] =>
  instance.state === 'up' && instance.started !== null

const byAge = (one: Instance, other: Instance) =>
  one.createdAt - other.createdAt || other.number - one.number
