import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pathsOf } from '#api/http/routes.ts'
import { type Role, roles } from '#platform/model/identity/accounts/organisation.ts'
import { aConsumer, type Person, somebody, tokenOf } from '#tests/support/people/people.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import {
  comparable,
  forEach,
  type Request,
  rightCall,
  send,
  unknownLike,
  withValues,
} from './ask.ts'
import { nobodiesOf } from './callers.ts'
import {
  allowedAt,
  endpoints,
  entryOf,
  isGuarded,
  isOwned,
  keyOf,
  lesserRights,
  someonesIds,
} from './entries.ts'
import { unchanged } from './facts.ts'
import { openMatrixApi, openScene, type Scene } from './scene.ts'

/**
 * The law of strangers: every endpoint is called by every caller who may not, in an otherwise valid call. Each gets the
 * right refusal, nothing changes, and objects of others are indistinguishable from nonexistent ones.
 */
let setup: TestApi
let scene: Scene
const guarded = endpoints
  .filter(isGuarded)
  .flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ endpoint, path })))
const calls = new Map<string, Request>()

before(async () => {
  setup = await openMatrixApi()
  scene = await openScene(setup)
  for (const { endpoint, path } of guarded) {
    const request = await rightCall(endpoint, path, entryOf(endpoint), scene)
    calls.set(`${endpoint.method} ${path}`, request)
  }
})
after(() => setup[Symbol.asyncDispose]())

const callOf = ({ endpoint, path }: (typeof guarded)[number]): Request =>
  calls.get(`${endpoint.method} ${path}`) ?? assert.fail()

function leaksNothing(body: string, who: string) {
  for (const mark of scene.marks) assert.ok(!body.includes(mark), `${who} sees ${mark}: ${body}`)
}

test('API: unauthenticated callers get 401', async () => {
  const nobodies = Object.entries(await nobodiesOf(scene))
  await unchanged(setup.database, () =>
    forEach(
      guarded.flatMap((one) => nobodies.map((nobody) => ({ one, nobody }))),
      async ({ one, nobody: [wrong, headers] }) => {
        const { status, body } = await send(setup, setup.url, callOf(one), headers)
        const what = `${keyOf(one.endpoint)} with ${wrong}: ${body}`
        assert.equal(status, 401, what)
        if (wrong === 'an API token' && one.endpoint.access !== 'provider')
          assert.match(body, /bridge/)
        leaksNothing(body, what)
      },
    ),
  )
})

test('API: an object of another owner looks nonexistent', async () => {
  const loner = await somebody(setup)
  const { owner: administrator } = await openScene(setup)
  const owned = guarded.filter(isOwned)
  await unchanged(setup.database, () =>
    forEach(
      owned.flatMap((one) => [loner, administrator].map((stranger) => ({ one, stranger }))),
      async ({ one, stranger: { authorization } }) => {
        const request = callOf(one)
        const values = { ...request.values }
        for (const name of someonesIds) {
          if (values[name]) values[name] = unknownLike(values[name])
        }
        const unknown = withValues(request, one.path, values)
        const real = await send(setup, setup.url, request, { authorization })
        assert.equal(real.status, 404, `${keyOf(one.endpoint)}: ${real.body}`)
        leaksNothing(real.body, keyOf(one.endpoint))
        assert.deepEqual(
          comparable(real, request.values),
          comparable(await send(setup, setup.url, unknown, { authorization }), unknown.values),
        )
      },
    ),
  )
})

test('API: a role without the permission gets 403', async () => {
  const members = new Map<Role, Person>()
  const { organisationId } = scene
  for (const role of roles) members.set(role, await somebody(setup, { role, organisationId }))
  const wrong = guarded
    .filter(isOwned)
    .flatMap((one) =>
      roles
        .filter((role) => !allowedAt(one.endpoint).roles.includes(role))
        .map((role) => ({ one, role })),
    )
  assert.ok(wrong.length > 0)
  await unchanged(setup.database, () =>
    forEach(wrong, async ({ one, role }) => {
      const { authorization = '' } = members.get(role) ?? {}
      const { status, body } = await send(setup, setup.url, callOf(one), { authorization })
      assert.equal(status, 403, `${role}, ${keyOf(one.endpoint)}: ${body}`)
      assert.ok(!body.includes(scene.marks[1] ?? ''), body)
    }),
  )
})

test('API: a caller who is not an operator gets 403 on operator endpoints', async () => {
  const { owner } = await openScene(setup)
  const { authorization } = owner
  await unchanged(setup.database, () =>
    forEach(
      guarded.filter(({ endpoint }) => endpoint.access === 'operator'),
      async (one) => {
        const { status, body } = await send(setup, setup.url, callOf(one), { authorization })
        assert.equal(status, 403, `${keyOf(one.endpoint)}: ${body}`)
        leaksNothing(body, keyOf(one.endpoint))
      },
    ),
  )
})

test('API: a consumer gets 403 if it or its token lacks the right', async () => {
  const programs = new Map<string, string[]>()
  const wrong = guarded.flatMap((one) =>
    lesserRights(allowedAt(one.endpoint)).map((right) => ({ one, right })),
  )
  for (const { right } of wrong) {
    if (programs.has(right)) continue
    const consumer = await aConsumer(setup, scene.organisationId, [right])
    const tokens = [{ consumer }, { rights: [right] }].map((less) =>
      tokenOf(setup, scene.owner.id, less),
    )
    programs.set(
      right,
      (await Promise.all(tokens)).map(({ authorization }) => authorization),
    )
  }
  await unchanged(setup.database, () =>
    forEach(wrong, async ({ one, right }) => {
      for (const authorization of programs.get(right) ?? []) {
        const { status, body } = await send(setup, setup.url, callOf(one), { authorization })
        assert.equal(status, 403, `${right}, ${keyOf(one.endpoint)}: ${body}`)
        leaksNothing(body, right)
      }
    }),
  )
})
