import { defineCommand } from '#cli/define-command.ts'
import { needFeature } from '#cli/features/enabled.ts'
import { openBridge } from '#cli/profiles/bridge.ts'
import { table } from '#cli/terminal/table.ts'

export const tokens = defineCommand({
  words: 'tokens',
  summary: 'List your API tokens',
  description: 'The tokens themselves are only shown when they are created.',
  examples: ['berth tokens', 'berth tokens --format json'],
  async handle(context) {
    const { terminal, output } = context
    await needFeature(terminal, 'tokens')
    const { bridge } = await openBridge(context)
    const all = await bridge.apiTokens.list()
    output.print(all, () =>
      all.length > 0
        ? table(
            all.map(({ apiTokenId, name, state, expirationDate, ip }) => [
              ...[apiTokenId, name, state, `until ${expirationDate}`, `from ${ip}`],
            ]),
          )
        : 'No API tokens yet. Create one with `berth tokens create <name>`.',
    )
    return 0
  },
})
