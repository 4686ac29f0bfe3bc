import type { Platform } from '#platform/marketplace/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'

/** Variables of the add-ons linked to an application, oldest link first. */
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
 * Variables that control builds, interpreters or loaders. Providers choose the names of their variables and must not
 * make other owners' applications load code.
 */
const steering = new RegExp(
  `^(${[
    'CC_.*|APP_.*|INSTANCE_.*|COMMIT_ID|PORT|PATH|HOME|SHELL|USER|TMPDIR|TMP|TEMP|XDG_.*',
    'NODE_.*|NPM_.*|YARN_.*|PNPM_.*|BUN_.*|DENO_.*|COREPACK_.*|MISE_.*|TS_NODE_.*|PRISMA_.*_(ENGINE|BINARY|LIBRARY|MIRROR)',
    '_?JAVA_.*|JDK_.*|JVM_.*|CLASSPATH|MAVEN_.*|GRADLE_.*|SBT_.*|DOTNET_.*|PHPRC|PHP_.*|COMPOSER_.*',
    'PYTHON[A-Z]*|PIP_.*|UV_.*|RUBY(OPT|LIB|PATH|SHELL)|GEM_.*|BUNDLE_.*|PERL[A-Z0-9]*|GO[A-Z0-9]*',
    'CARGO_.*|RUST_.*|RUSTC.*|RUSTFLAGS|RUSTUP_.*|ERL_(.*FLAGS|LIBS)|LUA_.*',
    'LD_.*|GCONV_PATH|LOCPATH|NLSPATH|GLIBC_TUNABLES|MALLOC_.*|HOSTALIASES|RES_OPTIONS|LOCALDOMAIN',
    'BASH_.*|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS4|ENV|IFS|ZDOTDIR|GIT_.*|SSH_.*|CURL_.*|WGETRC|EDITOR|PAGER',
    'OPENSSL_.*|SSL_.*|HTTPS?_PROXY|ALL_PROXY|NO_PROXY|REQUESTS_CA_BUNDLE',
  ].join('|')})$`,
)

/** Whether a provider's variable of this name is withheld from linked applications. */
export const isSteering = (name: string): boolean => steering.test(name)

const harmless = (config: Environment): Environment =>
  Object.fromEntries(Object.entries(config).filter(([name]) => !isSteering(name)))
