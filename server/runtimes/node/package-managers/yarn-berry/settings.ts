import { major } from 'semver'
import { readYaml } from '#runtimes/node/lock-files/yaml-text.ts'
import { isObject } from '#runtimes/node/package-json.ts'
import type { Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/variable.ts'
import { hasClassicHeader } from './lock.ts'

/** What a `.yarnrc.yml` says. */
export interface YarnSettings {
  /** `pnp` unless the owner has chosen another way to lay out packages. */
  linker: string
  /** `yarnPath`: a Yarn in the repository, which takes over from ours. */
  ownRelease?: string
  /** A plugin of the repository that can leave out development dependencies, as Yarn 4 can by itself. */
  canFocus: boolean
  /** `mixed`, `0` to `9`; part of what checksums begin with. */
  compression?: string
  /** Why the file may make more than the lock file decide. */
  obstacle?: string
}

/** Settings that can bring in nothing but what the lock file pins, and read no other file; any other ends sharing. */
const harmless = new Set([
  ...['nodeLinker', 'compressionLevel', 'enableGlobalCache', 'nmHoistingLimits', 'enableScripts'],
  ...['npmRegistryServer', 'npmPublishRegistry', 'npmScopes', 'npmRegistries', 'npmAlwaysAuth'],
  ...['npmAuthToken', 'npmAuthIdent', 'unsafeHttpWhitelist', 'httpRetry', 'httpTimeout'],
  ...['networkConcurrency', 'enableTelemetry', 'telemetryInterval', 'enableProgressBars'],
  ...['enableColors', 'enableMessageNames', 'enableTimers', 'enableHyperlinks', 'logFilters'],
  ...['preferInteractive', 'preferTruncatedLines', 'defaultSemverRangePrefix', 'initFields'],
])

const repositoryFiles = ['yarnPath', 'plugins', 'injectEnvironmentFiles']

export async function readYarnSettings({ source, lockSource }: Project): Promise<YarnSettings> {
  const text = (await source.read('.yarnrc.yml')) ?? (await lockSource.read('.yarnrc.yml')) ?? ''
  const settings = text.trim() === '' ? {} : readYaml(text)
  // An empty file with comments alone.
  const known = settings === '' || settings === undefined ? undefined : settings
  const { nodeLinker = 'pnp', yarnPath, plugins, compressionLevel } = isObject(known) ? known : {}
  const obstacle = obstacleIn(text, settings)
  return {
    linker: String(nodeLinker),
    ...(typeof yarnPath === 'string' && { ownRelease: yarnPath }),
    canFocus: JSON.stringify(plugins ?? '').includes('plugin-workspace-tools'),
    ...(compressionLevel !== undefined && { compression: String(compressionLevel) }),
    ...(obstacle && { obstacle }),
  }
}

function obstacleIn(text: string, settings: unknown): string | undefined {
  if (!isObject(settings) || hasClassicHeader(text)) return '.yarnrc.yml cannot be read'
  if (text.includes('${')) return '.yarnrc.yml names variables'
  if ('checksumBehavior' in settings) {
    return '.yarnrc.yml lets packages in that have another hash'
  }
  if (repositoryFiles.some((name) => name in settings)) {
    return '.yarnrc.yml names files of the repository'
  }
  const offending = Object.keys(settings).find((key) => !harmless.has(key))
  return offending && `.yarnrc.yml sets ${quote(offending)}`
}

/** What each line of Yarn calls its format of packed packages. */
const cacheVersions: ReadonlyMap<number, string> = new Map([
  [3, '8'],
  [4, '10'],
])

/** What the checksums of this Yarn begin with, such as `10c0`; nothing for a Yarn that is not known here. */
export function yarnCacheKey(version: string, compression?: string): string | undefined {
  const line = major(version)
  const format = version.startsWith('2.4.') ? '7' : cacheVersions.get(line)
  const level = compression ?? (line < 4 ? 'mixed' : '0')
  if (format === undefined || !/^(mixed|\d)$/.test(level)) return undefined
  return level === 'mixed' ? format : `${format}c${level}`
}
