import { legacyLogList } from '#api/answers/hosting/legacy-logs.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { countUpTo, moment, readQuery } from '#api/http/query.ts'
import { serviceOf } from '#api/v4/log-filter.ts'
import { searchTimeout, streamLog } from '#api/v4/log-stream.ts'
import { oneOf, string } from '#kit/schema.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { isApplicationId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Line } from '#platform/model/observability/line.ts'
import { containsText } from '#platform/observability/logs/match-lines.ts'

const path = '/v2/logs/:resourceId'
const access = { on: 'resource', may: 'see' } as const
const filterParameters = { filter: string, deployment_id: string }
const parameters = {
  ...filterParameters,
  limit: countUpTo(1000),
  order: oneOf('ASC', 'DESC', 'asc', 'desc'),
  after: moment,
  since: moment,
  before: moment,
}
const usualLines = 300

export const listLegacyLogs = endpoint({
  method: 'GET',
  path,
  access,
  summary:
    'Lists the newest lines of an application or add-on, in the old form: `limit` (300), `after` or `since`, `before`, `filter`, `deployment_id`, in `order` (DESC, the newest first)',
  query: parameters,
  answer: legacyLogList,
  cost: 5,
  async handle({ platform, resource, query, request }) {
    const {
      limit = usualLines,
      order,
      since,
      after,
      before,
      ...given
    } = readQuery(query, parameters)
    const from = after ?? since
    const filter = {
      limit,
      ...(from !== undefined && { since: from }),
      ...(before !== undefined && { until: before }),
      ...wantedLines(given),
    }
    const account = await quotaAccountOf(platform.store, resource.ownerId)
    const options = { account, signal: request.signal, searchTimeout }
    const lines = await platform.logs.read(resource.id, filter, options)
    const records = lines.map((line) => lineToWire(line, resource))
    return order?.toUpperCase() === 'ASC' ? records : records.toReversed()
  },
})

export const followLegacyLogs = endpoint({
  method: 'GET',
  path: `${path}/sse`,
  access,
  summary:
    'Streams the new lines of an application or add-on as server-sent messages, in the old form: `filter`, `deployment_id`',
  query: filterParameters,
  produces: 'text/event-stream',
  async handle(call) {
    const { platform, resource, query, request } = call
    const { id, ownerId } = resource
    const after = request.headers.get('last-event-id') ?? platform.logs.newest(id)
    return streamLog(call, {
      id,
      ownerId,
      filter: { ...(after && { after }), ...wantedLines(readQuery(query, filterParameters)) },
      toWire: (line) => lineToWire(line, resource),
    })
  },
})

const wantedLines = (given: { filter?: string; deployment_id?: string }) => ({
  ...(given.filter && { matches: containsText(given.filter) }),
  ...(given.deployment_id && { deploymentId: given.deployment_id }),
})

function lineToWire(line: Line, { id, zone }: Application | Addon) {
  return {
    _id: line.id,
    _source: {
      '@timestamp': new Date(line.date).toISOString(),
      '@message': line.message,
      message: line.message,
      type: line.origin,
      syslog_severity: line.severity,
      syslog_program: isApplicationId(id) ? serviceOf[line.origin] : 'add-on',
      deploymentId: line.deploymentId,
      host: line.instanceId || id,
      // Lines are kept without the address of who wrote them.
      '@source': '',
      zone,
    },
  }
}
