import type { Application } from '#client/resources/applications/applications.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'

/** A user's folder, linked to a new application by the command-line tool. */
export interface LinkedProject {
  project: Project
  application: Application
  /** Host name of the application. */
  host: string
  port: number
  /** Waits until the log contains this line, from now on. */
  line(message: string): Promise<void>
  /** Waits until the newest deployment is live and the previous one is removed. */
  settled(): Promise<void>
  /** Throws if the newest deployment has failed. */
  requireSound(): Promise<void>
}

export async function linkProject(
  berth: TestBerth,
  name: string,
  example?: string,
  type = 'node',
): Promise<LinkedProject> {
  const { client, addresses, admin, data } = berth
  const project = await Project.create(berth, name, example)
  const tool = async (...args: string[]) => {
    const { code, output } = await project.berth(...args)
    if (code !== 0) throw new Error(`berth ${args.join(' ')} exited with ${code}:\n${output}`)
  }
  const ownerId = admin.organisationId
  await tool('login', '--local', '--data', data)
  await tool('create', '--type', type, name, '--region', 'par', '--org', ownerId)
  const applications = await client.applications.list(ownerId)
  const application = applications.find((candidate) => candidate.name === name)
  const host = application?.vhosts[0]?.fqdn.replace(/\/$/, '')
  if (!application || !host) throw new Error(`${name} was not created`)

  const soundState = async () => {
    const [newest] = await client.deployments.list(application, { limit: 1 })
    if (newest?.state !== 'WIP' && newest?.state !== 'OK') {
      throw new Error(`the deployment of ${name} ended with ${newest?.state}`)
    }
    return newest.state
  }
  const isSettled = async () =>
    (await soundState()) === 'OK' && (await client.instances.list(application)).length === 1
  return {
    project,
    application,
    host,
    port: Number(new URL(addresses.visitors.http).port),
    async line(message) {
      const since = new Date().toISOString()
      for await (const line of client.logs.follow(application, { since })) {
        if (line.message === message) return
        if (/^Deploy (failed|cancelled)/.test(line.message)) throw new Error(line.message)
      }
    },
    async requireSound() {
      await soundState()
    },
    async settled() {
      const what = `the end of the deployment of ${name}`
      await until(isSettled, { timeout: 60_000, every: 50, what })
    },
  }
}
