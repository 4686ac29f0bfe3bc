import { defineCommand } from '#cli/define-command.ts'
import { bytesText } from '#cli/metrics/figures.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'
import { catalogueText } from './toolchain-text.ts'

export const adminToolchains = defineCommand({
  words: 'admin toolchains',
  summary: 'List the tools that a server has downloaded (operators only)',
  description:
    'With their size, last use, end of life and the newest release of their line, and how old the catalogue is.',
  examples: ['berth admin toolchains'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const found = await client.toolchains.show()
    output.print(found, () => {
      const rows = found.tools.map(({ name, version, bytes, lastUse, endOfLife, ...tool }) => [
        ...[`${name} ${version}`, bytesText(bytes), `used ${lastUse.slice(0, 10)}`],
        endOfLife ? `ends ${endOfLife}` : '',
        tool.newer ? `${tool.newer} is newer` : '',
        tool.securityRelease ? `${tool.securityRelease} mends known weaknesses` : '',
      ])
      return [
        catalogueText(found),
        rows.length > 0 ? table(rows) : 'No tool was downloaded yet.',
      ].join('\n\n')
    })
    return 0
  },
})
