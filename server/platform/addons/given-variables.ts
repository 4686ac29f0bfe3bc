import type { Application } from '#platform/applications/application.ts'
import type { Environment } from '#platform/applications/environment.ts'
import type { Platform } from '#platform/platform.ts'
import type { Addon } from './addon.ts'

/** What the linked add-ons give an application, the oldest link first. */
export async function variablesOfAddons(
  { store }: Pick<Platform, 'store'>,
  { id }: Application,
): Promise<{ addon: Addon; variables: Environment }[]> {
  const linked = await store.links.addonsOf(id)
  const there = linked.filter(({ state }) => state !== 'deleting')
  return Promise.all(
    there.map(async (addon) => {
      const provider = await store.providers.find(addon.providerId)
      const variables = provider?.ownerId === 'platform' ? addon.config : harmless(addon.config)
      return { addon, variables }
    }),
  )
}

/**
 * Names by which builds and programs are steered. A partner chooses the names of its variables, and must not have
 * other people's applications load its code.
 */
const steering =
  /^(CC_.*|APP_.*|INSTANCE_.*|NODE_.*|NPM_.*|YARN_.*|PNPM_.*|BUN_.*|DENO_.*|COREPACK_.*|MISE_.*|GIT_.*|SSH_.*|LD_.*|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|SBT_.*|BASH_.*|ENV|IFS|PATH|HOME|SHELL|PORT|TMPDIR|USER|OPENSSL_.*|SSL_.*|HTTPS?_PROXY|ALL_PROXY|NO_PROXY)$/

/** Whether linked applications do not get a variable of this name from a partner. */
export const isSteering = (name: string): boolean => steering.test(name)

const harmless = (config: Environment): Environment =>
  Object.fromEntries(Object.entries(config).filter(([name]) => !isSteering(name)))
