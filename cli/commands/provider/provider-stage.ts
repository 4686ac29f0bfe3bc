import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const providerStage = defineCommand({
  words: 'provider stage',
  summary: 'Move an add-on provider to another stage (operators only)',
  description: [
    'ALPHA      being created: its organisation orders, its test addresses are called',
    'BETA_PRIV  its organisation and its testers order',
    'BETA_PUB   everybody orders; it takes a plan',
    'RELEASE    the same, no longer called a beta',
    'DELETED    nobody orders; add-ons that are there stay',
    'Every move is possible but back to ALPHA. Operators are those of BERTH_OPERATORS.',
  ].join('\n'),
  arguments: [
    { name: 'provider', summary: 'its id' },
    { name: 'stage', summary: 'BETA_PRIV, BETA_PUB, RELEASE or DELETED' },
  ],
  examples: ['berth provider stage pigeon RELEASE'],
  async handle(context) {
    const { args, output } = context
    const { client } = await openSession(context)
    const offer = await client.providers.move(args.provider, args.stage)
    output.print(offer, () => `${offer.id} is ${offer.status} now.`)
    return 0
  },
})
