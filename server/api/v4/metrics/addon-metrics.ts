import { addonMetricsAnswer } from '#api/answers/metrics.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { count, moment, readQuery } from '#api/http/query.ts'
import { readAddonMetrics } from '#platform/observability/metrics/addons/read-addon-metrics.ts'
import { addonPointToWire } from './addon-series.ts'

const parameters = { since: moment, until: moment, span: count }

export const getAddonMetrics = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/addons/:addonId/metrics',
  access: { on: 'addon', may: 'see' },
  summary:
    'Shows size, memory and connections of an add-on against its plan, as far as its provider measures them: `since` and `until` (the last half hour), `span` (seconds of a point)',
  query: parameters,
  answer: addonMetricsAnswer,
  cost: 5,
  async handle({ platform, addon, query }) {
    const { span, ...range } = readQuery(query, parameters)
    const found = await readAddonMetrics(platform, addon, {
      ...range,
      span: span === undefined ? undefined : span * 1000,
    })
    return {
      addonId: addon.id,
      since: new Date(found.since).toISOString(),
      until: new Date(found.until).toISOString(),
      span: found.span / 1000,
      points: found.points.map(addonPointToWire),
    }
  },
})
