import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'

export const sshKeys = defineCommand({
  words: 'ssh-keys',
  summary: 'List your SSH keys',
  examples: ['berth ssh-keys'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const keys = await client.sshKeys.list()
    output.print(keys, () =>
      keys.length > 0
        ? table(keys.map(({ name, fingerprint }) => [name, fingerprint]))
        : 'No SSH keys yet. Add one with `berth ssh-keys add <name> <file>`.',
    )
    return 0
  },
})
