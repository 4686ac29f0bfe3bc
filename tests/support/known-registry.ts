import '#tests/support/home/own-home.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'

/** Of the runner's environment, in which all files of tests run; not BERTH_…, which would be an unknown setting. */
const variable = 'TESTS_NPM_REGISTRY'

/** Asks this machine's npm for its registry, so that not each platform has to: npm takes a quarter of a second for the answer. */
export async function askForRegistry(): Promise<void> {
  const ask = npmRegistry({ environment: process.env })
  // Without an answer, whoever needs the registry says why there is none.
  process.env[variable] = await ask().catch(() => '')
}

/** For the environment of a server; empty in a file that is run by itself. */
export function knownRegistry(): { npm_config_registry?: string } {
  const registry = process.env[variable]
  return registry ? { npm_config_registry: registry } : {}
}
