import { cronArgument } from '#cli/crons/resolve-cron.ts'
import { switchCron } from '#cli/crons/switch-cron.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'

export const cronEnable = defineCommand({
  words: 'cron enable',
  summary: 'Switch a scheduled task on again',
  arguments: [cronArgument],
  options: applicationOptions,
  examples: ['berth cron enable backup'],
  handle: (context) => switchCron(context, true),
})
