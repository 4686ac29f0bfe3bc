import { loadBalancerList } from '#api/answers/domains.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { stableUuid } from '#kit/text/ids.ts'
import { loadBalancersOf } from '#platform/hosting/applications/domains/load-balancer.ts'
import { Refusal } from '#platform/model/refusal.ts'

const path = '/v4/load-balancers/organisations/:ownerId'

export const listLoadBalancers = endpoint({
  method: 'GET',
  path: `${path}/applications/:applicationId/load-balancers/:kind`,
  access: { on: 'application', may: 'see' },
  summary:
    'Shows where the DNS records of the domains of an application have to lead, by `kind`: `default`, or `private`, of which there is none',
  answer: loadBalancerList,
  async handle({ platform, application, params }) {
    const found = loadBalancersOf(platform.policies, application, params.kind)
    return found.map(({ zone, name, addresses }) => ({
      id: stableUuid(`load balancer ${zone}`),
      name: zone,
      zoneId: stableUuid(`zone ${zone}`),
      dns: { cname: `${name}.`, a: [...addresses] },
    }))
  },
})

export const listAddonLoadBalancers = endpoint({
  method: 'GET',
  path: `${path}/addons/:addonId/load-balancers/:kind`,
  access: { on: 'addon', may: 'see' },
  summary: 'Says that an add-on has no load balancer',
  answer: loadBalancerList,
  async handle() {
    throw new Refusal(
      'missing',
      'An add-on has no load balancer here: its variables say where it is reached.',
    )
  },
})
