import { withTimeout } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import type { Bench } from './support/figure.ts'
import { linkProject } from './support/projects/linked-project.ts'
import { rollingFiles } from './support/projects/rolling-application.ts'
import { visitSteadily } from './support/steady-visitors.ts'

const count = 20
const timeout = 300_000
const shownFailures = 10

/** Continuous requests while one version after the other is deployed. */
export default {
  name: 'rolling',
  async run() {
    await using berth = await TestBerth.start()
    const { project, application, host, port, settled } = await linkProject(berth, 'rolling')
    const commits: string[] = []
    for (const note of ['one', 'other']) {
      await project.write(rollingFiles(note))
      commits.push(await project.commit(note))
      await project.git('push', 'berth', 'master')
      await settled()
    }

    const visitors = visitSteadily(port, host)
    const roll = async () => {
      for (let turn = 0; turn < count; turn++) {
        const commit = commits[turn % commits.length]
        await berth.client.instances.redeploy(application, { commit })
        await settled()
      }
    }
    try {
      await withTimeout(roll(), timeout, `${count} deployments`)
    } finally {
      await visitors.stop()
    }

    const { sent, failures, slowest, deployments } = visitors.seen
    for (const failure of failures.slice(0, shownFailures)) console.error(failure)
    const replaced = deployments.size - 1
    if (replaced !== count) throw new Error(`visitors saw ${replaced} of ${count} new versions`)
    const during = `during ${count} rolling deployments`
    return [
      { name: `failed requests ${during}`, value: failures.length, unit: '', budget: 0 },
      { name: `requests sent ${during}`, value: sent, unit: '' },
      { name: `slowest request ${during}`, value: slowest, unit: 'ms' },
    ]
  },
} satisfies Bench
