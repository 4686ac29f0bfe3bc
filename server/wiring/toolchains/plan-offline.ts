import { systemClock } from '#kit/concurrency/clock.ts'
import {
  planRecipe,
  type RecipeQuestion,
} from '#platform/hosting/deployments/recipe/plan-recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { createRuntimes } from '#runtimes/runtimes.ts'
import {
  endOfLife,
  longTermName,
  toolChannels,
  toolVersions,
} from '#toolchains/catalogue/catalogue.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'

const catalogue: Catalogue = {
  versions: (tool) => toolVersions(shippedCatalogue, tool, process.arch),
  endOfLife: (version) => endOfLife(shippedCatalogue, 'node', version),
  longTermName: (version) => longTermName(shippedCatalogue, version),
  channels: (tool) => toolChannels(shippedCatalogue, tool),
  today: () => new Date(systemClock()).toISOString().slice(0, 10),
  defaults: 'newest',
}

/** Answers a question about a recipe as a platform of this version with usual settings would, whose catalogue was never refreshed. */
export function planOffline(question: {
  type: string
  environment: Readonly<Record<string, string>>
  names: readonly string[]
  files: Readonly<Record<string, string>>
}) {
  const { files, ...rest } = question
  const told: RecipeQuestion = { ...rest, contents: new Map(Object.entries(files)) }
  return planRecipe({ runtimes: createRuntimes(catalogue) }, told)
}
