import { readFile } from 'node:fs/promises'
import type { Deployment } from '#client/resources/applications/deployments.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { campaignFiles } from './campaign-files.ts'
import { type SteadyVisitors, type VisitorsOptions, visitSteadily } from './steady-visitors.ts'

const timeout = 120_000

/** An application that is deployed again and again while visitors use it. */
export interface Campaign {
  berth: TestBerth
  pushed: PushedApplication
  /** Two good commits, the second of which is live. */
  commits: string[]
  visitors(options?: Pick<VisitorsOptions, 'isHeavy'>): Promise<SteadyVisitors>
  /** Deploys a commit again, and waits for its end and that of the instances before. */
  redeploy(commit: string | undefined): Promise<Deployment>
  /** Waits until no deployment is under way and one instance is left; returns the deployments, newest first. */
  settled(): Promise<Deployment[]>
}

export async function openCampaign(
  berth: TestBerth,
  name: string,
  { pause }: Pick<VisitorsOptions, 'pause'> = {},
): Promise<Campaign> {
  const pushed = await PushedApplication.create(berth, name)
  const { client, addresses } = berth
  await client.environment.replace(pushed.record, { CC_RUN_COMMAND: 'node server.js' })
  const commits: string[] = []
  for (const note of ['one', 'other']) {
    const { commit, state } = await pushed.deploy(campaignFiles(note))
    if (state !== 'OK' || !commit) throw new Error(`the first deployments ended with ${state}`)
    commits.push(commit)
  }
  const settled = () =>
    until(
      async () => {
        const all = await pushed.deployments()
        const isOver = all.every(({ state }) => state !== 'WIP')
        return isOver && (await client.instances.list(pushed.record)).length === 1 && all
      },
      { timeout, every: 50, upTo: 200, what: 'the end of every deployment' },
    )
  await settled()
  const portOf = (url: string) => Number(new URL(url).port)
  return {
    berth,
    pushed,
    commits,
    settled,
    visitors: async (options = {}) =>
      visitSteadily({
        ...options,
        ...(pause !== undefined && { pause }),
        port: portOf(addresses.visitors.http),
        host: pushed.host,
        secure: {
          port: portOf(addresses.visitors.https),
          ca: await readFile(addresses.ca, 'utf8'),
        },
      }),
    async redeploy(commit) {
      await client.instances.redeploy(pushed.record, { commit })
      const [newest] = await settled()
      if (!newest) throw new Error('there is no deployment')
      return newest
    },
  }
}
