import { table } from '#cli/terminal/table.ts'
import type { Consumer } from '#client/resources/accounts/consumers.ts'

/** Human-readable description of a consumer; empty fields are omitted. */
export function consumerText(consumer: Consumer, secret = ''): string {
  const granted = Object.keys(consumer.rights).filter((right) => consumer.rights[right])
  const rows = [
    ['Name', consumer.name],
    ['Key', consumer.key],
    ['Secret', secret],
    ['Description', consumer.description],
    ['URL', consumer.url],
    ['Picture', consumer.picture],
    ['Base URL', consumer.baseUrl],
    ['Rights', granted.join(', ') || 'none'],
  ]
  return table(rows.filter(([, value]) => value !== ''))
}
