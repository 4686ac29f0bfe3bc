import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '#platform/applications/environment.ts'
import type { Recipe } from '#platform/deployments/recipe/recipe.ts'
import type { Source } from '#platform/deployments/source.ts'
import { folderSource } from './support/source-folder.ts'

/** A tiny application of `examples/`. */
export interface Example {
  /** Its folder below `examples/`: `hello`, `broken/no-start`. */
  name: string
  folder: string
  source: Source
  /** `environment.json`, or nothing. */
  environment: Environment
}

const root = fileURLToPath(new URL('../examples', import.meta.url))

/** What lies below `examples/` and is no application: those that must fail, and a provider's service. */
const others = ['broken', 'provider']

/** The examples directly below `examples/`, or below a folder of it such as `broken`. */
export async function listExamples(below = ''): Promise<Example[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory() && !others.includes(entry.name))
  return Promise.all(names.map((entry) => openExample(join(below, entry.name))))
}

export async function openExample(name: string): Promise<Example> {
  const folder = join(root, name)
  const source = folderSource(folder)
  const environment = (await readJson(join(folder, 'environment.json'))) ?? {}
  return { name, folder, source, environment: environment as Environment }
}

/** What a JSON file of an example holds, or `undefined` when there is none. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/** A recipe without what is another on each processor: the optional packages that can be installed there. */
export function portable<R extends Pick<Recipe, 'dependencies'>>(recipe: R): R {
  if (!recipe.dependencies) return recipe
  const { expected: _, ...dependencies } = recipe.dependencies
  return { ...recipe, dependencies }
}
