import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pushManifest } from '#platform/marketplace/providers/push-manifest.ts'
import { addAddon } from '#stores/marketplace.contract.ts'
import { openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'
import { putFeature, removeFeature } from './features.ts'
import { putPlanFeature, removePlanFeature } from './plan-features.ts'
import { addPlan, changePlan, removePlan } from './plans.ts'

let setup: TestPlatform
before(async () => {
  setup = await openTestPlatform()
})
after(() => setup[Symbol.asyncDispose]())

async function provide(id: string) {
  const ownerId = setup.account.organisationId
  const { provider } = await pushManifest(setup.platform, { ownerId, manifest: newManifest(id) })
  return provider
}

test('plans: are added, changed and removed; the cheapest comes first', async () => {
  const { platform } = setup
  const provider = await provide('crow')
  const big = await addPlan(platform, provider, { name: ' Big ', slug: 'big', price: 12.5 })
  assert.deepEqual([big.name, big.features], ['Big', []])
  const small = await addPlan(platform, provider, { name: 'Small', slug: 's', price: 0 })
  const changed = await changePlan(platform, provider, small.id, { price: 20, name: undefined })
  assert.deepEqual(changed, { ...small, price: 20 })
  assert.deepEqual(await platform.store.plans.listOf('crow'), [big, changed])
  await removePlan(platform, provider, big.id)
  assert.deepEqual(await platform.store.plans.listOf('crow'), [changed])
})

test('plans: invalid names, slugs and prices are refused together', async () => {
  const provider = await provide('wren')
  const odd = [
    { name: '', slug: 'a b', price: -1 },
    { name: 'a\nb', slug: '', price: Number.POSITIVE_INFINITY },
    { name: 'x'.repeat(101), slug: '-x', price: 1e9 },
  ]
  for (const request of odd) {
    await assert.rejects(addPlan(setup.platform, provider, request), {
      kind: 'invalid',
      message: /name: .*slug: .*price: /,
    })
  }
  await assert.rejects(addPlan(setup.platform, provider, {}), {
    message: /name: .*slug: .*price: /,
  })
})

test('plans: a slug is unique per provider, case-insensitively', async () => {
  const provider = await provide('robin')
  const plan = await addPlan(setup.platform, provider, { name: 'Dev', slug: 'dev', price: 1 })
  const twin = { name: 'Twin', slug: 'DEV', price: 1 }
  await assert.rejects(addPlan(setup.platform, provider, twin), { kind: 'conflict' })
  const other = await addPlan(setup.platform, provider, { ...twin, slug: 'twin' })
  await assert.rejects(changePlan(setup.platform, provider, other.id, { slug: 'Dev' }), {
    kind: 'conflict',
  })
  await changePlan(setup.platform, provider, plan.id, { slug: 'dev' })
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => addPlan(setup.platform, provider, { name: 'X', slug: 'x', price: 1 })),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('plans: a plan in use cannot be removed, and the refusal has the number of add-ons', async () => {
  const { platform } = setup
  const provider = await provide('heron')
  const plan = await addPlan(platform, provider, { name: 'Dev', slug: 'dev', price: 1 })
  for (const name of ['a', 'b']) await addAddon(platform.store, provider, plan, { name })
  await assert.rejects(removePlan(platform, provider, plan.id), {
    kind: 'conflict',
    message: /^2 add-ons have the plan Dev/,
  })
})

test('plans: the last plan of a public provider cannot be removed', async () => {
  const { platform } = setup
  const provider = { ...(await provide('swift')), stage: 'RELEASE' } as const
  const plan = await addPlan(platform, provider, { name: 'Dev', slug: 'dev', price: 1 })
  await assert.rejects(removePlan(platform, provider, plan.id), { message: /last plan/ })
  await removePlan(platform, { ...provider, stage: 'BETA_PRIV' }, plan.id)
})

test("plans: another provider's plan is reported as missing", async () => {
  const [mine, theirs] = [await provide('stork'), await provide('crane')]
  const plan = await addPlan(setup.platform, theirs, { name: 'Dev', slug: 'dev', price: 1 })
  for (const attempt of [
    changePlan(setup.platform, mine, plan.id, { price: 0 }),
    removePlan(setup.platform, mine, plan.id),
    putPlanFeature(setup.platform, mine, plan.id, { name: 'A', value: 'b' }),
  ])
    await assert.rejects(attempt, { kind: 'missing' })
})

test('plan features: values have their type, and new features are added when their type is given', async () => {
  const { platform } = setup
  const provider = await provide('owl')
  await putFeature(platform, provider, { name: 'Disk', type: 'BYTES' })
  const request = { name: 'Dev', slug: 'dev', price: 1 }
  await assert.rejects(
    addPlan(platform, provider, {
      ...request,
      features: [
        { name: 'Disk', value: 'much' },
        { name: 'Disk', value: '1 GB' },
        { name: 'Unheard of', value: 'x' },
        { name: 'Disk', type: 'NUMBER', value: '1' },
      ],
    }),
    (error: Error) => {
      for (const part of [
        'features[0].value: much: this must be a size',
        'features[1].name: This feature is listed twice',
        'features[2]: The provider has no feature Unheard of',
        'features[3]: Disk has the type BYTES',
      ])
        assert.ok(error.message.includes(part), `${part}\n${error.message}`)
      return true
    },
  )
  assert.deepEqual(await platform.store.plans.listOf('owl'), [])
  const plan = await addPlan(platform, provider, {
    ...request,
    features: [
      { name: 'Disk', value: '1 GB' },
      { name: 'Type', type: 'BOOLEAN_SHARED', value: 'Shared' },
    ],
  })
  assert.deepEqual(plan.features, [
    { name: 'Disk', value: '1 GB', computableValue: '1000000000' },
    { name: 'Type', value: 'Shared', computableValue: 'Shared' },
  ])
  const features = await platform.store.features.listOf('owl')
  assert.deepEqual(
    features.map(({ name, type, nameCode }) => [name, type, nameCode]),
    [
      ['Disk', 'BYTES', 'disk-size'],
      ['Type', 'BOOLEAN_SHARED', 'is-dedicated'],
    ],
  )
})

test('plan features: a value is set and removed by name, plain or in Base64', async () => {
  const { platform } = setup
  const provider = await provide('kite')
  await putFeature(platform, provider, { name: 'Größe/Disk', type: 'BYTES' })
  const encoded = Buffer.from('Größe/Disk').toString('base64')
  const { id } = await addPlan(platform, provider, { name: 'Dev', slug: 'dev', price: 1 })
  await putPlanFeature(platform, provider, id, { name: 'Größe/Disk', value: '1 GB' })
  const set = await putPlanFeature(platform, provider, id, { name: encoded, value: '2 GB' })
  assert.deepEqual(
    set.features.map(({ name, value }) => [name, value]),
    [['Größe/Disk', '2 GB']],
  )
  assert.deepEqual((await removePlanFeature(platform, provider, id, encoded)).features, [])
  await assert.rejects(removePlanFeature(platform, provider, id, encoded), { kind: 'missing' })
})

test('plan features: a type changes only while values fit, and a feature is removed with its values', async () => {
  const { platform } = setup
  const provider = await provide('gull')
  await putFeature(platform, provider, { name: 'Limit', type: 'STRING', nameCode: 'my.limit' })
  const { id } = await addPlan(platform, provider, {
    name: 'Dev',
    slug: 'dev',
    price: 1,
    features: [{ name: 'Limit', value: 'ten' }],
  })
  await assert.rejects(putFeature(platform, provider, { name: 'Limit', type: 'NUMBER' }), {
    kind: 'conflict',
    message: /plans dev are not NUMBER/,
  })
  await putPlanFeature(platform, provider, id, { name: 'Limit', value: '10' })
  await putFeature(platform, provider, { name: 'Limit', type: 'NUMBER' })
  await assert.rejects(putFeature(platform, provider, { name: ' ', type: 'TEXT' }), {
    message: /name: .*type: This must be one of BOOLEAN/,
  })
  await removeFeature(platform, provider, Buffer.from('Limit').toString('base64'))
  assert.deepEqual((await platform.store.plans.find(id))?.features, [])
  await assert.rejects(removeFeature(platform, provider, 'Limit'), { kind: 'missing' })
})
