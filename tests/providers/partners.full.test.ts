import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Group } from '#cli/conformance/check.ts'
import { checks } from '#cli/conformance/checks.ts'
import { hasFailed } from '#cli/conformance/report.ts'
import { runChecks } from '#cli/conformance/run-checks.ts'
import { openProvider, type Variation } from './open-provider.ts'
import { rightProviders } from './right-providers.ts'
import type { WrongProvider } from './wrong-provider.ts'
import { wrongProviders } from './wrong-providers.ts'

/** Checks that a provider fails; the timeout is short for a slow one. */
async function failures(variation: Variation, options: { only?: Group; timeout?: number } = {}) {
  const { manifest, close } = await openProvider(variation)
  try {
    const results = await runChecks(
      {
        manifest,
        endpoints: manifest.api.test,
        isProduction: false,
        plans: ['dev', 'big'],
        timeout: options.timeout ?? 20_000,
        timestampUnit: 'milliseconds',
      },
      { only: options.only },
    )
    return results.filter(hasFailed).map(({ id, because }) => `${id}: ${because}`)
  } finally {
    await close()
  }
}

test('conformance checks: there are many, each with a unique name', () => {
  const ids = checks.map(({ id }) => id)
  assert.ok(ids.length >= 60)
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  )
})

for (const [name, variation] of Object.entries(rightProviders))
  test(`conformance checks: a provider that ${name} passes`, async () => {
    assert.deepEqual(await failures(variation), [])
  })

/** Describes a fault that its check did not detect; empty if it did. */
async function missed({ name, caught, fault, isSlow }: WrongProvider): Promise<string[]> {
  const only = caught.replace(/\..*/, '') as Group
  const failed = await failures(fault, { only, timeout: isSlow ? 1_500 : 20_000 })
  const isCaught = failed.some((line) => line.startsWith(`${caught}:`))
  return isCaught ? [] : [`${name}: ${caught} did not fail, but ${failed.join(' | ') || 'nothing'}`]
}

test('conformance checks: each faulty provider fails the check for its fault', async (t) => {
  assert.ok(wrongProviders.length >= 40)
  const waiting = wrongProviders.values()
  const all: string[] = []
  const work = async () => {
    for (const service of waiting) all.push(...(await missed(service)))
  }
  await Promise.all(Array.from({ length: 4 }, work))
  t.diagnostic(`${wrongProviders.length - all.length} of ${wrongProviders.length} are caught`)
  assert.deepEqual(all, [])
})
