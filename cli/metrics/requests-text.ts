import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { LiveRequests } from '#client/resources/applications/metrics.ts'
import { countText } from './figures.ts'

const heads = ['APPLICATION', 'REQ/s', '2xx', '3xx', '4xx', '5xx', 'CODES']

/** Table of applications that visitors reach, busiest first. */
export function requestsText(requests: readonly LiveRequests[]): string {
  if (requests.length === 0) return 'No requests in the last ten seconds.'
  const rows = requests.map(({ name, requestsPerSecond, status, statusCodes }) => [
    printable(name),
    countText(requestsPerSecond),
    ...(['2xx', '3xx', '4xx', '5xx'] as const).map((kind) => countText(status[kind])),
    Object.entries(statusCodes)
      .map(([code, count]) => `${code}: ${count}`)
      .join(', '),
  ])
  return table([heads, ...rows])
}
