import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { printable } from '#cli/terminal/printable.ts'
import type { Client } from '#client/client.ts'
import type { RedeploymentItem } from '#client/resources/toolchains.ts'
import { everyPage } from './every-page.ts'
import { followRedeployment } from './follow-redeployment.ts'

export const adminToolchainsRedeploy = defineCommand({
  words: 'admin toolchains redeploy',
  summary: 'Deploy applications that run on outdated tools again (operators only)',
  description: [
    'At the commit that is live, a few at a time, and waits for each. Only applications that would get another tool are deployed; each goes on serving',
    'with its old one until the new one is healthy. No further one begins once so many have failed. The platform does it: it goes on when this command is interrupted.',
  ].join('\n'),
  options: {
    concurrency: { type: 'string', value: 'number', summary: 'How many at a time (default: 2)' },
    'max-failures': {
      type: 'string',
      value: 'number',
      summary: 'How many may fail before no further one begins (default: 1)',
    },
    follow: { type: 'boolean', summary: 'Follow what was begun before, and begin nothing' },
    stop: { type: 'boolean', summary: 'Begin no further one of what was begun before' },
  },
  examples: [
    'berth admin toolchains redeploy --concurrency 4',
    'berth admin toolchains redeploy --stop',
  ],
  async handle(context) {
    const { output, options } = context
    const limits = {
      concurrency: countOf('--concurrency', options.concurrency ?? '2'),
      maxFailures: countOf('--max-failures', options['max-failures'] ?? '1'),
    }
    const { client } = await openSession(context)
    const { redeployment } = await (options.stop
      ? client.toolchains.stopRedeployment()
      : options.follow
        ? client.toolchains.redeployment()
        : client.toolchains.redeploy(limits))
    if (!redeployment)
      throw new Refusal('Nothing was deployed again yet: `berth admin toolchains redeploy` begins.')
    const { counts } = await followRedeployment(client, redeployment.id, (item, of) =>
      output.tell(`${of.ended}/${of.all} ${describe(item)}`),
    )
    const left = counts.unplanned + counts.waiting
    output.print(await resultsOf(client), () =>
      counts.live + counts.failed + left === 0
        ? 'No application would get another tool.'
        : `${counts.live} deployed, ${counts.failed} failed, ${left} not begun.`,
    )
    return counts.failed > 0 ? 1 : 0
  },
})

/** Tenants have written the name and parts of the reason. */
const describe = ({ applicationName, state, reason }: RedeploymentItem) =>
  printable(
    state === 'live' ? `${applicationName} is live.` : `${applicationName} failed: ${reason}`,
  )

/** For `--format json`: what was deployed, and what was not begun. */
async function resultsOf({ toolchains }: Client) {
  const items = await everyPage((page) => toolchains.redeploymentItems(page))
  const isBegun = ({ state }: RedeploymentItem) => state === 'live' || state === 'failed'
  return {
    results: items.filter(isBegun).map(({ applicationId, applicationName, reason }) => ({
      applicationId,
      applicationName,
      failure: reason,
    })),
    left: items
      .filter(({ state }) => state === 'waiting' || state === 'unplanned')
      .map(({ applicationId }) => applicationId),
  }
}

function countOf(option: string, text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new Refusal(`Invalid ${option} '${text}': use a number from 1 to 999.`)
}
