import { defineCommand } from '#cli/define-command.ts'
import { accessOptions, changeAccess } from './shell-access.ts'

export const sshOff = defineCommand({
  words: 'ssh off',
  summary: 'Forbid shells in instances, and end those that are open',
  options: accessOptions,
  examples: ['berth ssh off', 'berth ssh off --everywhere --org acme'],
  handle: (context) => changeAccess(context, false),
})
