import type Docker from 'dockerode'
import { messageOf, removed, statusOf, unlessMissing } from '#engines/swarm/docker-client.ts'
import { label, labelsOf, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { serviceName } from './instance-spec.ts'

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
}

/** The service of an instance or exec as Swarm knows it; `undefined` when there is none. */
export async function findService(
  { docker, platform }: SwarmParts,
  id: string,
): Promise<FoundService | undefined> {
  const found = await unlessMissing(docker.getService(serviceName(platform, id)).inspect())
  if (!found) return undefined
  const applicationId = found.Spec.Labels?.[label.application] ?? ''
  return { version: found.Version.Index, spec: found.Spec, applicationId }
}

/** Changes a service; again when somebody else has changed it meanwhile. `false` when it is gone. */
export async function updateService(
  parts: SwarmParts,
  id: string,
  change: (spec: Docker.CreateServiceOptions) => Docker.CreateServiceOptions,
): Promise<boolean> {
  for (let conflicts = 0; ; conflicts++) {
    const found = await findService(parts, id)
    if (!found) return false
    try {
      const service = parts.docker.getService(serviceName(parts.platform, id))
      await service.update({
        version: found.version,
        ...change(found.spec),
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

/** Names and instances of all services of this platform. */
export async function listServices({ docker, platform }: SwarmParts) {
  const filters = { label: [`${label.platform}=${platform}`] }
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
  return parts.turns(name, async () => {
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
  await parts.turns(name, () => network.remove().catch(() => {}))
}
