import { instanceTypeAnswer, instanceTypeList } from '#api/answers/products.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { type SizeCatalogue, sizeCatalogues } from '#api/v2/flavor-record.ts'
import { instanceVersion, variantOf } from '#api/v2/wire.ts'
import { isAvailable } from '#platform/hosting/applications/require-type.ts'
import { maxInstances } from '#platform/hosting/scaling/scale-bounds.ts'
import type { Runtime } from '#platform/model/hosting/deployments/runtime.ts'
import { smallerFlavor } from '#platform/model/hosting/flavor.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

export const listInstanceTypes = endpoint({
  method: 'GET',
  path: '/v2/products/instances',
  access: 'anyone',
  summary: 'Lists the types of application that can be created',
  answer: instanceTypeList,
  async handle({ platform }) {
    const describe = await typeRecords(platform)
    return platform.runtimes.map(describe)
  },
})

export const getInstanceType = endpoint({
  method: 'GET',
  path: '/v2/products/instances/:typeAndVersion',
  access: 'anyone',
  summary: 'Shows one type of application, by type and version',
  answer: instanceTypeAnswer,
  async handle({ platform, params }) {
    const runtime = platform.runtimes.find(
      ({ type }) => `${type}-${instanceVersion}` === params.typeAndVersion,
    )
    if (runtime) return (await typeRecords(platform))(runtime)
    throw new Refusal('missing', `Unknown application type ${params.typeAndVersion}.`)
  },
})

/** Makes records of types, with the sizes and prices of the first zone. */
async function typeRecords(platform: Platform) {
  const sizes = (await sizeCatalogues(platform))(platform.policies.zones[0]?.name ?? '')
  const usual = smallerFlavor('XS', platform.policies.maxFlavors.instances)
  return (runtime: Runtime) => ({
    ...toWire(runtime, sizes, usual),
    enabled: isAvailable(platform, runtime),
  })
}

const toWire = ({ type, title }: Runtime, sizes: SizeCatalogue, usual: string) => ({
  type,
  version: instanceVersion,
  name: title,
  variant: variantOf(type, title),
  description: '',
  comingSoon: false,
  maxInstances,
  tags: [],
  deployments: ['git'],
  flavors: sizes.all,
  defaultFlavor: sizes.of(usual),
  buildFlavor: sizes.usualBuild,
})
