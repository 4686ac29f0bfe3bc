import { TestBerth } from '#tests/support/platform/berth.ts'
import { openOddProvider } from '#tests/support/providers/odd-provider.ts'
import { pushOffer } from '#tests/support/providers/pushed-offer.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'
import type { Bench } from './support/figure.ts'
import { cpuSeconds } from './support/process-usage.ts'

const warmUp = 100
const visits = 500

/** CPU time of the page that signs a customer in to a provider's panel. */
export default {
  name: 'sign-on',
  async run() {
    await using berth = await TestBerth.start()
    await using service = await openOddProvider()
    await pushOffer(berth, service.url)
    const { email, password, organisationId } = berth.admin
    const { id } = await berth.client.addons.order(organisationId, {
      name: 'mine',
      providerId: 'pigeon',
    })
    const visitor = new PageVisitor(berth.addresses.api)
    await visitor.get('/v2/sessions/login')
    await visitor.send('/v2/sessions/login', { email, pass: password ?? '' })
    const visit = async (times: number) => {
      for (let time = 0; time < times; time++) {
        const { status } = await visitor.get(`/addons/open?addon_id=${id}`)
        if (status !== 200) throw new Error(`the page answered ${status}`)
      }
    }
    await visit(warmUp)
    const before = cpuSeconds(berth.pid)
    await visit(visits)
    const value = ((cpuSeconds(berth.pid) - before) / visits) * 1000
    return [{ name: 'page that signs in at a panel, CPU', value, unit: 'ms', budget: 5 }]
  },
} satisfies Bench
