import { setTimeout as pause } from 'node:timers/promises'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import type { Output } from '#cli/terminal/output.ts'
import { printable } from '#cli/terminal/printable.ts'
import { withProgress } from '#cli/terminal/progress.ts'
import type { Client } from '#client/client.ts'
import type { AddonAddress, Migration } from '#client/resources/marketplace/addons.ts'

const timeout = 10 * 60_000
const minPause = 200
const maxPause = 2000

export const addonPlan = defineCommand({
  words: 'addon plan',
  summary: 'Change the plan of an add-on',
  description: 'The command waits until the provider is done.',
  arguments: [
    { name: 'addon', summary: 'add-on id, real id or name' },
    { name: 'plan', summary: 'plan slug' },
  ],
  options: orgOption,
  examples: ['berth addon plan db m_sml'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const waitingFor = 'the provider to change the plan'
    const switching = client.addons.switchPlan(address, args.plan)
    const begun = await withProgress(terminal, waitingFor, switching)
    const ended = await withProgress(
      terminal,
      waitingFor,
      awaitMigration(client, output, address, begun),
    )
    if (ended.status === 'FAILED' || ended.status === 'ABORTED')
      throw new Refusal(`${address.name} keeps its plan.`, printable(ended.steps[0]?.message ?? ''))
    const addon = await client.addons.get(address)
    const message = ended.steps[0]?.message
    output.print(addon, () =>
      [
        ended.status === 'OK'
          ? `${addon.name} is now on plan ${addon.plan.slug}.`
          : `${addon.name} is still changing to plan ${args.plan}.`,
        ...(message ? [printable(`${addon.provider.name} says: ${message}`)] : []),
      ].join('\n'),
    )
    return 0
  },
})

async function awaitMigration(
  client: Client,
  output: Output,
  address: AddonAddress,
  begun: Migration,
): Promise<Migration> {
  const end = performance.now() + timeout
  let migration = begun
  let wait = minPause
  while (migration.status === 'RUNNING' && performance.now() < end) {
    await pause(wait)
    migration = await client.addons.migration(address, migration.migrationId)
    const isFirst = wait === minPause
    if (isFirst && migration.status === 'RUNNING')
      output.tell('The provider is still working on it.')
    wait = Math.min(wait * 2, maxPause)
  }
  return migration
}
