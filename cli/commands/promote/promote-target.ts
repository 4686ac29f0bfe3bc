import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { findApplication, resolveApplication } from '#cli/resolve/application.ts'
import type { PromotionWays } from '#client/resources/promotions.ts'

export const promoteTarget = defineCommand({
  words: 'promote target',
  summary: 'Show or set the application that takes the releases of this one',
  arguments: [
    {
      name: 'target',
      optional: true,
      summary: 'Id or name of the application, such as production',
    },
  ],
  options: {
    unset: { type: 'boolean', summary: 'Forget the target' },
    ...applicationOptions,
  },
  examples: [
    'berth promote target shop --app shop-staging',
    'berth promote target',
    'berth promote target --unset',
  ],
  async handle(context) {
    const { args, options, output } = context
    if (args.target !== undefined && options.unset) {
      throw new Refusal('Give either a target or --unset.')
    }
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    if (options.unset) await client.promotions.removeTarget(application)
    if (args.target !== undefined) {
      const target = findApplication(await client.summary.get(), args.target, options.org)
      await client.promotions.setTarget(application, target.id)
    }
    const ways = await client.promotions.ways(application)
    output.print(ways, () => describe(application.name, ways))
    return 0
  },
})

function describe(name: string, { target, sources }: PromotionWays): string {
  return [
    target
      ? `Releases of ${name} are promoted to ${target.name}.`
      : `${name} has no promotion target.`,
    ...(sources.length > 0
      ? [`It takes releases of ${sources.map((one) => one.name).join(', ')}.`]
      : []),
  ].join('\n')
}
