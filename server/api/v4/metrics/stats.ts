import { publicMetrics, requestMap } from '#api/answers/metrics.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { flag, moment, readQuery, valuesOf } from '#api/http/query.ts'
import { check, pipe, string, transform } from '#kit/schema.ts'
import { parseIsoDuration } from '#kit/text/iso-duration.ts'
import { readAddonUsage } from '#platform/addons/read-usage.ts'
import { readMetrics } from '#platform/metrics/read-metrics.ts'
import { Refusal } from '#platform/refusal.ts'
import { addonMetricNames, addonSeries } from './addon-series.ts'
import { metricNames, namedSeries, publicNames } from './named-series.ts'

const isoDuration = pipe(
  string,
  check((text) => parseIsoDuration(text) !== undefined, 'must be a duration such as PT30M'),
  transform((text) => parseIsoDuration(text) ?? 0),
)

const parameters = {
  interval: isoDuration,
  span: isoDuration,
  end: moment,
  fill: flag,
  only: string,
}

export const getStats = endpoint({
  method: 'GET',
  path: '/v4/stats/organisations/:ownerId/resources/:resourceId/metrics',
  access: { on: 'resource', may: 'see' },
  summary:
    'Reads series of an application: of the length `interval` (PT30M) until `end` (now), in points of `span` (PT2M), of the metrics `only` (repeatable); points without a measurement are 0, or left out with `fill=false`. Of an add-on it reads size, memory and connections of now, as far as its provider measures them',
  query: parameters,
  answer: publicMetrics,
  cost: 5,
  async handle({ platform, resource, query, request }) {
    const { interval = 1_800_000, span = 120_000, end, fill = true } = readQuery(query, parameters)
    const only = valuesOf(request, 'only')
    const now = platform.clock()
    const of = { resource: resource.id }
    if ('providerId' in resource) {
      const names = namesOf(only, addonMetricNames, addonMetricNames)
      const usage = await readAddonUsage(platform, resource)
      return addonSeries(usage, names, now).map((series) => ({ ...series, ...of }))
    }
    const names = namesOf(only, metricNames, publicNames)
    const until = Math.min(end ?? now, now)
    const found = await readMetrics(platform, resource, { since: until - interval, until, span })
    return namedSeries(found, names, { isFilled: fill }).map((series) => ({ ...series, ...of }))
  },
})

/** Public clients know it. The load of one instance is not measured, so that it never has a series. */
const unmeasured = ['load1']

function namesOf<Name extends string>(
  wanted: ReadonlySet<string>,
  known: readonly Name[],
  usual: readonly Name[],
): readonly Name[] {
  if (wanted.size === 0) return usual
  const unknown = [...wanted].find((name) => ![...known, ...unmeasured].includes(name))
  if (unknown !== undefined) {
    const shown = JSON.stringify(unknown.slice(0, 40))
    throw new Refusal('invalid', `There is no metric ${shown}: use ${known.join(', ')}.`)
  }
  return known.filter((name) => wanted.has(name))
}

export const getRequestMap = endpoint({
  method: 'GET',
  path: '/v4/stats/organisations/:ownerId/requests',
  access: { on: 'owner', may: 'see' },
  summary: 'Says that there is no map of requests, because the platform does not locate visitors',
  query: { application: string, applicationId: string, from: string, to: string },
  answer: requestMap,
  async handle() {
    throw new Refusal(
      'missing',
      'There is no map of requests: this platform does not find out where visitors are. The number of requests is in the metrics of each application, as `only=requests`.',
    )
  },
})
