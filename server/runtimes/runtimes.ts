import type { Runtime } from '#platform/deployments/runtime.ts'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'

/** Every type of application that can be created. `nodeVersions` are the releases of Node that can be had. */
export function createRuntimes({ nodeVersions }: { nodeVersions: readonly string[] }): Runtime[] {
  return [createNodeRuntime({ versions: nodeVersions })]
}
