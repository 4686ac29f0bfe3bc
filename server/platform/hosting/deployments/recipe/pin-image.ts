import type { Platform } from '#platform/hosting/platform.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'

/** The recipe with the digest that an image by reference has. */
export function withDigest(recipe: Recipe, digest: string | undefined): Recipe {
  const { dockerfile } = recipe
  if (!dockerfile?.image || digest === undefined) return recipe
  return { ...recipe, dockerfile: { ...dockerfile, image: { ...dockerfile.image, digest } } }
}

/**
 * The recipe with the digest that an earlier release of the same commit has found: a restart is of the same image, wherever its
 * tag leads meanwhile, unless it is one without the cache.
 */
export async function pinImage(
  { store }: Pick<Platform, 'store'>,
  { applicationId, commit, withoutCache }: Deployment,
  recipe: Recipe,
): Promise<Recipe> {
  const reference = recipe.dockerfile?.image?.reference
  if (reference === undefined || withoutCache) return recipe
  const images = (await store.releases.listOf(applicationId))
    .filter((release) => release.commit === commit)
    .toSorted((one, other) => other.number - one.number)
    .flatMap((release) => release.recipe.dockerfile?.image ?? [])
  return withDigest(recipe, images.find((image) => image.reference === reference)?.digest)
}
