import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Docker from 'dockerode'
import { installedPackages } from '#engines/swarm/images/debian-packages.ts'
import type { PinnedImage } from '#engines/swarm/images/image-name.ts'
import { providePackageImage } from '#engines/swarm/images/package-image.ts'
import { label, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { writeTar } from '#kit/files/tar.ts'
import { ClusterUnusableError } from '#platform/model/hosting/deployments/engine.ts'
import { egressRules, type NodeEgress } from './egress-rules.ts'

const script = join(import.meta.dirname, 'egress-agent.sh')
const agent = '/opt/berth/egress-agent.sh'
const second = 1_000_000_000
const memory = 64 * 1024 * 1024

/** Nodes get `nft` from this machine: without it nothing may run there. */
export async function requireNftables(): Promise<void> {
  const installed = await installedPackages()
  if (installed.some(({ name }) => name === 'nftables')) return
  throw new ClusterUnusableError(
    'the Debian package nftables is not installed on this machine, from which nodes get their egress rules: as root, apt-get install nftables',
  )
}

/** The program that keeps the rules on a node, with `nft` of this machine. */
export async function provideAgentImage(
  parts: Pick<SwarmParts, 'docker' | 'registry' | 'log'>,
): Promise<PinnedImage> {
  const content = await readFile(script)
  return providePackageImage(parts, {
    repository: 'berth/egress',
    packages: ['base-files', 'coreutils', 'dash', 'nftables'],
    files: writeTar([{ path: agent.slice(1), content, isExecutable: true }]),
  })
}

export interface AgentService {
  name: string
  /** Changes with the rules and the program. */
  mark: string
  spec: Docker.CreateServiceOptions
}

/**
 * The service that applies the rules on every node, in the node's own network and with the one capability that it takes.
 * Its task runs, for Swarm, only once the rules are in force. Each server has one: what another platform on the same nodes
 * forbids is forbidden too.
 */
export function agentService(
  { server }: Pick<SwarmParts, 'server'>,
  image: PinnedImage,
  egress: NodeEgress,
): AgentService {
  const id = createHash('sha256').update(server).digest('hex').slice(0, 16)
  const table = `berth_egress_${id}`
  const facts = JSON.stringify([image, egressRules(table, 'none', egress)])
  const mark = `rules_${createHash('sha256').update(facts).digest('hex').slice(0, 16)}`
  const name = `berth-egress-${id}`
  const labels = { [label.kind]: 'egress', [label.server]: server, [label.rules]: mark }
  const spec = {
    Name: name,
    Labels: labels,
    Mode: { Global: {} },
    TaskTemplate: {
      ContainerSpec: {
        Image: image,
        Command: ['/bin/sh', agent],
        Args: [table, mark, egressRules(table, mark, egress)],
        Labels: labels,
        ReadOnly: true,
        CapabilityDrop: ['ALL'],
        CapabilityAdd: ['CAP_NET_ADMIN'],
        HealthCheck: {
          Test: ['CMD', '/usr/sbin/nft', 'list', 'chain', 'inet', table, mark],
          Interval: 2 * second,
          Timeout: 30 * second,
          Retries: 3,
        },
      },
      Resources: { Limits: { MemoryBytes: memory, Pids: 32 } },
      RestartPolicy: { Condition: 'any', Delay: second },
      LogDriver: { Name: 'json-file', Options: { 'max-size': '1m', 'max-file': '2' } },
      Networks: [{ Target: 'host' }],
    },
    UpdateConfig: { Parallelism: 0, FailureAction: 'continue', Order: 'stop-first' },
  } as Docker.CreateServiceOptions
  return { name, mark, spec }
}
