import type { Environment } from '#platform/applications/environment.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { Source } from '#platform/deployments/source.ts'
import { type PackageJson, parsePackageJson } from './package-json.ts'

/** One JavaScript application as it was pushed, opened for reading. */
export interface Project {
  source: Source
  environment: Environment
  packageJson: PackageJson
  /** The names directly in the application's folder; folders end with `/`. */
  names: ReadonlySet<string>
}

export async function openProject(source: Source, environment: Environment): Promise<Project> {
  const text = await source.read('package.json')
  const names = await source.list('')
  if (text === undefined) throw await noPackageJson(source, names)
  return { source, environment, packageJson: parsePackageJson(text), names: new Set(names) }
}

const foldersToLookInto = 50

async function noPackageJson(source: Source, names: string[]): Promise<Failure> {
  const folders = names.filter((name) => /^[^.].*\/$/.test(name) && name !== 'node_modules/')
  const found: string[] = []
  for (const folder of folders.slice(0, foldersToLookInto)) {
    if ((await source.list(folder.slice(0, -1))).includes('package.json')) found.push(folder)
  }
  const advice = 'A Node application needs a package.json with "scripts.start" or "main".'
  const [only] = found
  if (found.length !== 1 || only === undefined) {
    return new Failure('recipe', 'There is no package.json in the main folder.', [advice])
  }
  const folder = JSON.stringify(only.slice(0, -1))
  return new Failure(
    'recipe',
    `There is no package.json in the main folder, but there is one in ${folder}: set APP_FOLDER to ${folder}.`,
    [advice],
  )
}
