import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminToolchainsFetch = defineCommand({
  words: 'admin toolchains fetch',
  summary: 'Download a tool before an application needs it (operators only)',
  description: [
    'The newest release that fits: the version is one, or a line or range of it, as applications ask for it. Whoever deploys first then does not wait.',
    'A Debian system, such as that of Python, takes minutes.',
  ].join('\n'),
  arguments: [
    { name: 'tool', summary: 'such as node, java or python' },
    { name: 'version', summary: 'such as 24, 21 or 3.13' },
  ],
  examples: ['berth admin toolchains fetch node 24', 'berth admin toolchains fetch python 3.13'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    output.tell(`Fetching ${args.tool} ${args.version}, unless it is there …`)
    const tool = await client.toolchains.fetch({ name: args.tool, version: args.version })
    output.print(tool, () => `${tool.name} ${tool.version} is there.`)
    return 0
  },
})
