import { instanceTypeAnswer, instanceTypeList } from '#api/answers/products.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { flavorToWire, instanceVersion, variantOf } from '#api/v2/wire.ts'
import { flavorNamed, flavors } from '#platform/applications/flavor.ts'
import type { Runtime } from '#platform/deployments/runtime.ts'
import { Refusal } from '#platform/refusal.ts'

export const listInstanceTypes = endpoint({
  method: 'GET',
  path: '/v2/products/instances',
  access: 'anyone',
  summary: 'Lists the types of application that can be created',
  answer: instanceTypeList,
  handle: async ({ platform }) => platform.runtimes.map(toWire),
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
    if (runtime) return toWire(runtime)
    throw new Refusal('missing', `Unknown application type ${params.typeAndVersion}.`)
  },
})

const toWire = ({ type, title }: Runtime) => ({
  type,
  version: instanceVersion,
  name: title,
  variant: variantOf(type, title),
  description: '',
  enabled: true,
  comingSoon: false,
  maxInstances: 20,
  tags: [],
  deployments: ['git'],
  flavors: flavors.map(flavorToWire),
  defaultFlavor: flavorToWire(flavorNamed('XS')),
  buildFlavor: flavorToWire(flavorNamed('M')),
})
