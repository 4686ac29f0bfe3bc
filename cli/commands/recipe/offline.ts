import { Refusal } from '#cli/refusal.ts'
import { recipes } from '#client/resources/applications/recipes.ts'

/** Answers what `POST /v4/recipes` of a platform would. */
export type Planner = (question: unknown) => Promise<unknown>

/** Set by the launcher of a checkout or an installed platform, whose runtimes lie beside the tool; the npm package of the tool alone has none. */
export const offline: { planner?: (() => Promise<Planner>) | undefined } = {}

/** Plans recipes without a platform. */
export async function offlineRecipes() {
  if (!offline.planner)
    throw new Refusal(
      'This package of the tool cannot plan without a platform.',
      'Log in with `berth login`, or use the `berth` of a checkout or of an installed platform.',
    )
  const plan = await offline.planner()
  return recipes({
    async ask<Answer>({ body }: { body?: unknown }) {
      return (await plan(body).catch((error: Error & { hint?: string }) => {
        throw new Refusal(error.message, error.hint)
      })) as Answer
    },
  } as Parameters<typeof recipes>[0])
}
