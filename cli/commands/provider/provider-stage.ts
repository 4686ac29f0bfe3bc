import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const providerStage = defineCommand({
  words: 'provider stage',
  summary: 'Move an add-on provider to another stage (operators only)',
  description: [
    'ALPHA      in development: only its organisation can order; test URLs are called',
    'BETA_PRIV  its organisation and its testers can order',
    'BETA_PUB   everyone can order; requires a plan',
    'RELEASE    everyone can order; not marked as beta',
    'DELETED    no new orders; existing add-ons stay',
    'Every change is allowed except back to ALPHA. Operators are listed in BERTH_OPERATORS.',
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
    output.print(offer, () => `${offer.id} is now ${offer.status}.`)
    return 0
  },
})
