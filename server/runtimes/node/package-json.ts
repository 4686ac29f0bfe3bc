import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { findJsonProblem } from '#runtimes/json-problem.ts'

export const dependencyGroups = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const

export type DependencyGroups = Record<(typeof dependencyGroups)[number], Record<string, string>>

/** Fields of a `package.json` that the runtime uses. */
export interface PackageJson extends DependencyGroups {
  scripts: Record<string, string>
  /** Raw value, validated where it is used. */
  main: unknown
  enginesNode?: string
  /** Requests in `engines`, by the name of a package manager. */
  engines: Record<string, string>
  /** Requests in `devEngines.packageManager`, by the name of a package manager. */
  devEngines: Record<string, string>
  /** `<manager>@<version>` */
  packageManager?: string
  hasWorkspaces: boolean
}

const maxLength = 1024 * 1024

/** Throws a `Failure` when the text cannot be what the owner meant; ignores what npm ignores. */
export function parsePackageJson(text: string): PackageJson {
  if (text.length > maxLength) fail('package.json is larger than 1 MB.')
  const root = parseObject(text.replace(/^\ufeff/, ''))
  const scripts = root.scripts ?? {}
  if (!isObject(scripts)) fail('"scripts" in package.json must be an object of commands by name.')
  if (scripts.start !== undefined && typeof scripts.start !== 'string') {
    fail('"scripts.start" in package.json must be text, such as "node server.js".')
  }
  const enginesNode = isObject(root.engines) ? root.engines.node : undefined
  if (enginesNode !== undefined && typeof enginesNode !== 'string') {
    fail('"engines.node" in package.json must be text, such as "22" or "^22.0.0".')
  }
  const { node: _, ...engines } = textsOf(root.engines)
  return {
    scripts: textsOf(scripts),
    main: root.main,
    dependencies: textsOf(root.dependencies),
    devDependencies: textsOf(root.devDependencies),
    optionalDependencies: textsOf(root.optionalDependencies),
    peerDependencies: textsOf(root.peerDependencies),
    hasWorkspaces: root.workspaces !== undefined,
    engines,
    devEngines: managersOf(root.devEngines),
    ...(enginesNode === undefined ? {} : { enginesNode }),
    ...(typeof root.packageManager === 'string' ? { packageManager: root.packageManager } : {}),
  }
}

/** One package manager or a list of them, each with a name and a version. */
function managersOf(devEngines: unknown): Record<string, string> {
  const asked = isObject(devEngines) ? devEngines.packageManager : undefined
  const all = (Array.isArray(asked) ? asked : [asked]).map(textsOf)
  return Object.fromEntries(
    all.flatMap(({ name, version }) => (name && version ? [[name, version]] : [])),
  )
}

function parseObject(text: string): Record<string, unknown> {
  const problem = findJsonProblem(text)
  if (problem) {
    fail(`package.json is not valid JSON at line ${problem.line}, column ${problem.column}.`)
  }
  const root: unknown = JSON.parse(text)
  if (!isObject(root)) fail('package.json must hold an object: { "name": …, "scripts": … }.')
  return root
}

/** String entries of an object; empty when the value is not an object. */
export function textsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fail(sentence: string): never {
  throw new Failure('recipe', sentence)
}
