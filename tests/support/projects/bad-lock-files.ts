import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BadBuild } from './bad-builds.ts'
import { resolvedYarnLock } from './yarn-lock.ts'

const examples = new URL('../../../examples/', import.meta.url).pathname
const read = (path: string) => readFileSync(join(examples, path), 'utf8')

/** Disables retries, which take a minute or more. */
const impatient = { '.npmrc': 'fetch-retries=0\n' }
const yarnLock = await resolvedYarnLock()

/** Each manager with an example that has one dependency, and the name of its lock file. */
const managers = {
  'npm ci': { example: 'npm-ci', lockFile: 'package-lock.json' },
  pnpm: { example: 'pnpm', lockFile: 'pnpm-lock.yaml' },
  bun: { example: 'bun', lockFile: 'bun.lock' },
  yarn: { example: 'yarn-classic', lockFile: 'yarn.lock' },
  'yarn berry': { example: 'yarn-node-modules', lockFile: 'yarn.lock' },
} as const
type Manager = keyof typeof managers

function filesOf(manager: Manager): Record<string, string> {
  const { example, lockFile } = managers[manager]
  const more = manager === 'yarn berry' ? ['.yarnrc.yml'] : []
  const names = ['package.json', 'server.js', lockFile, ...more]
  const files = Object.fromEntries(names.map((name) => [name, read(`${example}/${name}`)]))
  return manager === 'yarn' ? { ...files, 'yarn.lock': yarnLock } : { ...files, ...impatient }
}

function variablesOf(manager: Manager): Record<string, string> {
  if (manager === 'npm ci') return { CC_NODE_BUILD_TOOL: 'npm-ci' }
  return manager === 'yarn' ? { CC_NODE_BUILD_TOOL: 'yarn' } : {}
}

/** The lock file of an example, modified. */
function withLock(manager: Manager, change: (lock: string) => string, lines: RegExp[]): BadBuild {
  const files = filesOf(manager)
  const { lockFile } = managers[manager]
  const changed = { ...files, [lockFile]: change(files[lockFile] ?? '') }
  return { files: changed, variables: variablesOf(manager), lines }
}

/** Yarn 1 accepts a truncated file, but not an unresolved merge conflict. */
const half = (lock: string) =>
  lock.includes('yarn lockfile v1') ? `${lock}<<<<<<< HEAD\n"` : lock.slice(0, lock.length / 2)
const otherVersion = (lock: string) => lock.replaceAll('7.0.0', '6.0.0')
const otherHash = (lock: string) =>
  lock.replace('41Cifkg6', '41Cifkg7').replace('b4686d0d', 'b4686d0e')

type Lines = Partial<Record<Manager, RegExp[]>>

const brokenLocks: Lines = {
  'npm ci': [/can only install with an existing package-lock\.json/, /^npm ci exited with 1$/],
  pnpm: [/ERR_PNPM_LOCKFILE_MISSING_DEPENDENCY/, /^pnpm install exited with 1$/],
  bun: [/^SyntaxError: failed to parse lockfile: 'bun\.lock'$/, /^bun install exited with 1$/],
  yarn: [/^error Your lockfile needs to be updated|parse|Invalid/, /^yarn install exited with 1$/],
  'yarn berry': [/^yarn install exited with 1$/],
}
const otherLocks: Lines = {
  'npm ci': [/is-number@6\.0\.0 does not satisfy is-number@7\.0\.0/, /^npm ci exited with 1$/],
  pnpm: [/is-number \(lockfile: 6\.0\.0, manifest: 7\.0\.0\)/, /^pnpm install exited with 1$/],
  bun: [/lockfile had changes, but lockfile is frozen/, /^bun install exited with 1$/],
  yarn: [/^error Your lockfile needs to be updated/, /^yarn install exited with 1$/],
  'yarn berry': [/lockfile would have been modified/, /^yarn install exited with 1$/],
}
const wrongHashes: Lines = {
  'npm ci': [/code EINTEGRITY/, /^npm ci exited with 1$/],
  pnpm: [/ERR_PNPM_TARBALL_INTEGRITY/, /^pnpm install exited with 1$/],
  bun: [/Integrity check failed for tarball: is-number/, /^bun install exited with 1$/],
  yarn: [/Integrity check failed for "is-number"/, /^yarn install exited with 1$/],
  'yarn berry': [/doesn't match the expected checksum/, /^yarn install exited with 1$/],
}

interface Kind {
  change: (lock: string) => string
  all: Lines
  /** Expected last line of the platform's log. */
  advice: RegExp
}

const forEach = (what: string, { change, all, advice }: Kind): [string, BadBuild][] =>
  Object.entries(all).map(([manager, lines]) => [
    `${what} (${manager})`,
    withLock(manager as Manager, change, [...lines, advice]),
  ])

/** Lock files that package managers refuse, each with its own message. */
export const badLockFiles: Record<string, BadBuild> = Object.fromEntries([
  ...forEach('has half of a lock file', {
    change: half,
    all: brokenLocks,
    advice: /^The lock file is broken: let your package manager write it again/,
  }),
  ...forEach('has a lock file that disagrees with package.json', {
    change: otherVersion,
    all: otherLocks,
    advice:
      /^The lock file does not agree with package\.json: .* commit the lock file that it writes\.$/,
  }),
  ...forEach('gets something else than its lock file names', {
    change: otherHash,
    all: wrongHashes,
    advice: /^A registry gives another package than the lock file names/,
  }),
])
