import { posix } from 'node:path'
import type { BuildStep, Dependencies, Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { quote } from '#runtimes/variable.ts'

type Command = [string, ...string[]]
type Kept = NonNullable<Recipe['kept']>

/** Converts the recipe of a folder to one of the whole repository: each command first changes to the folder. */
export function recipeBelow(recipe: Recipe, folder: string): Recipe {
  const below = (command: Command): Command => [...enter, folder, ...command]
  const runningBelow = <T extends { command: Command }>(step: T): T => ({
    ...step,
    command: below(step.command),
  })
  const { dependencies, prepare, buildCaches, kept, beforeStart, workers, crons, epilogue } = recipe
  return {
    ...recipe,
    ...(recipe.programs && { programs: recipe.programs.map((path) => posix.join(folder, path)) }),
    ...(prepare && { prepare: prepare.map(runningBelow) }),
    ...(dependencies && { dependencies: dependenciesBelow(dependencies, folder, runningBelow) }),
    build: recipe.build.map(runningBelow),
    ...(buildCaches && { buildCaches: buildCaches.map((path) => posix.join(folder, path)) }),
    ...(kept && { kept: keptBelow(kept, folder) }),
    ...(beforeStart && { beforeStart: beforeStart.map(runningBelow) }),
    start: below(recipe.start),
    ...(workers && { workers: workers.map(runningBelow) }),
    ...(crons && { crons: crons.map(runningBelow) }),
    ...(epilogue && {
      epilogue: {
        ...(epilogue.succeeded && { succeeded: below(epilogue.succeeded) }),
        ...(epilogue.failed && { failed: below(epilogue.failed) }),
      },
    }),
    notes: [`The application's folder is ${quote(folder)} (APP_FOLDER).`, ...recipe.notes],
  }
}

const enter: Command = ['sh', '-c', 'cd -- "$1" && shift && exec "$@"', 'sh']

function dependenciesBelow(
  dependencies: Dependencies,
  folder: string,
  runningBelow: (step: BuildStep) => BuildStep,
): Dependencies {
  const { sharedBy } = dependencies
  return {
    ...dependencies,
    folder: posix.join(folder, dependencies.folder),
    install: runningBelow(dependencies.install),
    ...(sharedBy && { sharedBy: sharedBy.map((path) => posix.join(folder, path)) }),
  }
}

function keptBelow(kept: Kept, folder: string): Kept {
  const moved = (paths: string[]) => paths.map((path) => posix.join(folder, path))
  return 'only' in kept ? { only: moved(kept.only) } : { without: moved(kept.without) }
}
