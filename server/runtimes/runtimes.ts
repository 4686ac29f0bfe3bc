import type { Runtime } from '#platform/deployments/runtime.ts'
import type { Catalogue } from './choose-version.ts'

/**
 * All types of application. A runtime is loaded when its first application is deployed, to keep the server's start
 * fast.
 */
export function createRuntimes(catalogue: Catalogue): Runtime[] {
  return [
    onDemand({ type: 'node', title: 'Node.js' }, async () => {
      const { createNodeRuntime } = await import('#runtimes/node/node-runtime.ts')
      return createNodeRuntime(catalogue)
    }),
    onDemand({ type: 'play1', title: 'Play 1' }, async () => {
      const { createPlay1Runtime } = await import('#runtimes/play1/play1-runtime.ts')
      return createPlay1Runtime(catalogue)
    }),
  ]
}

function onDemand(
  words: Pick<Runtime, 'type' | 'title'>,
  load: () => Promise<Pick<Runtime, 'recipe'>>,
): Runtime {
  let member: ReturnType<typeof load> | undefined
  return {
    ...words,
    async recipe(source, environment) {
      member ??= load()
      return (await member).recipe(source, environment)
    },
  }
}
