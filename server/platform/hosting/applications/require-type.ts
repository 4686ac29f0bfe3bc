import type { Platform } from '#platform/hosting/platform.ts'
import type { Runtime } from '#platform/model/hosting/deployments/runtime.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Whether the engine of this platform can build applications of a type. */
export const isAvailable = ({ engine }: Pick<Platform, 'engine'>, runtime: Runtime): boolean =>
  !runtime.usesDockerfile || engine.buildsDockerfiles === true

const builderHint =
  'Ask the operator to run it as root with bubblewrap, or with BERTH_ENGINE=swarm; or choose the type of your language.'

/** Types of other platforms of this API. */
const otherLanguages = new Set(['elixir', 'haskell', 'dotnet', 'v', 'frankenphp', 'meteor'])

const isOtherLanguage = (type: string) => otherLanguages.has(type)

const otherLanguageHint =
  'Choose the type linux, with the tools of that language in mise.toml, or docker, with a Dockerfile.'

/** Refuses a type that is unknown, or that could never be built here. */
export function requireType(platform: Pick<Platform, 'engine' | 'runtimes'>, type: string): void {
  const runtime = platform.runtimes.find((each) => each.type === type)
  if (!runtime) {
    const known = platform.runtimes.filter((each) => isAvailable(platform, each))
    throw new Refusal('invalid', `Unknown application type ${JSON.stringify(type)}.`, {
      hint: [
        ...(isOtherLanguage(type) ? [otherLanguageHint] : []),
        `This platform has the types ${known.map((each) => each.type).join(', ')}.`,
      ].join(' '),
    })
  }
  if (isAvailable(platform, runtime)) return
  throw new Refusal(
    'invalid',
    `Applications of type ${type} need a platform that builds Dockerfiles, and this one does not: its engine is ${platform.engine.name}, without sandboxes with a user of their own.`,
    { hint: builderHint },
  )
}
