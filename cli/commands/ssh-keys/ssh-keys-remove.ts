import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const sshKeysRemove = defineCommand({
  words: 'ssh-keys remove',
  summary: 'Remove an SSH key',
  arguments: [{ name: 'name', summary: 'key name' }],
  examples: ['berth ssh-keys remove laptop'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    await client.sshKeys.remove(args.name)
    output.print(args, () => `Removed the SSH key '${args.name}'.`)
    return 0
  },
})
