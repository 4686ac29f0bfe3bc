import type Docker from 'dockerode'
import { messageOf, removed, statusOf, unlessMissing } from '#engines/swarm/docker-client.ts'
import { label, labelsOf, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { IsRemote } from '#platform/model/hosting/deployments/engine.ts'
import { serviceName } from './instance-spec.ts'
import { listTasks } from './tasks.ts'

const maxConflicts = 5

/** Creates a service, or replaces one of the same name that a crash left. */
export async function createService(
  { docker, registry }: SwarmParts,
  spec: Docker.CreateServiceOptions,
): Promise<void> {
  const create = () => docker.createService(registry.credentials ?? {}, spec)
  try {
    await create()
  } catch (error) {
    if (statusOf(error) !== 409) throw error
    await removed(docker.getService(spec.Name ?? '').remove())
    await create()
  }
}

export interface FoundService {
  version: number
  spec: Docker.CreateServiceOptions
  applicationId: string
  /** The server that works with it; empty when an older version has made it. */
  server: string
}

/** Another server has taken the service over: this one leaves it alone. */
class TakenOverError extends Error {
  constructor(id: string) {
    super(`another server works with ${id} now`)
    this.name = 'TakenOverError'
  }
}

/** `undefined`, without the change, when another server has taken the service over. */
export async function unlessTakenOver<T>(changing: Promise<T>): Promise<T | undefined> {
  try {
    return await changing
  } catch (error) {
    if (error instanceof TakenOverError) return undefined
    throw error
  }
}

/** Whether this server may change a service. */
export const isOwn = ({ server }: SwarmParts, found: Pick<FoundService, 'server'>): boolean =>
  found.server === '' || found.server === server

/** The service of an instance or exec as Swarm knows it; `undefined` when there is none. */
export async function findService(
  { docker, platform }: SwarmParts,
  id: string,
): Promise<FoundService | undefined> {
  const found = await unlessMissing(docker.getService(serviceName(platform, id)).inspect())
  if (!found) return undefined
  return {
    version: found.Version.Index,
    spec: found.Spec,
    applicationId: found.Spec.Labels?.[label.application] ?? '',
    server: found.Spec.Labels?.[label.server] ?? '',
  }
}

export async function isServiceRunning(parts: SwarmParts, id: string): Promise<boolean> {
  if (!(await findService(parts, id))) return false
  const tasks = await listTasks(parts, serviceName(parts.platform, id))
  return tasks.some(({ state }) => state === 'running')
}

type Change = (spec: Docker.CreateServiceOptions) => Docker.CreateServiceOptions

/**
 * Changes a service; again when somebody else has changed it meanwhile. `false` when it is gone. Swarm compares the version,
 * so that a server that was stopped after its look changes nothing that another one has taken over.
 */
export const updateService = (parts: SwarmParts, id: string, change: Change): Promise<boolean> =>
  changeService(parts, id, async (found) => {
    if (!isOwn(parts, found)) throw new TakenOverError(id)
    return change(found.spec)
  })

/**
 * Makes this server the one that works with a service, whose task is not restarted; `false` when it is gone or another
 * server's. Who that is, is asked between the look and the change: the server that takes an application over is noted in
 * the store before it changes a service.
 */
export async function claimService(
  parts: SwarmParts,
  id: string,
  isRemote: IsRemote,
): Promise<boolean> {
  let isOurs = true
  const isThere = await changeService(parts, id, async ({ spec, server }) => {
    isOurs = !(await isRemote(id))
    if (!isOurs || server === parts.server) return undefined
    return { ...spec, Labels: { ...spec.Labels, [label.server]: parts.server } }
  })
  return isThere && isOurs
}

async function changeService(
  parts: SwarmParts,
  id: string,
  change: (found: FoundService) => Promise<Docker.CreateServiceOptions | undefined>,
): Promise<boolean> {
  for (let conflicts = 0; ; conflicts++) {
    const found = await findService(parts, id)
    if (!found) return false
    const spec = await change(found)
    if (!spec) return true
    try {
      const service = parts.docker.getService(serviceName(parts.platform, id))
      await service.update({
        version: found.version,
        ...spec,
        ...(parts.registry.credentials ? { authconfig: parts.registry.credentials } : {}),
      })
      return true
    } catch (error) {
      if (!/out of sequence/.test(messageOf(error)) || conflicts === maxConflicts) throw error
    }
  }
}

export const withReplicas = (
  spec: Docker.CreateServiceOptions,
  Replicas: number,
): Docker.CreateServiceOptions => ({ ...spec, Mode: { Replicated: { Replicas } } })

export const removeService = ({ docker, platform }: SwarmParts, id: string): Promise<void> =>
  removed(docker.getService(serviceName(platform, id)).remove())

/** Names and instances of all services of this platform, or of one application. */
export async function listServices({ docker, platform }: SwarmParts, applicationId?: string) {
  const own = applicationId ? [`${label.application}=${applicationId}`] : []
  const filters = { label: [`${label.platform}=${platform}`, ...own] }
  const services = await docker.listServices({ filters } as object)
  return services.map(({ ID, Spec }) => ({
    id: ID,
    instanceId: Spec?.Labels?.[label.instance] ?? '',
    kind: Spec?.Labels?.[label.kind] ?? '',
  }))
}

/** The overlay network of an application: its instances reach each other there, and no one else. */
export function applicationNetwork(parts: SwarmParts, applicationId: string): Promise<string> {
  const name = serviceName(parts.platform, applicationId)
  const network = parts.docker.getNetwork(name)
  return parts.withLock(name, async () => {
    const found = await unlessMissing(network.inspect())
    if (found) return found.Id
    await parts.docker
      .createNetwork({
        Name: name,
        Driver: 'overlay',
        CheckDuplicate: true,
        Labels: labelsOf(parts, 'instance', { [label.application]: applicationId }),
      })
      .catch((error: unknown) => {
        // Another server was first.
        if (!/already exists|name conflicts/.test(messageOf(error))) throw error
      })
    return (await network.inspect()).Id
  })
}

/** Removes the network of an application that has no instance left; Docker refuses while one has. */
export async function removeNetwork(parts: SwarmParts, applicationId: string): Promise<void> {
  const name = serviceName(parts.platform, applicationId)
  const network = parts.docker.getNetwork(name)
  await parts.withLock(name, () => network.remove().catch(() => {}))
}
