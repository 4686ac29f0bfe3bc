import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { folderSource } from './support/source-folder.ts'

/** A small application in `examples/`. */
export interface Example {
  /** Folder below `examples/`: `hello`, `broken/no-start`. */
  name: string
  /** Type of the application, from `application.json`; `node` without one. */
  type: string
  folder: string
  source: Source
  /** Content of `environment.json`, or empty. */
  environment: Environment
}

const root = fileURLToPath(new URL('../examples', import.meta.url))

/** Folders below `examples/` that are not deployable applications: broken ones, and a provider's service. */
const others = ['broken', 'provider']

/** Examples directly below `examples/`, or below a folder of it such as `broken`. */
export async function listExamples(below = ''): Promise<Example[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory() && !others.includes(entry.name))
  return Promise.all(names.map((entry) => openExample(join(below, entry.name))))
}

export async function openExample(name: string): Promise<Example> {
  const folder = join(root, name)
  const source = folderSource(folder)
  const environment = (await readJson(join(folder, 'environment.json'))) ?? {}
  const application = await readJson(join(folder, 'application.json'))
  const { type } = { type: 'node', ...(application as { type?: string } | undefined) }
  return { name, type, folder, source, environment: environment as Environment }
}

/** Content of a JSON file, or `undefined` without one. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/** A recipe without the optional packages that depend on the CPU architecture. */
export function portable<R extends Pick<Recipe, 'dependencies'>>(recipe: R): R {
  if (!recipe.dependencies) return recipe
  const { expected: _, ...dependencies } = recipe.dependencies
  return { ...recipe, dependencies }
}
