import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { drawPort } from '#kit/net/free-port.ts'

const maxTries = 50

/**
 * A port of the nodes that no service of the swarm has. By chance, so that several servers seldom choose the same; where
 * they do, Swarm places the second on another node.
 */
export async function freeNodePort({ docker, ports: { from, to } }: SwarmParts): Promise<number> {
  const services = await docker.listServices()
  const taken = new Set(
    services.flatMap(({ Spec }) =>
      (Spec?.EndpointSpec?.Ports ?? []).map((each) => each.PublishedPort),
    ),
  )
  for (let tries = 0; tries < maxTries; tries++) {
    const port = drawPort({ from, to })
    if (!taken.has(port)) return port
  }
  throw new Error(`nearly all ports from ${from} to ${to} of the nodes are taken`)
}
