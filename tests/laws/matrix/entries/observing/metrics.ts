import type { Entries } from '#tests/laws/matrix/entry.ts'

/** Metrics of applications, and what monitoring asks of the platform. */
export const metricsEntries: Entries = {
  'GET /v4/stats/organisations/:ownerId/resources/:resourceId/metrics': {
    status: 200,
    arrange: ({ application }) => ({ params: { resourceId: application.id } }),
  },
  'GET /v4/stats/organisations/:ownerId/requests': { status: 200 },
  'GET /v4/berth/organisations/:ownerId/applications/:applicationId/metrics': { status: 200 },
  'GET /v4/berth/organisations/:ownerId/addons/:addonId/metrics': {
    status: 200,
    // Of the past nothing is asked of the provider, which these tests would keep waiting.
    arrange: ({ setup }) => ({
      query: { until: new Date(setup.platform.clock() - 60_000).toISOString() },
    }),
  },
  'GET /v4/berth/organisations/:ownerId/load': { status: 200 },
  'GET /metrics': { status: 401 },
  'GET /health': { status: 200 },
}
