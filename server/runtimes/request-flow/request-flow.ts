import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import type { BuildStep, Tool, Worker } from '#platform/model/hosting/recipe/recipe.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import type { Place } from '#runtimes/pipeline/app-folder.ts'
import { readPlatformFile } from '#runtimes/pipeline/hooks.ts'
import type { PlannedRecipe } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'
import { behindFlow, entrance } from './ports.ts'

/** Programs in front of the application, the first of which takes the requests. */
export interface RequestFlow {
  services: readonly Service[]
  /** The configuration of varnish, in the folder of the application or the main one. */
  vcl?: string
  warnings: string[]
}

const services = ['block', 'custom', 'oauth2-proxy', 'varnish'] as const
type Service = (typeof services)[number]

/** What `CC_REQUEST_FLOW` lists; without it, varnish where its configuration is in the repository. */
export async function readRequestFlow(
  place: Place,
  environment: Environment,
): Promise<RequestFlow> {
  const none = { services: [], warnings: [] }
  const text = setting(environment, 'CC_REQUEST_FLOW')
  const names = text
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (isOn(environment, 'CC_TASK') || names?.includes('disable')) return none
  const vcl = await varnishFile(place, environment)
  const chosen = names ?? (vcl === undefined ? [] : ['varnish'])
  for (const name of chosen) requireService(name)
  const twice = chosen.find((name, at) => chosen.indexOf(name) !== at)
  if (twice !== undefined) refuse(`CC_REQUEST_FLOW has ${quote(twice)} twice`)
  if (chosen.includes('custom') && setting(environment, 'CC_REQUEST_FLOW_CUSTOM') === undefined) {
    refuse(
      'CC_REQUEST_FLOW has custom: set CC_REQUEST_FLOW_CUSTOM to its command, with @@LISTEN_PORT@@ and @@FORWARD_PORT@@',
    )
  }
  if (chosen.includes('varnish') && vcl === undefined) {
    refuse(
      'CC_REQUEST_FLOW has varnish: commit its configuration as clevercloud/varnish.vcl, or name another file in CC_VARNISH_FILE',
    )
  }
  if (chosen.includes('oauth2-proxy')) requireProvider(environment)
  const isIdle = setting(environment, 'CC_REQUEST_FLOW_CUSTOM') && !chosen.includes('custom')
  return {
    services: chosen as Service[],
    ...(vcl !== undefined && { vcl }),
    warnings: isIdle
      ? ['CC_REQUEST_FLOW_CUSTOM does nothing without custom in CC_REQUEST_FLOW.']
      : [],
  }
}

function requireService(name: string): void {
  if ((services as readonly string[]).includes(name)) return
  refuse(
    `CC_REQUEST_FLOW has ${quote(name)}: what it may have is ${services.join(', ')} and disable`,
  )
}

function refuse(sentence: string): never {
  throw new Failure('recipe', `${sentence}.`)
}

/** What oauth2-proxy does not start without, whoever the provider is; it says itself what else its provider needs. */
function requireProvider(environment: Environment): void {
  const missing = Object.entries(neededSettings)
    .filter(([name, others]) =>
      [name, ...others].every((each) => setting(environment, each) === undefined),
    )
    .map(([name]) => name)
  if (missing.length === 0) return
  refuse(
    `CC_REQUEST_FLOW has oauth2-proxy: set ${missing.join(', ')}. The client is registered at the provider, the cookie secret is of 16, 24 or 32 characters of your choice`,
  )
}

/** Each with what may be there in its place. */
const neededSettings = {
  OAUTH2_PROXY_CLIENT_ID: [],
  OAUTH2_PROXY_CLIENT_SECRET: ['OAUTH2_PROXY_CLIENT_SECRET_FILE', 'OAUTH2_PROXY_JWT_KEY'].concat(
    'OAUTH2_PROXY_JWT_KEY_FILE',
    'OAUTH2_PROXY_ENTRA_ID_FEDERATED_TOKEN_AUTH',
  ),
  OAUTH2_PROXY_COOKIE_SECRET: ['OAUTH2_PROXY_COOKIE_SECRET_FILE'],
}

async function varnishFile(place: Place, environment: Environment): Promise<string | undefined> {
  const own = setting(environment, 'CC_VARNISH_FILE')?.replace(/^(\.?\/)+/, '')
  if (own === undefined) return (await readPlatformFile(place, 'varnish.vcl'))?.path
  if ((await place.source.read(own)) !== undefined) return own
  return refuse(`There is no file ${quote(own)}, which CC_VARNISH_FILE names`)
}

