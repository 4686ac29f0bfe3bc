import { endpoint } from '#api/http/endpoint.ts'
import { sameText } from '#kit/crypto/same-text.ts'
import { permitOperator } from '#platform/identity/access/permit.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { readPlatformFigures } from '#platform/overview/platform-figures.ts'
import type { Platform } from '#platform/platform.ts'

export const getPrometheusMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  // The token of the operator's monitoring belongs to no user.
  access: 'visitor',
  summary:
    'Shows figures of the platform in the text format of Prometheus, to operators and to whoever has the token of BERTH_METRICS_TOKEN',
  produces: 'text/plain',
  async handle({ platform, request, caller }) {
    await permitMonitoring(platform, request.headers.get('authorization') ?? '', caller)
    const { prometheusPage } = await import('./prometheus-page.ts')
    const figures = await readPlatformFigures(platform)
    const { contentType, text } = await prometheusPage(
      figures,
      platform.counters,
      await platform.operation.build(),
    )
    return new Response(text, {
      headers: { 'content-type': contentType, 'cache-control': 'no-store' },
    })
  },
})

async function permitMonitoring(
  platform: Platform,
  authorization: string,
  caller: Caller | undefined,
): Promise<void> {
  const { metricsToken } = platform.policies
  if (metricsToken !== undefined && sameText(authorization, `Bearer ${metricsToken}`)) return
  if (caller) return permitOperator(platform, caller)
  throw new Refusal(
    'unauthenticated',
    'The metrics of the platform are for its operators, and for monitoring that has the token of BERTH_METRICS_TOKEN.',
  )
}
