import { publicMetrics } from '#api/answers/metrics.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { flag, moment, readQuery, valuesOf } from '#api/http/query.ts'
import { check, pipe, string, transform } from '#kit/schema.ts'
import { parseIsoDuration } from '#kit/text/iso-duration.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { readAddonMetrics } from '#platform/observability/metrics/addons/read-addon-metrics.ts'
import { readMetrics } from '#platform/observability/metrics/read-metrics.ts'
import { addonMetrics } from './addon-series.ts'
import { applicationMetrics, listedNames, usualNames } from './application-series.ts'
import { namedSeries } from './named-series.ts'

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
    'Reads series of an application: of the length `interval` (PT30M) until `end` (now), in points of `span` (PT2M), of the metrics `only` (repeatable); points without a measurement are 0, or left out with `fill=false`. Of an add-on it reads size, memory and connections, as far as its provider measures them; there a point without a measurement is as the one before',
  query: parameters,
  answer: publicMetrics,
  cost: 5,
  async handle({ platform, resource, query, request }) {
    const { interval = 1_800_000, span = 120_000, end, fill = true } = readQuery(query, parameters)
    const only = valuesOf(request, 'only')
    const of = { resource: resource.id }
    const range = { until: end, span, usualLength: interval }
    if ('providerId' in resource) {
      const names = namesOf(only, addonNames)
      const found = await readAddonMetrics(platform, resource, range)
      // What is measured once a minute, or not at all for a while, has not become 0.
      const wanted = { names, gap: fill ? 'last' : 'none' } as const
      return namedSeries(found, addonMetrics, wanted).map((series) => ({ ...series, ...of }))
    }
    const names = namesOf(only, applicationNames)
    const found = await readMetrics(platform, resource, range)
    const wanted = { names, gap: fill ? 'zero' : 'none' } as const
    return namedSeries(found, applicationMetrics, wanted).map((series) => ({ ...series, ...of }))
  },
})

/** Public clients know it. The load of one instance is not measured, so that it never has a series. */
const unmeasured = ['load1']

interface KnownNames {
  all: readonly string[]
  /** Without `only`. */
  usual: readonly string[]
  /** In a message. */
  listed: readonly string[]
}

const applicationNames: KnownNames = {
  all: Object.keys(applicationMetrics),
  usual: usualNames,
  listed: listedNames,
}
const addonNames: KnownNames = {
  all: Object.keys(addonMetrics),
  usual: Object.keys(addonMetrics),
  listed: Object.keys(addonMetrics),
}

function namesOf(
  wanted: ReadonlySet<string>,
  { all, usual, listed }: KnownNames,
): readonly string[] {
  if (wanted.size === 0) return usual
  const unknown = [...wanted].find((name) => ![...all, ...unmeasured].includes(name))
  if (unknown !== undefined) {
    const shown = JSON.stringify(unknown.slice(0, 40))
    throw new Refusal('invalid', `There is no metric ${shown}: use ${listed.join(', ')}.`)
  }
  return all.filter((name) => wanted.has(name))
}
