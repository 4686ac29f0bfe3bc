import { cronArgument } from '#cli/crons/resolve-cron.ts'
import { switchCron } from '#cli/crons/switch-cron.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'

export const cronDisable = defineCommand({
  words: 'cron disable',
  summary: 'Switch a scheduled task off, also one of cron.json; a run under way goes on',
  arguments: [cronArgument],
  options: applicationOptions,
  examples: ['berth cron disable backup'],
  handle: (context) => switchCron(context, false),
})
