import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPriceList } from '#platform/billing/prices/price-lists.ts'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

let api: TypedApi
before(async () => {
  api = await openTypedApi()
})
after(() => api[Symbol.asyncDispose]())

test('berth scale: sets bounds with the words of the stock tool, and shows them', async () => {
  const { id } = await api.application()
  const scaled = async (options: string) => {
    const { code, out, err } = await api.type(`scale --app ${id}${options} --format json`)
    assert.equal(code, 0, err)
    const { minInstances, maxInstances, minFlavor, maxFlavor } = JSON.parse(out)
    return `${minInstances}-${maxInstances} ${minFlavor}-${maxFlavor}`
  }
  assert.equal(await scaled(''), '1-1 XS-XS')
  assert.equal(await scaled(' --instances 2'), '2-2 XS-XS')
  assert.equal(await scaled(' --min-instances 1 --max-instances 4'), '1-4 XS-XS')
  assert.equal(await scaled(' --min-instances 6'), '6-6 XS-XS')
  assert.equal(await scaled(' --max-instances 3'), '3-3 XS-XS')
  assert.equal(await scaled(' --min-flavor s'), '3-3 S-S')
  assert.equal(await scaled(' --max-flavor pico'), '3-3 pico-pico')
  assert.equal(await scaled(' --flavor M'), '3-3 M-M')
  assert.equal(await scaled(' --min-flavor XS --max-flavor L --instances 1'), '1-1 XS-L')
  const { out } = await api.type(`status --app ${id}`)
  assert.match(out, /^Scale +1 of XS to L, scaled by load$/m)
})

test('berth scale: a maximum that the platform does not offer is accepted with a note', async () => {
  const { id } = await api.application()
  const { policies } = api.platform
  policies.maxFlavors = { instances: 'S', builds: 'S' }
  try {
    const { out } = await api.type(`scale --app ${id} --max-flavor XL`)
    assert.match(out, /^Note +The maxFlavor XL is never reached: S is the largest flavor here/m)
    const { code, err } = await api.type(`scale --app ${id} --min-flavor XL`)
    assert.equal(code, 1)
    assert.match(err, /The minFlavor XL .* is not available here: S is the largest/)
  } finally {
    policies.maxFlavors = { instances: '3XL', builds: '3XL' }
  }
})

test('berth scale: a size of builds is set and given back', async () => {
  const { id } = await api.application()
  assert.match((await api.type(`scale --app ${id} --build-flavor L`)).out, /^Builds +L$/m)
  const { out } = await api.type(`scale --app ${id} --build-flavor disabled`)
  assert.doesNotMatch(out, /^Builds/m)
})

for (const [options, says] of [
  ['--flavor M --min-flavor S', /--flavor sets both bounds/],
  ['--instances 2 --max-instances 3', /--instances sets both bounds/],
  ['--instances many', /Invalid number 'many' for --instances/],
  ['--instances 21', /1 to 20 instances/],
  ['--min-instances 3 --max-instances 2', /maxInstances must not be less than minInstances/],
  ['--min-flavor M --max-flavor S', /minFlavor \(M\) must not be larger than maxFlavor \(S\)/],
  ['--flavor huge', /Unknown flavor "huge"/],
] as const)
  test(`berth scale ${options}: is refused in a sentence`, async () => {
    const { id } = await api.application()
    const { code, err } = await api.type(`scale --app ${id} ${options}`)
    assert.equal(code, 1)
    assert.match(err, says)
  })

test('berth flavors: lists sizes with the prices of the price list, and what is not offered', async () => {
  const { platform } = api
  const data = {
    currency: 'EUR',
    sizes: { XS: '0.0000045' },
    builds: { M: '0.0001' },
    vat: { rates: {} },
  }
  await addPriceList(platform, { validFrom: Math.ceil(Date.now() / 1000) * 1000 - 1000, data })
  platform.policies.maxFlavors = { instances: 'S', builds: 'M' }
  const { out } = await api.type('flavors')
  assert.match(out, /^XS +1024 MB +1 +0\.0162 *$/m)
  assert.match(out, /^pico +256 MB +1 +free *$/m)
  assert.match(out, /^M +4096 MB +4 +free +larger than this platform offers$/m)
  assert.match((await api.type('flavors --builds')).out, /^M +4096 MB +4 +0\.36 *$/m)
})
