import type { LogFilter } from '#client/resources/applications/logs.ts'
import { timeOf } from '#console/components/log/search/time-range.ts'

/** Filters of the page, as they are in the address. */
export interface LogAddress {
  /** A duration such as `1h`, or a time in ISO 8601. */
  since: string
  until: string
  instance: string
  deployment: string
  severity: string
  search: string
  /** `1`: lines without what is looked for are shown too. */
  context: string
  wrap: string
  times: string
  /** Id of the line that a link leads to, and its time. */
  line: string
  at: string
}

export const defaultLogAddress: LogAddress = {
  since: '',
  until: '',
  instance: '',
  deployment: '',
  severity: '',
  search: '',
  context: '',
  wrap: 'on',
  times: 'on',
  line: '',
  at: '',
}

/**
 * What the platform filters, in everything that is kept. A link begins with its line and shows what is around it, whatever is
 * looked for.
 */
export function apiFilter(address: LogAddress, now: number): LogFilter {
  const { since, until, instance, deployment, severity, search, context, line, at } = address
  const linked = line === '' ? undefined : timeOf(at, now)
  const isAround = linked !== undefined || context !== ''
  return {
    since: linked ?? timeOf(since, now),
    until: linked ? undefined : timeOf(until, now),
    instanceId: instance || undefined,
    deploymentId: deployment || undefined,
    severity: severity || undefined,
    filter: isAround ? undefined : search || undefined,
  }
}

/** What is counted, and downloaded: the lines found, in the time that is chosen. */
export const searchFilter = (address: LogAddress, now: number): LogFilter =>
  apiFilter({ ...address, context: '', line: '' }, now)

/** Differs if the platform finds other lines. */
export const searchKey = ({
  since,
  until,
  instance,
  deployment,
  severity,
  search,
}: LogAddress): string => JSON.stringify([since, until, instance, deployment, severity, search])

/** Whether something was chosen that leaves lines out. */
export const isFiltered = ({ context, search, ...address }: LogAddress): boolean =>
  (context === '' && search !== '') ||
  (['since', 'until', 'instance', 'deployment', 'severity'] as const).some(
    (name) => address[name] !== '',
  )
