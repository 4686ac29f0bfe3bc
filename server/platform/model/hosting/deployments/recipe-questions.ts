import type { UserId } from '#platform/model/ids.ts'

/** Limits the dry runs of recipes, so that deployments do not wait for them and one user does not keep others waiting. */
export type RecipeQuestions = <T>(userId: UserId, act: () => Promise<T>) => Promise<T>
