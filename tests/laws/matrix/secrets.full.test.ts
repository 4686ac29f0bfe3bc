import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '#api/http/endpoint.ts'
import { pathsOf } from '#api/http/routes.ts'
import { everyRight, hasRight, type Right, rights } from '#platform/model/identity/access/rights.ts'
import { type Role, roles } from '#platform/model/identity/accounts/organisation.ts'
import { dumpStore } from '#tests/support/faults/dump-store.ts'
import {
  aConsumer,
  bearerOf,
  type Person,
  somebody,
  tokenOf,
} from '#tests/support/people/people.ts'
import { firstMessages, textUntilReady } from '#tests/support/people/stream-text.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import { credentialsOf, forEach, type Request, rightCall, withValues } from './ask.ts'
import { createCanaries, type Reader } from './canaries.ts'
import {
  allEndpoints,
  allowedAt,
  bridgeEndpoints,
  endpoints,
  entryOf,
  isGuarded,
  listenerOf,
} from './entries.ts'
import { openPlantedScene, type PlantedScene, plantIn } from './plant.ts'
import { openMatrixApi } from './scene.ts'
import { isReading } from './scenes.ts'

/**
 * No response contains a secret that its caller may not read: every endpoint is called validly by every kind of caller,
 * in a scene with recognisable secrets. Authorised callers read each kind of secret through its own endpoint.
 */
let setup: TestApi
const canaries = createCanaries()
before(async () => {
  setup = await openMatrixApi()
})
after(() => setup[Symbol.asyncDispose]())

interface Caller extends Reader {
  headers: Record<string, string>
  isOnBridge?: boolean
}

const others = (...without: Right[]) =>
  rights.filter((right) => right !== 'almighty' && !without.includes(right))

/** Sets of rights that a consumer of the administrator may have. */
const grants: readonly (readonly Right[])[] = [
  ...others().map((right) => [right]),
  others('manage_organisations_applications'),
  others('manage_organisations_services'),
]

/** Every kind of caller, in one scene. */
async function callersOf(scene: PlantedScene): Promise<Caller[]> {
  const { organisationId, owner } = scene
  const members = roles.map(async (role): Promise<Caller[]> => {
    const person = await somebody(setup, { role, organisationId })
    const { authorization } = await bearerOf(setup, person.id)
    const reader = { role, rights: everyRight }
    return [
      { ...reader, name: role, headers: credentials(person) },
      { ...reader, name: `API token of ${role}`, headers: { authorization }, isOnBridge: true },
    ]
  })
  const programs = grants.map(async (granted): Promise<Caller> => {
    const token = await tokenOf(setup, owner.id, { rights: granted })
    return {
      name: granted.join(),
      role: 'ADMIN',
      rights: granted,
      headers: credentials(token),
    }
  })
  const looking = ['access_organisations'] as const
  const consumer = await aConsumer(setup, organisationId, looking)
  const through = await tokenOf(setup, owner.id, { consumer })
  const stranger = (await openPlantedScene(canaries, setup)).owner
  return [
    ...(await Promise.all(members)).flat(),
    ...(await Promise.all(programs)),
    {
      name: 'a consumer that may look',
      role: 'ADMIN',
      rights: looking,
      headers: credentials(through),
    },
    { name: 'a stranger', rights: everyRight, headers: credentials(stranger) },
    { name: 'nobody', rights: [], headers: {} },
  ]
}

const credentials = ({ authorization }: Pick<Person, 'authorization'>) => ({ authorization })

/** A valid call about objects that have canaries too. */
async function plantedCall(
  endpoint: Endpoint,
  path: string,
  scene: PlantedScene,
): Promise<Request> {
  const request = await rightCall(endpoint, path, entryOf(endpoint), scene)
  const make = (kind: Parameters<typeof canaries.make>[0]) =>
    canaries.make(kind, scene.organisationId)
  for (const id of Object.values(request.values)) {
    if (id !== scene.application.id && id !== scene.addon.id) await plantIn(setup, id, make)
  }
  const isAboutConsumer = path.includes('/consumers/:key')
  return isAboutConsumer
    ? withValues(request, path, { ...request.values, key: scene.consumerKey })
    : request
}

/** Calls an endpoint and searches the whole response, including what a stream has sent so far. */
async function look(endpoint: Endpoint, request: Request, caller: Caller, scene: PlantedScene) {
  const isLog = /^\/v4\/(access)?logs\//.test(request.path)
  const isEndless = endpoint.produces === 'text/event-stream' && !isLog
  const isEvents = isEndless && endpoint.path.endsWith('/events')
  const query = isLog ? `?until=${new Date().toISOString()}` : isEvents ? '?after=0' : ''
  const path = request.path + query
  const origin = caller.isOnBridge ? setup.bridge : listenerOf(setup, endpoint)
  const answer = await setup.ask(origin + path, {
    method: request.method,
    headers: { ...request.headers, ...caller.headers },
    redirect: 'manual',
    ...(request.body !== undefined && { body: request.body as string }),
    signal: AbortSignal.timeout(30_000),
  })
  const readStream = isEvents ? textUntilReady : firstMessages
  const body = await (isEndless && answer.ok ? readStream(answer) : textOf(answer))
  const text = `${JSON.stringify([...answer.headers])}\n${body}`
  const what = `${caller.name} at ${request.method} ${request.path} (${answer.status})`
  const forbidden = canaries.forbiddenIn(text, caller, scene.organisationId)
  assert.deepEqual(forbidden, [], `${what} reads what is not theirs: ${body.slice(0, 2000)}`)
  assert.ok(!text.includes('$argon2id'), `${what} reads the hash of a password`)
  assert.ok(answer.status < 500, what)
}

