import { recipePlanAnswer } from '#api/answers/recipes.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { exceededLimit } from '#api/limits/json-limits.ts'
import { TooLargeError } from '#api/limits/too-large.ts'
import { array, object, record, string } from '#kit/schema.ts'
import { planRecipe } from '#platform/hosting/deployments/recipe/plan-recipe.ts'

export const postRecipe = endpoint({
  method: 'POST',
  path: '/v4/recipes',
  access: 'user',
  isQuestion: true,
  summary:
    'Tells how files would be built and started, or which of them it needs for that; nothing is kept',
  // Room for lock files and the paths of many files.
  maxBytes: 4 * 1024 * 1024,
  maxValues: 60_000,
  // Some milliseconds of work each, whatever is in them.
  bytesPerCall: 8 * 1024,
  body: object({
    type: string,
    environment: record(string),
    names: array(string),
    files: record(string),
  }),
  answer: recipePlanAnswer,
  async handle({ platform, caller, body: { type, environment, names, files } }) {
    const contents = new Map(Object.entries(files))
    for (const [name, content] of contents) refuseLargeJson(name, content)
    const question = { type, environment: Object.freeze(environment), names, contents }
    return platform.recipeQuestions(caller.userId, () => planRecipe(platform, question))
  },
})

/** Limits for files that the runtime parses as JSON. */
const fileLimits = { maxValues: 60_000, maxDepth: 200 }

function refuseLargeJson(name: string, content: string): void {
  if (!name.endsWith('.json') || !exceededLimit(Buffer.from(content), fileLimits)) return
  const { maxValues, maxDepth } = fileLimits
  const what = JSON.stringify(name.slice(0, 100))
  throw new TooLargeError(
    `${what} has more than ${maxValues} values, or is nested more than ${maxDepth} levels deep.`,
  )
}
