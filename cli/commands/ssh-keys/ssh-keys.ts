import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'

export const sshKeys = defineCommand({
  words: 'ssh-keys',
  summary: 'List the SSH keys that may push as you',
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const keys = await client.sshKeys.list()
    output.print(keys, () =>
      keys.length > 0
        ? table(keys.map(({ name, fingerprint }) => [name, fingerprint]))
        : 'No SSH keys yet. `berth ssh-keys add <name> <file>` adds one.',
    )
    return 0
  },
})
