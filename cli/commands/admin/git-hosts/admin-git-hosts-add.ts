import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { changeIn, gitHostOptions, kindIn } from './git-host-options.ts'

export const adminGitHostsAdd = defineCommand({
  words: 'admin git-hosts add',
  summary: 'Register a Git host, also at a private address (operators only)',
  description:
    'Berth may connect to this address from then on, and calls its API: webhooks, statuses of commits, comments.',
  arguments: [
    { name: 'kind', summary: 'github, gitlab, gitea, forgejo, bitbucket or git' },
    { name: 'url', summary: 'Address of its pages, such as https://git.example.org' },
  ],
  options: gitHostOptions,
  examples: [
    'berth admin git-hosts add gitea https://git.example.org --token < token.txt',
    'berth admin git-hosts add git http://10.0.0.7:3000 --name attic',
  ],
  async handle(context) {
    const { args, options, output, terminal } = context
    const kind = kindIn(args.kind)
    const change = await changeIn(options, terminal)
    const { client } = await openSession(context)
    const added = await client.gitHosts.add({ ...change, kind, url: args.url })
    output.print(added, () => `${added.name} is registered: ${added.kind} at ${added.url}.`)
    return 0
  },
})
