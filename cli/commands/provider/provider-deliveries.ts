import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { DeliveryRecord } from '#client/resources/marketplace/deliveries.ts'
import { formatDuration } from '#kit/text/duration.ts'

export const providerDeliveries = defineCommand({
  words: 'provider deliveries',
  summary: 'List the calls between the platform and your service, oldest first',
  description: 'Secrets are redacted. `--format json` shows requests and responses.',
  arguments: [{ name: 'provider', summary: 'its id' }],
  options: {
    limit: {
      type: 'string',
      value: 'n',
      summary: 'Maximum number of entries, newest first',
      default: '50',
    },
    addon: { type: 'string', value: 'id', summary: 'Only calls about this add-on' },
    failed: { type: 'boolean', summary: 'Only failed calls' },
    ...orgOption,
  },
  examples: ['berth provider deliveries pigeon --failed'],
  async handle(context) {
    const { args, options, output, terminal } = context
    if (!/^[1-9]\d{0,3}$/.test(options.limit)) {
      throw new Refusal(`Invalid --limit '${options.limit}': use a number from 1 to 1000.`)
    }
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const newest = await client.deliveries.list(owner.id, offer.id, {
      limit: Number(options.limit),
      addonId: options.addon,
      failed: options.failed || undefined,
    })
    const records = newest.toReversed()
    output.print(records, () =>
      records.length > 0 ? table(records.map((record) => cells(record, terminal))) : 'No calls.',
    )
    return 0
  },
})

const cells = (record: DeliveryRecord, { paint }: Terminal): string[] => {
  const { date, direction, purpose, addonId, status, duration, trouble, id } = record
  const arrow = direction === 'to partner' ? '→' : '←'
  const outcome = `${status ?? 'no answer'} after ${formatDuration(duration)}`
  return [
    ...[date, `${arrow} ${purpose}`, addonId ?? '', outcome, id].map(printable),
    trouble ? paint('red', printable(trouble)) : '',
  ]
}
