import { setTimeout as sleep } from 'node:timers/promises'
import { runOutcome } from '#cli/crons/cron-text.ts'
import { cronArgument, resolveCron } from '#cli/crons/resolve-cron.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { type NamedApplication, resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'
import type { Client } from '#client/client.ts'
import type { CronRun, CronRunWithOutput } from '#client/resources/crons.ts'

const firstPause = 250
const maxPause = 5000

export const cronRun = defineCommand({
  words: 'cron run',
  summary: 'Run a scheduled task now, wait for its end, and exit with its status',
  description: 'Ctrl-C ends the wait; the task goes on. `berth cron stop` ends it.',
  arguments: [cronArgument],
  options: {
    detach: { type: 'boolean', short: 'd', summary: 'Do not wait for its end' },
    ...applicationOptions,
  },
  examples: ['berth cron run backup', 'berth cron run backup --detach'],
  async handle(context) {
    const { output, args, options } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const cron = await resolveCron(client, application, args.task)
    const begun = await client.crons.run(application, cron.id)
    if (options.detach) {
      output.print(begun, () => begun.map(({ id }) => `${cron.name} runs: ${id}`).join('\n'))
      return 0
    }
    const ended: CronRunWithOutput[] = []
    for (const run of begun) ended.push(await ending(client, application, run))
    output.print(ended, () =>
      ended
        .flatMap((run) => [
          ...run.output.split('\n').filter(Boolean).map(printable),
          `${runOutcome(run)}${ended.length > 1 ? ` (instance ${run.instanceNumber})` : ''}`,
        ])
        .join('\n'),
    )
    const worst = ended.find(({ state }) => state !== 'succeeded')
    return worst ? worst.exitCode || 1 : 0
  },
})

async function ending(client: Client, application: NamedApplication, { id }: CronRun) {
  for (let pause = firstPause; ; pause = Math.min(pause * 1.5, maxPause)) {
    const run = await client.crons.oneRun(application, id)
    if (run.state !== 'running') return run
    await sleep(pause)
  }
}
