import { DatabaseSync } from 'node:sqlite'
import { type Figure, quietest } from '#bench/support/figure.ts'
import { seedApplications, seededApplication } from '#bench/support/seed.ts'
import { commitOf, openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { type Cost, constantOf } from './growth-figures.ts'

const warmUps = 2
const rounds = 10
const pushesPerRound = 5

/** CPU time of a deployment on the memory engine, with so many applications in an SQLite store. */
export async function pushFigures(sizes: readonly number[]): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack()
  const platforms: TestPlatform[] = []
  for (const size of sizes) platforms.push(stack.use(await openSeeded(size)))
  const spent: number[][] = sizes.map(() => [])
  for (let round = -warmUps; round < rounds; round++) {
    for (const [index, platform] of platforms.entries()) {
      const milliseconds = await costOfPushes(platform)
      if (round >= 0) spent[index]?.push(milliseconds / pushesPerRound)
    }
  }
  const costs = sizes.map(
    (applications, index): Cost => ({ applications, value: quietest(spent[index] ?? []) }),
  )
  return constantOf('push to the memory engine, CPU', 'ms', costs)
}

async function openSeeded(applications: number): Promise<TestPlatform> {
  const opened = await openTestPlatform(undefined, { withFile: true })
  const { account, platform, database } = opened
  const { userId = '' } = (await platform.store.accessTokens.find(account.token)) ?? {}
  const file = new DatabaseSync(database)
  file.exec('begin')
  seedApplications(file, userId, { organisations: 1, applications })
  file.exec('commit')
  file.close()
  return opened
}

async function costOfPushes({ platform, deploy }: TestPlatform): Promise<number> {
  const before = process.cpuUsage()
  for (let number = 0; number < pushesPerRound; number++) {
    const application = await platform.store.applications.find(seededApplication(number))
    if (!application) throw new Error('what was seeded is not there')
    const { state } = await deploy(application, commitOf('a'))
    if (state !== 'live') throw new Error(`a deployment ended as ${state}`)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
