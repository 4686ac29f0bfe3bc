import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminToolchainsRemove = defineCommand({
  words: 'admin toolchains remove',
  summary: 'Remove a downloaded tool that no application runs on (operators only)',
  description:
    'The exact version, as `berth admin toolchains` lists it. A deployment that needs it downloads it again.',
  arguments: [
    { name: 'tool', summary: 'such as node' },
    { name: 'version', summary: 'such as 22.20.0' },
  ],
  examples: ['berth admin toolchains remove node 22.20.0'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const tool = { name: args.tool, version: args.version }
    await client.toolchains.remove(tool)
    output.print(tool, () => `${tool.name} ${tool.version} is removed.`)
    return 0
  },
})
