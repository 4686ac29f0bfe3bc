import { type Bench, type Figure, median } from '#bench/support/figure.ts'
import { seedFolder } from '#bench/support/seed.ts'
import { startPlatform } from '#bench/support/started.ts'

const rounds = 3
const applications = 1000
const organisations = 100

/** Start-up with many applications and deployments in the store; the count is the number of deployments. */
export default {
  name: 'large-store',
  async run({ count: deployments = 100_000 }) {
    const deploymentsEach = Math.ceil(deployments / applications)
    const quantities = { organisations, applications, deploymentsEach }
    // The first starts make certificates for all domains.
    await using platform = await startPlatform((data) => seedFolder(data, quantities))
    await using other = await startPlatform()
    const large: number[] = []
    const empty: number[] = []
    for (let round = 0; round < rounds; round++) {
      large.push(await platform.restart())
      empty.push(await other.restart())
    }
    const what = `${applications} applications, ${applications * deploymentsEach} deployments`
    const figure: Figure = {
      name: `start to first answer, ${what}`,
      value: median(large),
      unit: 'ms',
      budget: 1500,
    }
    return [
      figure,
      { name: 'start to first answer, empty store', value: median(empty), unit: 'ms' },
    ]
  },
} satisfies Bench
