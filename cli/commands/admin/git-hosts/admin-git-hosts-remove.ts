import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { hostIn } from './git-host-options.ts'

export const adminGitHostsRemove = defineCommand({
  words: 'admin git-hosts remove',
  summary: 'Remove a registered Git host and its token (operators only)',
  description:
    'Applications stay connected. What is at a private address is not read any more, and Berth does nothing at the host.',
  arguments: [{ name: 'host', summary: 'its name, address or id' }],
  examples: ['berth admin git-hosts remove git.example.org'],
  async handle(context) {
    const { args, output } = context
    const { client } = await openSession(context)
    const host = hostIn((await client.gitHosts.list()).hosts, args.host)
    const removed = await client.gitHosts.remove(host.id)
    output.print(removed, () => `${host.name} is removed.`)
    return 0
  },
})
