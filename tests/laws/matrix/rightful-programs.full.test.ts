import { test } from 'node:test'
import type { Right } from '#platform/model/identity/access/rights.ts'
import { aConsumer, tokenOf } from '#tests/support/people/people.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import { allEndpoints, allowedAt, entryOf, isGuarded, listenerOf } from './entries.ts'
import { forEachOnPlatforms, works } from './right-calls.ts'
import type { Scene } from './scene.ts'

test('access matrix: a consumer with exactly one of the required rights succeeds', async () => {
  const some = allEndpoints.filter((one) => isGuarded(one) && one.access !== 'provider')
  await forEachOnPlatforms(
    some.flatMap((endpoint) =>
      (allowedAt(endpoint).rights ?? [undefined]).map((right) => ({ endpoint, right })),
    ),
    async ({ endpoint, right }, { setup, sceneOf }) => {
      const origin = listenerOf(setup, endpoint)
      for (const which of [0, 1]) {
        const scene = await sceneOf(endpoint)
        const authorization = (await programsOf(setup, scene, right ? [right] : []))[which] ?? ''
        await works(setup, endpoint, entryOf(endpoint), [String(right), scene, authorization], {
          origin,
        })
      }
    },
  )
})

/** A token with few rights of a consumer with many, and the reverse. */
async function programsOf(
  setup: TestApi,
  { owner, organisationId }: Scene,
  rights: readonly Right[],
) {
  const consumer = await aConsumer(setup, organisationId, rights)
  const tokens = [{ rights }, { consumer }].map((less) => tokenOf(setup, owner.id, less))
  return (await Promise.all(tokens)).map(({ authorization }) => authorization)
}
