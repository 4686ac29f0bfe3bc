import { parse } from 'ini'
import { quote } from '#runtimes/variable.ts'

/** What an `.npmrc` says that the proof has to know. */
export interface NpmrcSettings {
  /** npm does not look at peers. */
  ignoresPeers: boolean
  /** Why the file may make more than the lock file decide. */
  obstacle?: string
}

/**
 * Settings of npm, pnpm, Yarn 1 and Bun that can bring in nothing but what the lock file pins, and read no other file. Where
 * packages come from is among them, because their hash decides. Any other setting ends sharing.
 */
const harmless = new Set([
  // where from, and how patiently
  ...['registry', 'always-auth', 'email', 'username', '_auth', '_authtoken', '_password'],
  ...['strict-ssl', 'maxsockets', 'fetch-retries', 'fetch-retry-factor', 'fetch-retry-mintimeout'],
  ...['fetch-retry-maxtimeout', 'fetch-timeout', 'network-timeout', 'network-concurrency'],
  // what is said
  ...['audit', 'audit-level', 'fund', 'loglevel', 'progress', 'color', 'unicode', 'timing'],
  ...['update-notifier', 'logs-max', 'heading', 'reporter'],
  // what is written into package.json or published later
  ...['save', 'save-exact', 'save-prefix', 'save-dev', 'save-prod', 'save-workspace-protocol'],
  ...['access', 'provenance', 'git-checks', 'tag-version-prefix', 'sign-git-tag', 'message'],
  ...['init-author-name', 'init-author-email', 'init-author-url', 'init-license', 'init-version'],
  // what is refused rather than installed
  ...['engine-strict', 'strict-peer-dependencies', 'strict-peer-deps'],
  // how pnpm lays out the packages of the lock file, and whether scripts run
  ...['auto-install-peers', 'legacy-peer-deps', 'hoist', 'hoist-pattern', 'public-hoist-pattern'],
  ...['shamefully-hoist', 'dedupe-peer-dependents', 'resolution-mode', 'ignore-scripts'],
  ...['side-effects-cache', 'package-manager-strict', 'package-manager-strict-version'],
])

/** Harmless with these values alone. */
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
  // A section, which npm does not read but others may.
  if (typeof value === 'object' && !Array.isArray(value)) return false
  const values = harmlessValues.get(key)
  if (values) return values.includes(String(value))
  return harmless.has(key.toLowerCase()) || scopedRegistry.test(key) || credential.test(key)
}
