import { posix } from 'node:path'
import { Failure } from '#platform/deployments/failure.ts'
import type { BuildStep, Recipe } from '#platform/deployments/recipe.ts'
import type { Source } from '#platform/deployments/source.ts'
import { quote } from '#runtimes/quote.ts'

/** `APP_FOLDER` as a path relative to the repository; `undefined` means the main folder. */
export function appFolder(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const folder = posix.normalize(text).replace(/^\/+|\/+$/g, '')
  if (folder === '' || folder === '.') return undefined
  if (folder.split('/').includes('..') || /[\x00-\x1f\x7f]/.test(folder)) {
    throw new Failure(
      'recipe',
      `APP_FOLDER is ${quote(text)}, which is no folder of the repository.`,
    )
  }
  return folder
}

/** The files of one folder, as if it were the whole source. */
export async function sourceBelow(source: Source, folder: string): Promise<Source> {
  if ((await source.list(folder)).length === 0) {
    throw new Failure('recipe', `APP_FOLDER is ${quote(folder)}, and there is no such folder.`)
  }
  return {
    commit: source.commit,
    read: (path) => source.read(posix.join(folder, path)),
    list: (path) => source.list(posix.join(folder, path)),
    extract: (target) => source.extract(target),
  }
}

/** The recipe of a folder made one of the whole repository: each command first goes into the folder. */
export function recipeBelow(recipe: Recipe, folder: string): Recipe {
  const moved = (step: BuildStep) => ({ ...step, command: commandBelow(step.command, folder) })
  const { dependencies, ...rest } = recipe
  return {
    ...rest,
    // Not shared: the files that decide the tree are looked for in the main folder.
    ...(dependencies && {
      dependencies: {
        folder: posix.join(folder, dependencies.folder),
        install: moved(dependencies.install),
      },
    }),
    build: recipe.build.map(moved),
    start: commandBelow(recipe.start, folder),
    notes: [`The application's folder is ${quote(folder)} (APP_FOLDER).`, ...recipe.notes],
  }
}

const commandBelow = (command: string[], folder: string): [string, ...string[]] => [
  'sh',
  '-c',
  'cd -- "$1" && shift && exec "$@"',
  'sh',
  folder,
  ...command,
]
