import { urlOf } from '#cli/applications/application-url.ts'
import { defineCommand } from '#cli/define-command.ts'
import { deploymentText } from '#cli/deployments/deployment-text.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { scaleRows, scaleSummary } from '#cli/scaling/scale-text.ts'
import { table } from '#cli/terminal/table.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Deployment } from '#client/resources/applications/deployments.ts'
import type { Instance } from '#client/resources/applications/instances.ts'
import type { Sleep } from '#client/resources/applications/visitors/sleep.ts'
import { ruleText } from './sleep/sleep-text.ts'

export const status = defineCommand({
  words: 'status',
  summary: 'Show the state, instances and address of an application',
  options: applicationOptions,
  examples: ['berth status', 'berth status --app web --format json'],
  async handle(context) {
    const { terminal, output } = context
    const { client, profile } = await openSession(context)
    const address = await resolveApplication(client, context)
    const [application, instances, [latest], sleep] = await Promise.all([
      client.applications.get(address),
      client.instances.list(address),
      client.deployments.list(address, { limit: 1 }),
      client.sleep.get(address),
    ])
    const { id, name, zone, state, commitId, vhosts, forceHttps, instance } = application
    const isTask = instance.lifetime === 'TASK'
    const urls = (isTask ? [] : vhosts).map((domain) => urlOf(domain, profile, forceHttps))
    output.print(
      {
        id,
        name,
        zone,
        type: instance.variant.slug,
        lifetime: instance.lifetime,
        state,
        commit: commitId,
        urls,
        sleep,
        scale: scaleSummary(application, instances),
        instances,
        latestDeployment: latest ?? null,
      },
      () =>
        table([
          ['Application', `${terminal.paint('bold', name)} (${id})`],
          ['Type', `${instance.variant.name}${isTask ? ', a task' : ''}, zone ${zone}`],
          ['State', stateOf(instances, latest, { sleep, terminal })],
          ...(sleep.minutes === null ? [] : [['Sleep', ruleText(sleep.minutes)]]),
          ...(isTask ? [] : scaleRows(application, instances)),
          ...instances.map((one) => [
            `Instance ${one.instanceNumber}`,
            `${one.state}, ${one.flavor.name}, commit ${one.commit?.slice(0, 8) ?? '-'}`,
          ]),
          ...(latest ? [['Latest', deploymentText(latest, terminal).join('  ')]] : []),
          ...urls.map((url) => ['URL', url]),
        ]),
    )
    return 0
  },
})

function stateOf(
  instances: readonly Instance[],
  latest: Deployment | undefined,
  { sleep, terminal: { paint } }: { sleep: Sleep; terminal: Pick<Terminal, 'paint'> },
): string {
  const isRunning = ({ state }: Instance) => state === 'UP' || state === 'TASK_IN_PROGRESS'
  if (instances.some(isRunning)) return paint('green', 'running')
  if (latest?.state === 'WIP') return paint('cyan', 'deploying')
  if (sleep.state === 'waking') return paint('cyan', 'being started')
  return sleep.state === 'asleep' ? 'asleep; the next visitor wakes it' : 'stopped'
}
