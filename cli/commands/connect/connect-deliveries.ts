import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { RepositoryDelivery } from '#client/resources/connected-repository.ts'

export const connectDeliveries = defineCommand({
  words: 'connect deliveries',
  summary: 'Show what the host of a repository has announced, newest first',
  options: applicationOptions,
  examples: ['berth connect deliveries'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const deliveries = await client.connectedRepository.deliveries(application)
    output.print(deliveries, () =>
      deliveries.length > 0
        ? table(deliveries.map(cells))
        : 'Nothing was received yet. `berth connect webhook` shows what the host needs.',
    )
    return 0
  },
})

const cells = (delivery: RepositoryDelivery): string[] => [
  delivery.id,
  delivery.receivedAt,
  printable(delivery.host || '-'),
  printable(delivery.event || '-'),
  printable(delivery.ref.replace(/^refs\/(heads|tags)\//, '') || '-'),
  delivery.commit.slice(0, 7) || '-',
  delivery.outcome,
  printable(delivery.reason),
]
