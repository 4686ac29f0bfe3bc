import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { newApplication, openTestPlatform } from '#tests/support/platform/platform.ts'
import { deleteApplication } from './delete.ts'
import {
  addDependency,
  listDependencies,
  listDependents,
  removeDependency,
  variablesOfDependencies,
} from './dependencies.ts'
import { exposeVariables } from './expose.ts'

const named = async (setup: Awaited<ReturnType<typeof openTestPlatform>>, name: string) => {
  const application = await setup.application()
  await setup.platform.store.applications.change(application.id, { name })
  return { ...application, name }
}

test('dependencies: a link is listed from both ends, and adding it again changes nothing', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const [web, api] = [await named(setup, 'web'), await named(setup, 'api')]
  await addDependency(platform, web, api)
  await addDependency(platform, web, api)
  const ids = (applications: { id: string }[]) => applications.map(({ id }) => id)
  assert.deepEqual(ids(await listDependencies(platform, web)), [api.id])
  assert.deepEqual(ids(await listDependents(platform, api)), [web.id])
  await removeDependency(platform, web, api)
  assert.deepEqual(await listDependents(platform, api), [])
  await assert.rejects(removeDependency(platform, web, api), {
    kind: 'missing',
    message: 'web is not linked to api.',
  })
})

test('dependencies: a cycle is refused with the applications on it', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const [web, api, store] = [
    ...[await named(setup, 'web'), await named(setup, 'api'), await named(setup, 'store')],
  ] as const
  await addDependency(platform, web, api)
  await addDependency(platform, api, store)
  await assert.rejects(addDependency(platform, store, web), {
    kind: 'conflict',
    message: 'store cannot be linked to web: that would be circular (store → web → api → store).',
  })
  await assert.rejects(addDependency(platform, web, web), { kind: 'conflict' })
  await addDependency(platform, web, store)
  assert.equal((await listDependencies(platform, web)).length, 2)
})

test('dependencies: of two concurrent links that form a cycle one is refused', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const [web, api] = [await named(setup, 'web'), await named(setup, 'api')]
  const both = [addDependency(platform, web, api), addDependency(platform, api, web)]
  const outcomes = await Promise.allSettled(both)
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

test('dependencies: applications of different owners cannot be linked', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const user = await addPerson(setup, { name: 'Ada' })
  const { id } = await createOrganisation(platform, user.id, { name: 'other' })
  const [web, foreign] = [await named(setup, 'web'), await newApplication(platform, id)]
  await assert.rejects(addDependency(platform, web, foreign), { kind: 'invalid' })
})

test('dependencies: a deleted application has no links and provides no variables', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const [web, api] = [await named(setup, 'web'), await named(setup, 'api')]
  await platform.store.exposedVariables.set(api.id, 'API_URL', 'x')
  await addDependency(platform, web, api)
  await deleteApplication(platform, api)
  assert.deepEqual(await variablesOfDependencies(platform, web), [])
  assert.deepEqual(await platform.store.dependencies.of(web.id), [])
  const gone = { kind: 'missing', message: `There is no application ${api.id}.` }
  await assert.rejects(addDependency(platform, web, api), gone)
  await assert.rejects(addDependency(platform, api, web), gone)
  await assert.rejects(exposeVariables(platform, api, { A: 'b' }), gone)
})
