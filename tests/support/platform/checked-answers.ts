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

type Declaration = Pick<
  Endpoint,
  'method' | 'path' | 'answer' | 'produces' | 'alternative' | 'status' | 'isPage'
>

/** Fails unless it is what the endpoint declares, with nothing missing and nothing besides. */
export async function checkAnswer(endpoint: Declaration, answer: unknown): Promise<void> {
  const { method, path, answer: schema, alternative, status = 200, isPage } = endpoint
  if (isPage) return
  if (!schema) return checkContentType(endpoint, answer)
  if (answer instanceof Response) {
    assert.equal(answer.status, status, `${method} ${path}`)
    if (alternative && answer.headers.get('content-type')?.startsWith(alternative)) return
  } else assert.equal(status, 200, `${method} ${path}`)
  const given: unknown =
    answer instanceof Response ? await answer.clone().json() : JSON.parse(JSON.stringify(answer))
  const { value, problems } = read(schema, given)
  const wrong = problems && [...problems].map((one) => one.join(' ')).join('; ')
  assert.equal(wrong, undefined, `${method} ${path} answers otherwise than it declares: ${wrong}`)
  assert.deepEqual(given, value, `${method} ${path} answers more than it declares`)
}

/** Only a `Response` says its own content type; any other value is sent as JSON. */
function checkContentType({ method, path, produces = '' }: Declaration, answer: unknown): void {
  const where = `${method} ${path}`
  assert.ok(answer instanceof Response, `${where} answers with JSON that it does not declare`)
  if (produces === 'nothing') assert.equal(answer.status, 204, where)
  // Nor has a stream a body whose reader has gone before it began.
  if (answer.body === null) return
  const declared = produces.replace(/\*$/, '')
  const given = answer.headers.get('content-type') ?? ''
  const isDeclared =
    produces === '*/*' ? given !== '' : declared !== '' && given.startsWith(declared)
  assert.ok(isDeclared, `${where} declares ${produces}, not ${given}`)
}
