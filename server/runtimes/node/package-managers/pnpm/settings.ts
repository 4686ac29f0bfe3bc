import { readYaml } from '#runtimes/node/lock-files/yaml-text.ts'
import { isObject } from '#runtimes/node/package-json.ts'
import { quote } from '#runtimes/variable.ts'

/** Settings in `pnpm-workspace.yaml` and in `pnpm` of package.json. */
export interface PnpmSettings {
  overrides: unknown
  obstacle?: string
}

/**
 * Settings that cannot bring in anything but what the lock file pins, and read no other file; any other prevents
 * sharing.
 */
const harmless = new Set([
  ...['overrides', 'onlyBuiltDependencies', 'neverBuiltDependencies', 'ignoredBuiltDependencies'],
  ...['allowBuilds', 'strictDepBuilds', 'dangerouslyAllowAllBuilds', 'ignoreScripts'],
  ...['autoInstallPeers', 'strictPeerDependencies', 'peerDependencyRules', 'dedupePeerDependents'],
  ...['allowedDeprecatedVersions', 'hoist', 'hoistPattern', 'publicHoistPattern'],
  ...['shamefullyHoist', 'resolutionMode', 'savePrefix', 'saveExact', 'engineStrict'],
  ...['verifyDepsBeforeRun', 'managePackageManagerVersions', 'packageManagerStrict'],
  ...['fetchRetries', 'fetchTimeout', 'networkConcurrency', 'updateNotifier', 'updateConfig'],
])

const workspaceFile = 'pnpm-workspace.yaml'

export function readPnpmSettings(
  workspaceText: string | undefined,
  manifest: Readonly<Record<string, unknown>>,
): PnpmSettings {
  const ofManifest = manifest.pnpm ?? {}
  const text = workspaceText ?? ''
  const ofWorkspace = text.trim() === '' ? {} : (readYaml(text) ?? undefined)
  const overrides = {
    ...asObject(manifest.resolutions),
    ...asObject(asObject(ofManifest).overrides),
  }
  const all = { ...overrides, ...asObject(asObject(ofWorkspace).overrides) }
  const obstacle =
    workspaceObstacle(text, ofWorkspace) ?? settingObstacle(ofManifest, 'package.json: pnpm')
  return { overrides: all, ...(obstacle && { obstacle }) }
}

const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

function workspaceObstacle(text: string, settings: unknown): string | undefined {
  if (!isObject(settings)) return `${workspaceFile} cannot be read`
  if ('packages' in settings) return `${workspaceFile} has packages`
  if (text.includes('${')) return `${workspaceFile} names variables`
  return settingObstacle(settings, workspaceFile)
}

function settingObstacle(settings: unknown, where: string): string | undefined {
  if (!isObject(settings)) return `${where} cannot be read`
  const linker = settings.nodeLinker ?? 'isolated'
  if (linker !== 'isolated' && linker !== 'hoisted') return `${where} sets "nodeLinker"`
  const offending = Object.keys(settings).find((key) => key !== 'nodeLinker' && !harmless.has(key))
  return offending && `${where} sets ${quote(offending)}`
}
