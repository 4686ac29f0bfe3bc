import {
  type SubmittedFiles,
  toldSource,
} from '#platform/hosting/deployments/pipeline/submitted-source.ts'
import { findRuntime } from '#platform/hosting/deployments/runtimes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { validateVariables } from '#platform/model/hosting/names.ts'
import { describeRecipe } from '#platform/model/hosting/recipe/describe-recipe.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { Refusal } from '#platform/model/refusal.ts'

export interface RecipeQuestion extends SubmittedFiles {
  type: string
  environment: Environment
}

/** The recipe with its log lines, or the files needed to determine it. */
export type RecipeAnswer = { recipe: Recipe; lines: string[] } | { needs: string[] }

const maxNames = 50_000
const maxNameLength = 4096

/** Dry run: the recipe for these files; nothing is stored, built or run. */
export async function planRecipe(
  platform: Pick<Platform, 'runtimes'>,
  { type, environment, ...told }: RecipeQuestion,
): Promise<RecipeAnswer> {
  validateVariables(environment)
  checkNames(told.names)
  const source = toldSource(told)
  try {
    const recipe = await findRuntime(platform, type).recipe(source, environment)
    if (source.wanted.size === 0) return { recipe, lines: describeRecipe(recipe) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (source.wanted.size === 0)
      throw new Refusal('invalid', error.message, { hint: error.advice.join(' ') })
  }
  return { needs: [...source.wanted] }
}

function checkNames(names: readonly string[]) {
  if (names.length > maxNames)
    throw new Refusal('invalid', `A recipe is made from at most ${maxNames} files.`)
  const wrong = names.find((name) => name.length > maxNameLength || !isInside(name))
  if (wrong !== undefined)
    throw new Refusal('invalid', `${JSON.stringify(wrong.slice(0, 100))} is not a relative path.`)
}

const isInside = (name: string) =>
  name !== '' && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
