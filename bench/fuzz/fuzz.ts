import { pathsOf } from '#api/http/routes.ts'
import { type OpenApiDocument, openApiDocument, templateOf } from '#api/openapi/document.ts'
import type { Bench, Figure } from '#bench/support/figure.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { credentialsOf, send } from '#tests/laws/matrix/ask.ts'
import { allEndpoints, bridgeEndpoints, endpoints, listenerOf } from '#tests/laws/matrix/entries.ts'
import { openMatrixApi } from '#tests/laws/matrix/scene.ts'
import { createScenes } from '#tests/laws/matrix/scenes.ts'
import { seededRandom } from '#tests/support/faults/mutate.ts'
import { createArbitrary } from './arbitrary.ts'
import { type AnswerCheck, createAnswerCheck } from './described-answer.ts'
import { type FuzzContext, type Fuzzed, fuzzRequest } from './fuzz-request.ts'
import { createSeenValues, type SeenValues } from './seen-values.ts'

const seed = 20_261_117
/** Requests of one platform: its lists grow, and so does the time of a request. */
const perPlatform = 2000
const timeout = 60_000
const maxPrinted = 40

/** Requests drawn from the OpenAPI document: none is answered by a 500, or otherwise than the document says. */
export default {
  name: 'fuzz',
  async run({ count = 100_000 }) {
    const listeners = { api: endpoints, bridge: bridgeEndpoints }
    const document = openApiDocument(listeners, { api: 'http://api.test', bridge: 'http://b.test' })
    const seen: Seen = { statuses: new Map(), faults: new Map() }
    const random = seededRandom(seed)
    const below = (limit: number) => Math.floor(random() * limit)
    const values = createSeenValues(below)
    const known = (name: string) => values.draw(name)
    const arbitrary = createArbitrary({ random, schemas: document.components.schemas, known })
    const check = createAnswerCheck(document)
    const operations = operationsOf(document)
    for (let done = 0; done < count; done += perPlatform) {
      const some = Math.min(perPlatform, count - done)
      await fuzzPlatform({ operations, check, values, context: { arbitrary, known }, seen }, some)
    }
    report(seen)
    return figuresOf(seen, count)
  },
} satisfies Bench

interface Seen {
  statuses: Map<number, number>
  /** Sentences about answers that should not be, with their number. */
  faults: Map<string, number>
}

interface Fuzzing {
  operations: readonly Fuzzed[]
  check: AnswerCheck
  values: SeenValues
  context: FuzzContext
  seen: Seen
}

const operationsOf = ({ paths }: OpenApiDocument): Fuzzed[] =>
  allEndpoints.flatMap((endpoint) =>
    pathsOf(endpoint).flatMap((path) => {
      const method = endpoint.method.toLowerCase() as 'get'
      const operation = paths[templateOf(path)]?.[method]
      return operation ? [{ endpoint, path, operation }] : []
    }),
  )

async function fuzzPlatform(
  { operations, check, values, context, seen }: Fuzzing,
  count: number,
): Promise<void> {
  await using api = await openMatrixApi()
  const sceneOf = createScenes(api)
  values.clear()
  for (let round = 0; round < count; round += 1) {
    const fuzzed = context.arbitrary.oneOf(operations)
    const { endpoint, path, operation } = fuzzed
    const scene = await sceneOf(endpoint)
    const request = await fuzzRequest(fuzzed, scene, context)
    const asked = send(api, listenerOf(api, endpoint), request, credentialsOf(endpoint, scene))
    const what = `${endpoint.method} ${path}`
    const { status, headers, body } = await withTimeout(asked, timeout, what)
    const text = Buffer.from(body, 'latin1').toString('utf8')
    const contentType = headers['content-type'] ?? ''
    tally(seen.statuses, status)
    const method = endpoint.method.toLowerCase()
    const described = { template: templateOf(path), method, operation }
    const fault = check(described, { status, contentType, text })
    if (fault !== undefined) tally(seen.faults, `${what}: ${fault}`)
    for (const bug of api.bugs.splice(0)) tally(seen.faults, `${what}: ${bug}`)
    if (contentType.startsWith('application/json')) values.add(JSON.parse(text))
  }
}

const tally = <Key>(counts: Map<Key, number>, key: Key) =>
  counts.set(key, (counts.get(key) ?? 0) + 1)

function report({ statuses, faults }: Seen): void {
  const byStatus = [...statuses].sort(([one], [other]) => one - other)
  console.log(`answers: ${byStatus.map(([status, times]) => `${times} × ${status}`).join(', ')}`)
  const worst = [...faults].sort(([, one], [, other]) => other - one)
  for (const [fault, times] of worst.slice(0, maxPrinted)) console.log(`${times} × ${fault}`)
}

function figuresOf({ statuses, faults }: Seen, count: number): Figure[] {
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0)
  const isDone = ([status]: [number, number]) => status < 400
  const done = sum([...statuses].filter(isDone).map(([, times]) => times))
  const samples = sum(statuses.values())
  const during = `of ${count} fuzzed requests`
  return [
    {
      name: `answers outside the description ${during}`,
      value: sum(faults.values()),
      unit: '',
      samples,
      budget: 0,
    },
    {
      name: `answers with 500 ${during}`,
      value: statuses.get(500) ?? 0,
      unit: '',
      samples,
      budget: 0,
    },
    // Requests that all are refused would show nothing.
    {
      name: `requests refused ${during}`,
      value: (count - done) / count,
      unit: '',
      samples,
      budget: 0.9,
    },
  ]
}
