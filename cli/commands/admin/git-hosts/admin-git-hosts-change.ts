import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { changeIn, gitHostOptions, hostIn, kindIn } from './git-host-options.ts'

export const adminGitHostsChange = defineCommand({
  words: 'admin git-hosts change',
  summary: 'Change a registered Git host (operators only)',
  description: 'Its token is forgotten with another kind or address, unless --token gives one.',
  arguments: [{ name: 'host', summary: 'its name, address or id' }],
  options: {
    ...gitHostOptions,
    kind: { type: 'string', value: 'kind', summary: 'Another kind' },
    url: { type: 'string', value: 'url', summary: 'Another address' },
    'no-token': { type: 'boolean', summary: 'Forget the token' },
  },
  examples: [
    'berth admin git-hosts change git.example.org --token < token.txt',
    'berth admin git-hosts change git.example.org --token-for all',
  ],
  async handle(context) {
    const { args, options, output, terminal } = context
    const change = await changeIn(options, terminal)
    const { client } = await openSession(context)
    const { id } = hostIn((await client.gitHosts.list()).hosts, args.host)
    const changed = await client.gitHosts.change(id, {
      ...change,
      ...(options.kind !== undefined && { kind: kindIn(options.kind) }),
      ...(options.url !== undefined && { url: options.url }),
      ...(options['no-token'] && { token: '' }),
    })
    const token = changed.hasToken ? 'with a token' : 'without a token'
    output.print(changed, () => `${changed.name} is ${changed.kind} at ${changed.url}, ${token}.`)
    return 0
  },
})
