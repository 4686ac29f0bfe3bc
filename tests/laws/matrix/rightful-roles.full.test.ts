import { test } from 'node:test'
import { credentialsOf } from './ask.ts'
import { allowedAt, endpoints, entryOf, hasOwner, isGuarded } from './entries.ts'
import { forEachOnPlatforms, works } from './right-calls.ts'

test('access matrix: every role with the permission succeeds', async () => {
  const some = endpoints.filter(isGuarded)
  await forEachOnPlatforms(
    some.flatMap((endpoint) =>
      (hasOwner(endpoint) ? allowedAt(endpoint).roles : [undefined]).map((role) => ({
        endpoint,
        role,
      })),
    ),
    async ({ endpoint, role }, { setup, sceneOf }) => {
      const scene = await sceneOf(endpoint, role)
      await works(setup, endpoint, entryOf(endpoint), [
        String(role),
        scene,
        credentialsOf(endpoint, scene).authorization,
      ])
    },
  )
})
