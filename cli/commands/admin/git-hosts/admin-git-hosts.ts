import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'

const uses = { 'deploy-keys': 'token for deploy keys', all: 'token for all' }

export const adminGitHosts = defineCommand({
  words: 'admin git-hosts',
  summary: 'List the Git hosts that Berth knows (operators only)',
  examples: ['berth admin git-hosts'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const found = await client.gitHosts.list()
    output.print(found, () => {
      const own = found.hosts.map(({ name, kind, url, hasToken, tokenUse, ...host }) => [
        ...[name, kind, url, hasToken ? uses[tokenUse] : 'no token'],
        host.isFromSettings ? 'from the settings' : '',
      ])
      const known = found.publicHosts.map(({ name, kind, url }) => [name, kind, url, '', 'public'])
      return table([...own, ...known])
    })
    return 0
  },
})
