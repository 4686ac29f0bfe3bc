import { defineCommand } from '#cli/define-command.ts'
import { reportDeployment } from '#cli/deployments/report-deployment.ts'
import { followOptions, orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolvePromotion } from './resolve-promotion.ts'

export const promote = defineCommand({
  words: 'promote',
  summary: 'Deploy the artifact of a release to another application, without a build',
  description:
    'It runs there with the variables, size and health checks of that application. Without options, the release that is live in the application linked to this folder goes to its promotion target (`berth promote target`); if the linked application is the target of one other, it takes the release of that. Exits with code 0 only if the release is live.',
  options: {
    from: {
      type: 'string',
      value: 'id or name',
      summary: 'Application whose release it is (default: the linked one)',
    },
    to: {
      type: 'string',
      value: 'id or name',
      summary: 'Application that gets it (default: the promotion target)',
    },
    release: {
      type: 'string',
      value: 'number',
      summary: 'Number of the release, as `berth releases` shows it (default: the live one)',
    },
    'keep-variables': {
      type: 'boolean',
      summary: 'Also if the build has put values into the artifact that differ in the target',
    },
    alias: {
      type: 'string',
      short: 'a',
      value: 'alias',
      summary: 'Alias of the linked application in this folder',
    },
    ...followOptions,
    ...orgOption,
  },
  examples: [
    'berth promote',
    'berth promote --from shop-staging --to shop',
    'berth promote --release 12 --wait live',
  ],
  async handle(context) {
    const { options, output } = context
    const { quiet, wait, release } = options
    if (release !== undefined && !/^[1-9]\d{0,8}$/.test(release)) {
      throw new Refusal(
        `Invalid release '${release}': use a number.`,
        '`berth releases` lists them.',
      )
    }
    const session = await openSession(context)
    const { client } = session
    const { from, to } = await resolvePromotion(client, context)
    const wanted = { from: from.id, release: release === undefined ? undefined : Number(release) }
    const plan = await client.promotions.plan(to, wanted)
    output.tell(
      `Promoting release ${plan.release} of ${plan.from.name}, commit ${plan.commit.slice(0, 8)}, to ${plan.to.name}.`,
    )
    const { deploymentId } = await client.promotions.promote(to, {
      ...wanted,
      release: plan.release,
      keepVariables: options['keep-variables'],
    })
    return reportDeployment(context, session, to, { uuid: deploymentId, quiet, wait })
  },
})
