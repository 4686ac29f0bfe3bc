import type { Context } from '#cli/define-command.ts'
import type { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { type cronArgument, resolveCron } from './resolve-cron.ts'

/** Switches a scheduled task on or off. */
export async function switchCron(
  context: Context<typeof applicationOptions, readonly [typeof cronArgument]>,
  enabled: boolean,
): Promise<number> {
  const { output, args } = context
  const { client } = await openSession(context)
  const application = await resolveApplication(client, context)
  const cron = await resolveCron(client, application, args.task)
  const answer = await client.crons.enable(application, cron.id, enabled)
  const word = enabled ? 'on' : 'off'
  output.print(answer, () => `The scheduled task ${cron.name} of ${application.name} is ${word}.`)
  return 0
}
