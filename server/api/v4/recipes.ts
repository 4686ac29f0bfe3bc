import { endpoint } from '#api/endpoint.ts'
import { array, object, record, string } from '#kit/schema.ts'
import { planRecipe } from '#platform/deployments/plan-recipe.ts'

export const postRecipe = endpoint({
  method: 'POST',
  path: '/v4/recipes',
  access: 'user',
  isQuestion: true,
  summary:
    'Tells how files would be built and started, or which of them it needs for that; nothing is kept',
  body: object({
    type: string,
    environment: record(string),
    names: array(string),
    files: record(string),
  }),
  async handle({ platform, body: { type, environment, names, files } }) {
    const contents = new Map(Object.entries(files))
    return planRecipe(platform, { type, environment: Object.freeze(environment), names, contents })
  },
})
