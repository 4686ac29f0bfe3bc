import { defineCommand } from '#cli/define-command.ts'
import { needFeature } from '#cli/features/enabled.ts'
import { openBridge } from '#cli/profiles/bridge.ts'
import { Refusal } from '#cli/refusal.ts'

export const tokensRename = defineCommand({
  words: 'tokens rename',
  summary: 'Rename an API token',
  arguments: [
    { name: 'id', summary: 'token id' },
    { name: 'name', summary: 'new name' },
  ],
  options: {
    description: {
      type: 'string',
      value: 'text',
      summary: 'New description (default: unchanged)',
    },
  },
  examples: [
    "berth tokens rename api_tokens_3c59dc04-8e88-4024-bb2e-1a2b3c4d5e6f deploys --description 'Deploys from CI'",
  ],
  async handle(context) {
    const { terminal, output, args, options } = context
    await needFeature(terminal, 'tokens')
    const { bridge } = await openBridge(context)
    const former = (await bridge.apiTokens.list()).find(({ apiTokenId }) => apiTokenId === args.id)
    if (!former)
      throw new Refusal(`You have no API token '${args.id}'.`, '`berth tokens` lists them.')
    const description = options.description ?? former.description ?? ''
    await bridge.apiTokens.rename(args.id, { name: args.name, description })
    output.print(
      { ...former, name: args.name, description },
      () => `Renamed the API token to '${args.name}'.`,
    )
    return 0
  },
})
