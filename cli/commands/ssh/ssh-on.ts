import { defineCommand } from '#cli/define-command.ts'
import { accessOptions, changeAccess } from './shell-access.ts'

export const sshOn = defineCommand({
  words: 'ssh on',
  summary: 'Allow shells in instances',
  options: accessOptions,
  examples: ['berth ssh on', 'berth ssh on --everywhere --org acme'],
  handle: (context) => changeAccess(context, true),
})
