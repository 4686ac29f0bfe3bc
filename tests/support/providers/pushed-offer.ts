import { randomBytes } from 'node:crypto'
import type { TestBerth } from '#tests/support/platform/berth.ts'

/** Pushes a provider `pigeon` with one plan from the first organisation of a platform. */
export async function pushOffer({ client, admin }: TestBerth, url: string): Promise<void> {
  const urls = { base_url: url, sso_url: `${url}/sso` }
  const secret = () => randomBytes(32).toString('hex')
  const api = {
    config_vars: ['PIGEON_URL'],
    password: secret(),
    sso_salt: secret(),
    regions: ['eu'],
    production: urls,
    test: urls,
  }
  const { providers } = client
  await providers.push(admin.organisationId, { id: 'pigeon', name: 'Pigeons', api })
  const plan = { name: 'Small', slug: 's', price: 0, features: [] }
  await providers.addPlan(admin.organisationId, 'pigeon', plan)
}
