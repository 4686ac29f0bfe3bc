import { gte, valid } from '#kit/text/versions.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Catalogue, chooseVersion } from '#runtimes/choose-version.ts'
import { knownTool } from '#runtimes/known-tools.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { parseToml } from '#runtimes/toml-file.ts'
import { quote, setting } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'
import { withoutHost } from './fitting-rust.ts'

export interface RustChoice {
  /** `1.99.1`, or of a day, such as `nightly-2026-10-30`. */
  version: string
  note: string
  warnings: string[]
}

/** The release of Rust: of the variable, else of the file of rustup, else of `mise.toml`, else the newest stable; never older than `rust-version` says. */
export async function chooseRust(
  order: PlanOrder,
  least: string | undefined,
  catalogue: Catalogue,
): Promise<RustChoice> {
  const versions = catalogue.versions('rust')
  const newest = versions.at(-1)
  if (!newest) throw new Failure('recipe', 'This platform has no Rust: ask its operator.')
  const { request, warnings } = await requestOf(order)
  const mise = order.given.get('rust')
  const origin = request?.origin ?? (mise ? 'mise.toml' : 'the newest')
  const version = request
    ? chooseVersion(request, knownTool('rust', catalogue), versions)
    : (mise ?? newest)
  refuseOlder(version, least, origin)
  return { version, note: `Rust ${version} (${origin})`, warnings }
}

/** Cargo would refuse it too, after the download of all crates. */
function refuseOlder(version: string, least: string | undefined, origin: string): void {
  const [, line, fix = '.0'] = /^(\d{1,3}\.\d{1,4})(\.\d{1,4})?$/.exec(least ?? '') ?? []
  if (!line || !valid(version) || gte(version, `${line}${fix}`)) return
  throw new Failure(
    'recipe',
    origin === 'the newest'
      ? `rust-version in Cargo.toml is ${quote(least ?? '')}, and the newest stable Rust here is ${version}: ask the operator to refresh the toolchains, or set CC_RUSTUP_CHANNEL to beta.`
      : `rust-version in Cargo.toml is ${quote(least ?? '')}, and ${origin} asks for an older Rust, ${version}: ask for ${line} or newer there, or remove it.`,
  )
}

interface Wanted {
  request?: VersionRequest
  warnings: string[]
}

async function requestOf({ source, repository, environment }: PlanOrder): Promise<Wanted> {
  const variable = setting(environment, 'CC_RUSTUP_CHANNEL')
  if (variable) {
    return { request: { text: withoutHost(variable), origin: 'CC_RUSTUP_CHANNEL' }, warnings: [] }
  }
  for (const from of repository ? [source, repository] : [source]) {
    // rustup reads the one without an ending first.
    for (const path of ['rust-toolchain', 'rust-toolchain.toml']) {
      const text = await from.read(path)
      if (text !== undefined) return readToolchainFile(path, text)
    }
  }
  return { warnings: [] }
}

function readToolchainFile(path: string, text: string): Wanted {
  const plain = text.trim()
  if (path === 'rust-toolchain' && /^[\w.-]{1,80}$/.test(plain)) {
    return { request: { text: withoutHost(plain), origin: path }, warnings: [] }
  }
  const { toolchain } = parseToml(path, text)
  const { channel, targets } = (
    typeof toolchain === 'object' && toolchain ? toolchain : {}
  ) as Record<string, unknown>
  const warnings =
    Array.isArray(targets) && targets.length > 0
      ? [
          `The targets in ${path} are not installed: there is the standard library of this machine, and no other.`,
        ]
      : []
  if (typeof channel !== 'string' || channel.trim() === '') return { warnings }
  return {
    request: { text: withoutHost(channel.trim()), origin: `channel in ${path}` },
    warnings,
  }
}