const textOf = async (answer: Response) =>
  Buffer.from(await answer.arrayBuffer()).toString('latin1')

const isCallable = (endpoint: Endpoint, { isOnBridge }: Caller) =>
  !isOnBridge || bridgeEndpoints.includes(endpoint)

/** Roles in between see no less than the weakest and no more than the strongest. */
const strongestAndWeakest = (allowed: readonly Role[]) => [
  ...new Set([...allowed.slice(0, 1), ...allowed.slice(-1)]),
]

/** Whether the caller is allowed to call the endpoint. */
function mayCall(endpoint: Endpoint, { role, rights: granted }: Caller): boolean {
  if (!isGuarded(endpoint)) return true
  if (!role || endpoint.access === 'provider') return false
  const allowed = allowedAt(endpoint)
  return allowed.roles.includes(role) && (!allowed.rights || hasRight(granted, allowed.rights))
}

test('secrets: read-only endpoints show no secret to a caller without the permission', async () => {
  const scene = await openPlantedScene(canaries, setup)
  const callers = await callersOf(scene)
  const reading = allEndpoints
    .filter((endpoint) => isReading(endpoint) && endpoint.access !== 'provider')
    .flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ endpoint, path })))
  await forEach(reading, async ({ endpoint, path }) => {
    const request = await plantedCall(endpoint, path, scene)
    for (const caller of callers.filter((one) => isCallable(endpoint, one))) {
      await look(endpoint, request, caller, scene)
    }
  })
})

test('secrets: a refused change contains no secret', async () => {
  const scene = await openPlantedScene(canaries, setup)
  const callers = await callersOf(scene)
  const changing = allEndpoints.filter((one) => !isReading(one) && isGuarded(one))
  await forEach(changing, async (endpoint) => {
    const request = await plantedCall(endpoint, endpoint.path, scene)
    for (const caller of callers.filter((one) => isCallable(endpoint, one))) {
      if (!mayCall(endpoint, caller)) await look(endpoint, request, caller, scene)
    }
  })
})

test('secrets: an accepted change returns only secrets that its caller may read', async () => {
  const changing = endpoints.filter((one) => !isReading(one) && one.access !== 'provider')
  const byRole = changing.flatMap((endpoint) =>
    strongestAndWeakest(isGuarded(endpoint) ? allowedAt(endpoint).roles : ['ADMIN']).map(
      (role) => ({
        endpoint,
        open: async () => {
          const scene = await openPlantedScene(canaries, setup, { role })
          return { scene, role, rights: everyRight, headers: credentials(scene.caller) }
        },
      }),
    ),
  )
  const byRight = changing.filter(isGuarded).flatMap((endpoint) =>
    (allowedAt(endpoint).rights ?? []).map((right) => ({
      endpoint,
      open: async () => {
        const scene = await openPlantedScene(canaries, setup, { rights: [right] })
        return {
          scene,
          role: 'ADMIN',
          rights: [right],
          headers: credentials(scene.caller),
        } as const
      },
    })),
  )
  await forEach([...byRole, ...byRight], async ({ endpoint, open }) => {
    const { scene, ...caller } = await open()
    const request = await plantedCall(endpoint, endpoint.path, scene)
    const headers = isGuarded(endpoint) ? caller.headers : {}
    const name = `${caller.role} with ${caller.rights.join()}`
    await look(endpoint, request, { ...caller, name, headers }, scene)
  })
})

test("secrets: the service of a provider reads its add-on's values, and nothing else", async () => {
  const list = allEndpoints.filter(({ access }) => access === 'provider')
  assert.ok(list.length > 0)
  await forEach(list, async (endpoint) => {
    const scene = await openPlantedScene(canaries, setup)
    const request = await plantedCall(endpoint, endpoint.path, scene)
    const headers = credentialsOf(endpoint, scene)
    const caller = { name: 'the provider', rights: [], isProvider: true, headers }
    await look(endpoint, request, caller, scene)
  })
})

test('secrets: every readable kind of secret was read by an authorised caller', () => {
  const readable = [
    'addonvalue',
    'configuration',
    'consumersecret',
    'exposed',
    'logtoken',
    'variable',
  ]
  assert.deepEqual([...canaries.read].sort(), readable)
})

test('secrets: e-mails, the audit log and the provider calls contain none', () => {
  const kept = dumpStore(setup.database).filter((row) => /^(audit|deliveries) /.test(row))
  assert.ok(kept.length > 100)
  assert.ok(setup.mails.length > 10)
  for (const text of [...kept, ...setup.mails.map((mail) => JSON.stringify(mail))]) {
    const forbidden = canaries.forbiddenIn(text, { name: 'anybody', rights: [] }, 'orga_')
    assert.deepEqual(forbidden, [], text)
  }
})
