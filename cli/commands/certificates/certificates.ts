import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'
import type { Certificate, CertificateOrder } from '#client/resources/applications/certificates.ts'
import { certificateOptions, certificateOwner } from './certificate-owner.ts'

const maxOrders = 20

export const certificates = defineCommand({
  words: 'certificates',
  summary: 'List the certificates of your domains, and problems with pending ones',
  options: certificateOptions,
  examples: ['berth certificates', 'berth certificates --org acme --format json'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const ownerId = await certificateOwner(client, options)
    const list = await client.certificates.list(ownerId)
    const orders = ownerId === undefined ? [] : await client.certificates.orders(ownerId)
    const open = orders.filter(({ state }) => state !== 'issued')
    output.print({ certificates: list, orders: open }, () =>
      [
        list.length > 0
          ? table(list.map(lineOf))
          : 'No certificates: visitors get one of the local authority. Add your own with `berth certificates add <chain> <key>`.',
        ...(open.length > 0
          ? ['', 'Ordered by ACME:', table(open.slice(0, maxOrders).map(orderLine))]
          : []),
        ...(open.length > maxOrders ? [`and ${open.length - maxOrders} more`] : []),
      ].join('\n'),
    )
    return 0
  },
})

const lineOf = ({ id, names, source, state, notAfter }: Certificate) => [
  names.length > 3 ? `${names.slice(0, 3).join(' ')} …` : names.join(' '),
  source,
  state,
  `until ${notAfter.slice(0, 10)}`,
  id,
]

const orderLine = ({ host, state, problem, nextAttempt }: CertificateOrder) => [
  `  ${host}`,
  state,
  `next at ${nextAttempt.slice(0, 16).replace('T', ' ')}`,
  problem ?? '',
]
