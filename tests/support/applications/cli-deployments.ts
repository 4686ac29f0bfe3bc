import assert from 'node:assert/strict'
import { until } from '#kit/concurrency/timeout.ts'
import type { Project } from '#tests/support/projects/project.ts'

/** Runs `berth` in a project; fails with its output when it does. */
export async function runBerth(project: Project, ...args: string[]) {
  const ran = await project.berth(...args)
  assert.equal(ran.code, 0, `berth ${args.join(' ')}:\n${ran.output}`)
  return ran
}

/** States of all deployments of the project's application. */
export async function deploymentStates(project: Project): Promise<string[]> {
  const { stdout } = await runBerth(project, 'activity', '--format', 'json')
  return JSON.parse(stdout).map(({ state }: { state: string }) => state)
}

/** Waits until there are so many deployments and all have ended; returns their states. */
export const deploymentsEnd = (project: Project, count: number): Promise<string[]> =>
  until(
    async () => {
      const all = await deploymentStates(project)
      return all.length >= count && !all.includes('WIP') && all
    },
    { timeout: 400_000, every: 200, what: `the end of ${count} deployments` },
  )