/** Puts the programs in front of a planned recipe. Each waits until the next one listens, so that nobody is told that there is nothing behind it. */
export function withRequestFlow(
  recipe: PlannedRecipe,
  flow: RequestFlow,
  {
    environment,
    catalogue,
    folder,
  }: {
    environment: Environment
    catalogue: Pick<Catalogue, 'versions'>
    /** The folder of the application in the repository. */
    folder: string | undefined
  },
): PlannedRecipe {
  const { services, warnings } = flow
  if (services.length === 0) return { ...recipe, warnings: [...recipe.warnings, ...warnings] }
  const last = recipe.listensAt ?? behindFlow
  const workers = services.map((service, at): Worker => {
    const listen = entrance + at
    const forward = at === services.length - 1 ? last : listen + 1
    return {
      command: [
        'request-flow',
        ...words(service, { listen, forward }, { environment, flow, folder }),
      ],
      restart: 'always',
      delay: 1000,
    }
  })
  const isOwn = recipe.listensAt === undefined
  return {
    ...recipe,
    tools: [
      ...recipe.tools,
      { name: 'request-flow', version: '1' },
      ...(services.includes('oauth2-proxy') ? [newest('oauth2-proxy', catalogue)] : []),
      ...(services.includes('varnish') ? varnishTool(recipe.tools, catalogue) : []),
    ],
    environment: {
      ...recipe.environment,
      ...(services.includes('oauth2-proxy') && pingCheck(environment)),
    },
    ...(isOwn && {
      start: ['env', `PORT=${behindFlow}`, ...recipe.start],
      listenAdvice: `Behind the request flow it listens on port ${behindFlow}: PORT says so.`,
    }),
    ...(flow.vcl !== undefined &&
      services.includes('varnish') && {
        checks: [...(recipe.checks ?? []), varnishCheck(flow.vcl, folder)],
      }),
    workers: [...workers, ...(recipe.workers ?? [])],
    notes: [
      ...recipe.notes,
      `Requests go through ${services.join(', then ')} to the application on port ${behindFlow}.`,
    ],
    warnings: [...recipe.warnings, ...warnings],
  }
}

interface Hop {
  listen: number
  forward: number
}

function words(
  service: Service,
  { listen, forward }: Hop,
  {
    environment,
    flow,
    folder,
  }: { environment: Environment; flow: RequestFlow; folder: string | undefined },
): string[] {
  const ports = [String(listen), String(forward)]
  if (service === 'block' || service === 'oauth2-proxy') return [service, ...ports]
  if (service === 'varnish') return ['varnish', ...ports, ...placesOf(flow.vcl ?? '', folder)]
  const command = (setting(environment, 'CC_REQUEST_FLOW_CUSTOM') ?? '')
    .replaceAll('@@LISTEN_PORT@@', String(listen))
    .replaceAll('@@FORWARD_PORT@@', String(forward))
  return ['custom', ...ports, command]
}

/** Commands run in the folder of the application, and files of the platform may lie in the main one: the first that is there counts. */
const placesOf = (path: string, folder: string | undefined): string[] =>
  folder === undefined ? [path] : [path, `${folder.replace(/[^/]+/g, '..')}/${path}`]

const varnishCheck = (vcl: string, folder: string | undefined): BuildStep => ({
  title: `Checking ${vcl}`,
  command: ['request-flow', 'check-varnish', '0', String(behindFlow), ...placesOf(vcl, folder)],
})

/** Systems of languages have varnish; any other application gets one that has. */
function varnishTool(tools: readonly Tool[], catalogue: Pick<Catalogue, 'versions'>): Tool[] {
  if (tools.some(isSystemTool)) return []
  return [newest('varnish', catalogue)]
}

function newest(name: string, catalogue: Pick<Catalogue, 'versions'>): Tool {
  const version = catalogue.versions(name).at(-1)
  if (version === undefined) refuse(`This platform has no ${name}: ask its operator`)
  return { name, version }
}

/** Nobody has signed in to check the health of `/`, so without a path of the owner's it is what oauth2-proxy answers itself, once the application listens. */
function pingCheck(environment: Environment): Record<string, string> {
  const own = Object.keys(environment).some((name) => /^CC_HEALTH_CHECK_PATH(_\d+)?$/.test(name))
  if (own) return {}
  return { CC_HEALTH_CHECK_PATH: setting(environment, 'OAUTH2_PROXY_PING_PATH') ?? '/ping' }
}
