import { logCollectorAnswer } from '#api/answers/addons.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { readBasicAuth } from '#kit/net/basic-auth.ts'
import { bytes } from '#kit/schema.ts'
import { takeLogs } from '#platform/marketplace/providers/calls/ingest-logs.ts'
import { addonOfProvider } from '#platform/marketplace/providers/calls/provider-view.ts'
import { readFrames } from './logplex-frames.ts'

const intake = '/v2/vendor/logs'

export const getLogsCollector = endpoint({
  method: 'GET',
  path: '/v2/vendor/apps/:addonId/logscollector',
  access: 'provider',
  workload: 'built-in providers',
  summary: 'Says where the log of an add-on is sent to, and with which token',
  answer: logCollectorAnswer,
  async handle({ platform, addresses, provider, params }) {
    const { logToken } = await addonOfProvider(platform, provider, params.addonId)
    return {
      url: `${addresses.api}${intake}`,
      logplex_token: logToken,
      content_type: 'application/logplex-1',
    }
  },
})

export const postLogs = endpoint({
  method: 'POST',
  path: intake,
  access: 'anyone',
  summary: 'Takes lines of log of add-ons (logplex), from whoever knows their tokens',
  body: bytes,
  // Services send their lines every second, for each add-on, from one address.
  cost: 0.1,
  answer: outcome,
  async handle({ platform, request, body }) {
    const lines = readFrames(body, platform.clock())
    await takeLogs(platform, tokenIn(request.headers.get('authorization')), lines)
    return done(`${lines.length} lines were taken.`)
  },
})

function tokenIn(authorization: string | null): string {
  const given = readBasicAuth(authorization ?? undefined)
  return given?.id === 'token' ? given.password : ''
}
