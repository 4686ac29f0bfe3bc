import { parse } from 'ini'
import { quote } from '#runtimes/variable.ts'

/** Settings of an `.npmrc` that affect the proof. */
export interface NpmrcSettings {
  /** npm ignores peers. */
  ignoresPeers: boolean
  /** Why the tree may depend on more than the lock file because of this file. */
  obstacle?: string
}

/**
 * Settings of npm, pnpm, Yarn 1 and Bun that cannot bring in anything but what the lock file pins, and read no other
 * file. Package sources are among them, because the hash decides. Any other setting prevents sharing.
 */
const harmless = new Set([
  // registries and network
  ...['registry', 'always-auth', 'email', 'username', '_auth', '_authtoken', '_password'],
  ...['strict-ssl', 'maxsockets', 'fetch-retries', 'fetch-retry-factor', 'fetch-retry-mintimeout'],
  ...['fetch-retry-maxtimeout', 'fetch-timeout', 'network-timeout', 'network-concurrency'],
  // output
  ...['audit', 'audit-level', 'fund', 'loglevel', 'progress', 'color', 'unicode', 'timing'],
  ...['update-notifier', 'logs-max', 'heading', 'reporter'],
  // writing package.json, and publishing
  ...['save', 'save-exact', 'save-prefix', 'save-dev', 'save-prod', 'save-workspace-protocol'],
  ...['access', 'provenance', 'git-checks', 'tag-version-prefix', 'sign-git-tag', 'message'],
  ...['init-author-name', 'init-author-email', 'init-author-url', 'init-license', 'init-version'],
  // checks that reject instead of installing
  ...['engine-strict', 'strict-peer-dependencies', 'strict-peer-deps'],
  // layout of pnpm, and whether scripts run
  ...['auto-install-peers', 'legacy-peer-deps', 'hoist', 'hoist-pattern', 'public-hoist-pattern'],
  ...['shamefully-hoist', 'dedupe-peer-dependents', 'resolution-mode', 'ignore-scripts'],
  ...['side-effects-cache', 'package-manager-strict', 'package-manager-strict-version'],
])

/** Harmless with these values only. */
const harmlessValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['package-lock', ['true']],
  ['lockfile', ['true']],
  ['frozen-lockfile', ['true']],
  ['prefer-frozen-lockfile', ['true']],
  ['node-linker', ['isolated', 'hoisted']],
])

const scopedRegistry = /^@[^/:\s]+:registry$/
const credential = /^\/\/\S+:(?:_auth|_authToken|_password|username|email|always-auth)$/

export function readNpmrc(text: string | undefined): NpmrcSettings {
  if (text === undefined) return { ignoresPeers: false }
  if (text.includes('${')) return { ignoresPeers: false, obstacle: '.npmrc names variables' }
  const settings = parse(text)
  const offending = Object.entries(settings).find(([key, value]) => !isHarmless(key, value))
  return {
    ignoresPeers: String(settings['legacy-peer-deps']) === 'true',
    ...(offending && { obstacle: `.npmrc sets ${quote(offending[0])}` }),
  }
}

function isHarmless(key: string, value: unknown): boolean {
  // A section, which npm ignores but others may read.
  if (typeof value === 'object' && !Array.isArray(value)) return false
  const values = harmlessValues.get(key)
  if (values) return values.includes(String(value))
  return harmless.has(key.toLowerCase()) || scopedRegistry.test(key) || credential.test(key)
}
