import { defineCommand } from '#cli/define-command.ts'
import { needFeature } from '#cli/features/enabled.ts'
import { openBridge } from '#cli/profiles/bridge.ts'

export const tokensRevoke = defineCommand({
  words: 'tokens revoke',
  summary: 'Revoke an API token',
  arguments: [{ name: 'id', summary: 'token id' }],
  examples: ['berth tokens revoke api_tokens_3c59dc04-8e88-4024-bb2e-1a2b3c4d5e6f'],
  async handle(context) {
    const { terminal, output, args } = context
    await needFeature(terminal, 'tokens')
    const { bridge } = await openBridge(context)
    await bridge.apiTokens.revoke(args.id)
    output.print(args, () => `Revoked ${args.id}.`)
    return 0
  },
})
