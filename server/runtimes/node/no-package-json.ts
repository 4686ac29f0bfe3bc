import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { quote } from '#runtimes/variable.ts'

const foldersToLookInto = 50
const foldersToName = 3

/** Failure for a missing package.json in the main folder, with the folders that have one. */
export async function noPackageJson(source: Source, names: readonly string[]): Promise<Failure> {
  const found = await foldersWithOne(source, names)
  const where = elsewhere(found.slice(0, foldersToName).map(quote))
  return new Failure('recipe', `There is no package.json in the main folder${where}.`, [
    'A Node application needs a package.json with "scripts.start" or "main".',
  ])
}

function elsewhere(folders: readonly string[]): string {
  const [first] = folders
  if (first === undefined) return ''
  if (folders.length === 1) return `, but there is one in ${first}: set APP_FOLDER to ${first}`
  const all = `${folders.slice(0, -1).join(', ')} and ${folders.at(-1)}`
  return `, but there are some in ${all}: set APP_FOLDER to the one to deploy`
}

/** The nearest ones, at most two folders deep. */
async function foldersWithOne(source: Source, names: readonly string[]): Promise<string[]> {
  const near = foldersIn('', names)
  const far: string[] = []
  const found: string[] = []
  for (const folder of near.slice(0, foldersToLookInto)) {
    const inside = await source.list(folder)
    if (inside.includes('package.json')) found.push(folder)
    else far.push(...foldersIn(folder, inside))
  }
  if (found.length > 0) return found
  for (const folder of far.slice(0, foldersToLookInto)) {
    if ((await source.list(folder)).includes('package.json')) found.push(folder)
  }
  return found
}

const foldersIn = (folder: string, names: readonly string[]): string[] =>
  names
    .filter((name) => /^[^.].*\/$/s.test(name) && name !== 'node_modules/')
    .map((name) => (folder === '' ? '' : `${folder}/`) + name.slice(0, -1))
