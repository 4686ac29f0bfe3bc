import assert from 'node:assert/strict'
import type { Endpoint } from '#api/http/endpoint.ts'
import type { Listener } from '#api/http/listener.ts'
import { read } from '#kit/schema.ts'

/** The same listener, in which an answer of another shape than its endpoint declares is a bug. */
export const withCheckedAnswers = (listener: Listener): Listener => ({
  ...listener,
  endpoints: listener.endpoints.map((endpoint) => ({
    ...endpoint,
    async handle(call) {
      const answer = await endpoint.handle(call)
      await checkAnswer(endpoint, answer)
      return answer
    },
  })),
})

/** Fails unless it is what the endpoint declares, with nothing missing and nothing besides. */
export async function checkAnswer(
  { method, path, answer: schema }: Pick<Endpoint, 'method' | 'path' | 'answer'>,
  answer: unknown,
): Promise<void> {
  if (!schema) return
  const given: unknown =
    answer instanceof Response ? await answer.clone().json() : JSON.parse(JSON.stringify(answer))
  const { value, problems } = read(schema, given)
  const wrong = problems && [...problems].map((one) => one.join(' ')).join('; ')
  assert.equal(wrong, undefined, `${method} ${path} answers otherwise than it declares: ${wrong}`)
  assert.deepEqual(given, value, `${method} ${path} answers more than it declares`)
}
