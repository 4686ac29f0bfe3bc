import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import type { RecipeQuestions } from '#platform/model/hosting/deployments/recipe-questions.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Of one user, running and queued. */
const maxOfOne = 2
const maxQueued = 20

/** One at a time: planning has two threads, so that the other one is left for deployments. */
export function createRecipeQuestions(): RecipeQuestions {
  const slots = createKeyedSlots()
  const pass = limitConcurrency({ maxConcurrent: 1, maxQueued, full: busy })
  return async (userId, act) => {
    using slot = slots.take(userId, maxOfOne)
    if (!slot) throw new Refusal('limited', 'Two recipes are being planned for you: wait for them.')
    return await pass(act)
  }
}

const busy = () =>
  new Refusal('unavailable', 'Recipes of others are being planned. Try again in a minute.')
