import { major } from '#kit/text/versions.ts'
import { readYaml } from '#runtimes/node/lock-files/yaml-text.ts'
import { isObject } from '#runtimes/node/package-json.ts'
import type { Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/variable.ts'
import { hasClassicHeader } from './lock.ts'

/** Settings of a `.yarnrc.yml`. */
export interface YarnSettings {
  /** `pnp` unless the owner chose another `nodeLinker`. */
  linker: string
  /** `yarnPath`: a Yarn in the repository, which takes over from ours. */
  ownRelease?: string
  /** Whether the repository has the plugin for leaving out development dependencies, which is built into Yarn 4. */
  canFocus: boolean
  /** `mixed`, `0` to `9`; part of the checksum prefix. */
  compression?: string
  /** Why the tree may depend on more than the lock file because of this file. */
  obstacle?: string
}

/**
 * Settings that cannot bring in anything but what the lock file pins, and read no other file; any other prevents
 * sharing.
 */
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
  // A file with nothing but comments.
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

/** Cache version of each Yarn line. */
const cacheVersions: ReadonlyMap<number, string> = new Map([
  [3, '8'],
  [4, '10'],
])

/** Checksum prefix of this Yarn, such as `10c0`; `undefined` for an unknown Yarn. */
export function yarnCacheKey(version: string, compression?: string): string | undefined {
  const line = major(version)
  const format = version.startsWith('2.4.') ? '7' : cacheVersions.get(line)
  const level = compression ?? (line < 4 ? 'mixed' : '0')
  if (format === undefined || !/^(mixed|\d)$/.test(level)) return undefined
  return level === 'mixed' ? format : `${format}c${level}`
}
