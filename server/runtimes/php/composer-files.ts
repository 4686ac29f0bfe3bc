import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { findJsonProblem } from '#runtimes/json-problem.ts'
import { isObject } from '#runtimes/node/package-json.ts'

/** A platform package that something asks for, such as `php` or `ext-gd`. */
export interface Requirement {
  name: string
  constraint: string
  /** Whose it is: `composer.json`, or the package that the lock file names. */
  origin: string
}

/** What the files of Composer say. */
export interface ComposerFiles {
  hasManifest: boolean
  hasLock: boolean
  /** The folder with the dependencies, `vendor`. */
  vendor: string
  /** Of `composer.json` itself. */
  own: Requirement[]
  /** Of the packages in `composer.lock`, without those for development unless they are wanted. */
  locked: Requirement[]
}

type Table = Record<string, unknown>

export async function readComposerFiles(
  source: Source,
  { withDevelopment }: { withDevelopment: boolean },
): Promise<ComposerFiles> {
  const manifest = await readTable(source, 'composer.json')
  const lock = manifest && (await readTable(source, 'composer.lock'))
  const vendor = tableIn(manifest, 'config')['vendor-dir']
  return {
    hasManifest: manifest !== undefined,
    hasLock: lock !== undefined,
    vendor: typeof vendor === 'string' && isPlainFolder(vendor) ? vendor : 'vendor',
    own: [
      ...requirements(manifest, 'require', 'composer.json'),
      ...(withDevelopment ? requirements(manifest, 'require-dev', 'composer.json') : []),
    ],
    locked: ['packages', ...(withDevelopment ? ['packages-dev'] : [])].flatMap((name) =>
      packagesIn(lock, name).flatMap((each) =>
        requirements(each, 'require', typeof each.name === 'string' ? each.name : 'a package'),
      ),
    ),
  }
}

const isPlainFolder = (text: string) =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(text) && !text.split('/').includes('..') && text !== '.'

async function readTable(source: Source, path: string): Promise<Table | undefined> {
  const text = await source.read(path)
  if (text === undefined) return undefined
  const problem = findJsonProblem(text)
  if (problem) {
    throw new Failure(
      'recipe',
      `${path} is not valid JSON: line ${problem.line}, column ${problem.column}.`,
    )
  }
  const value: unknown = JSON.parse(text)
  if (isObject(value)) return value
  throw new Failure('recipe', `${path} is not a JSON object.`)
}

function tableIn(from: Table | undefined, name: string): Table {
  const value = from && Object.hasOwn(from, name) ? from[name] : undefined
  return isObject(value) ? value : {}
}

function packagesIn(lock: Table | undefined, name: string): Table[] {
  const value = lock && Object.hasOwn(lock, name) ? lock[name] : undefined
  return Array.isArray(value) ? value.filter(isObject) : []
}

const requirements = (from: Table | undefined, name: string, origin: string): Requirement[] =>
  Object.entries(tableIn(from, name)).flatMap(([each, constraint]) =>
    typeof constraint === 'string' && /^(php|ext-.{1,100})$/i.test(each)
      ? [{ name: each.toLowerCase(), constraint, origin }]
      : [],
  )
