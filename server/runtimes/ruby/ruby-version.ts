import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'
import type { Bundle } from './bundle.ts'
import { fittingRuby } from './fitting-ruby.ts'

export interface RubyChoice {
  /** `3.3`: the versions of a line are those of a Debian suite, which only mends it. */
  version: string
  note: string
}

/** The newest Ruby that fits what the owner asks for, in the order of the variable and then of the files that say it. */
export async function chooseRuby(
  order: PlanOrder,
  bundle: Bundle | undefined,
  catalogue: Pick<Catalogue, 'versions'>,
): Promise<RubyChoice> {
  const lines = catalogue.versions('ruby')
  const newest = lines.at(-1)
  if (!newest) throw new Failure('recipe', 'This platform has no Ruby: ask its operator.')
  const wanted = await wantedRuby(order, bundle)
  if (!wanted) return { version: newest, note: `Ruby ${newest} (the newest)` }
  const version = fittingRuby(wanted, lines)
  return { version, note: `Ruby ${version} (${wanted.origin})` }
}

async function wantedRuby(
  { source, environment, given }: PlanOrder,
  bundle: Bundle | undefined,
): Promise<VersionRequest | undefined> {
  const variable = setting(environment, 'CC_RUBY_VERSION')
  if (variable) return { text: variable, origin: 'CC_RUBY_VERSION' }
  const lock = bundle?.lock
  if (lock?.ruby) return { text: lock.ruby, origin: lock.path }
  const declared = bundle && declaredRuby(bundle.gemfile)
  if (declared) return { text: declared, origin: `ruby in ${bundle.path}` }
  const mise = given.get('ruby')
  if (mise) return { text: mise, origin: 'mise.toml' }
  const [first = ''] = ((await source.read('.ruby-version')) ?? '').split('\n')
  const version = first.trim().replace(/^ruby-/, '')
  if (/^\d[\w.-]{0,20}$/.test(version)) return { text: version, origin: '.ruby-version' }
  const tool = ((await source.read('.tool-versions')) ?? '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([name]) => name === 'ruby')?.[1]
  return tool !== undefined && /^\d[\w.-]{0,20}$/.test(tool)
    ? { text: tool, origin: '.tool-versions' }
    : undefined
}

/**
 * The version in a line such as `ruby "~> 3.3"`, where no lock file says it. A Gemfile is a program that only Ruby can read: anything but such a line with plain
 * texts is left to Bundler, which compares it with the Ruby that runs.
 */
function declaredRuby(gemfile: string): string | undefined {
  for (const line of gemfile.split('\n')) {
    const [, words = ''] =
      /^ruby[ (] *((?:["'][^"'#\\]{1,30}["'](?:, *)?){1,3}) *\)?$/.exec(line.trim()) ?? []
    if (words === '') continue
    const versions = words.split(',').map((word) => word.trim().replace(/^["']|["']$/g, ''))
    if (versions.every((version) => /^[<>=~! ]{0,3}\d[\d.]{0,12}$/.test(version)))
      return versions.join(', ')
  }
  return undefined
}
