import { sleep } from '#kit/concurrency/timeout.ts'
import { newId } from '#kit/text/ids.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { openOddProvider } from '#tests/support/providers/odd-provider.ts'
import { pushOffer } from '#tests/support/providers/pushed-offer.ts'
import { type Bench, quietest } from './support/figure.ts'
import { goals } from './support/goals.ts'

const rounds = 40
const warmUp = 3
/** Simulated provisioning time of the provider in milliseconds, about that of a database. */
const work = 100

/**
 * Time from the order of an add-on until its variables can be read, compared with the same order sent to the provider
 * directly.
 */
export default {
  name: 'marketplace',
  async run() {
    await using berth = await TestBerth.start()
    await using service = await openOddProvider()
    service.behave(async (_, honest) => {
      await sleep(work)
      return honest()
    })
    await pushOffer(berth, service.url)
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < warmUp + rounds; round++) {
      ours.push(await timed(() => order(berth)))
      theirs.push(await timed(() => ask(service.url)))
    }
    const [value, referenceValue] = [ours, theirs].map((all) => quietest(all.slice(warmUp))) as [
      number,
      number,
    ]
    return [
      {
        name: 'order, until the variables are there',
        value,
        unit: 'ms',
        referenceValue,
        reference: 'asking the provider',
        ratio: value / referenceValue,
        budget: goals.order,
      },
    ]
  },
} satisfies Bench

async function timed(act: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await act()
  return performance.now() - begin
}

async function order({ client, admin }: TestBerth): Promise<void> {
  const ownerId = admin.organisationId
  const { id } = await client.addons.order(ownerId, { name: 'mine', providerId: 'pigeon' })
  const variables = await client.addons.variables({ id, ownerId })
  if (variables.length !== 1) throw new Error('the variables are not there')
}

async function ask(url: string): Promise<void> {
  const body = JSON.stringify({ addon_id: newId('addon'), plan: 's' })
  const headers = { 'content-type': 'application/json', connection: 'close' }
  await (await fetch(url, { method: 'POST', headers, body })).json()
}
