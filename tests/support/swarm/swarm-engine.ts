import type { SwarmEngineOptions } from '#engines/swarm/swarm-engine.ts'
import { nodeTool } from '#tests/support/engine/process-engine.ts'
import type { SwarmLab } from './swarm-lab.ts'

/** What the sample application needs; the usual packages with their compilers would take a minute. */
const smallPackages = [
  ...['base-files', 'base-passwd', 'bash', 'coreutils', 'dash', 'findutils', 'gzip', 'libc-bin'],
  ...['libstdc++6', 'perl-base', 'tar'],
]

export function swarmEngineOptions(
  { nodes, registry }: SwarmLab,
  folder: string,
  watcher: SwarmEngineOptions['watcher'],
  more: Partial<SwarmEngineOptions> = {},
): SwarmEngineOptions {
  registry.lendRecords(folder)
  return {
    folder,
    watcher,
    docker: { host: nodes[0]?.host ?? '' },
    registry: registry.url,
    toolchain: async () => nodeTool,
    basePackages: smallPackages,
    buildTimeout: 600_000,
    buildRoom: { bytes: 4 * 1024 ** 3, inodes: 1_000_000 },
    stopGrace: 10_000,
    ports: { from: 20_000, to: 29_999 },
    maxLinesPerSecond: 1000,
    hostEnvironment: { proxies: {}, extraCaCerts: undefined },
    addonsHost: '127.0.0.1',
    egress: {
      allowed: [],
      visitors: async () => ({ addresses: [], ports: [] }),
      addonsPorts: { from: 30_000, to: 39_999 },
    },
    ...more,
  }
}
