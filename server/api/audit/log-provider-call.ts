import type { Endpoint } from '#api/http/endpoint.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { isDiskFull } from '#kit/files/disk-full.ts'
import { recordDelivery } from '#platform/marketplace/providers/calls/record-delivery.ts'
import { redact } from '#platform/marketplace/providers/calls/redact.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal, statusOfKind } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { own } from '#protocol/json-value.ts'

/** A call made by a provider's service. */
export interface ProviderCall {
  endpoint: Endpoint
  params: Record<string, string>
  provider: Provider
  context: Pick<RequestContext, 'method' | 'path'>
  body: unknown
}

/** Handles a provider's call and logs request and response for both sides. */
export async function withProviderLog<Answer>(
  platform: Platform,
  { endpoint, params, provider, context, body }: ProviderCall,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const begin = performance.now()
  const note = (status: number, answer: unknown, trouble: string) =>
    noteIfRoom(platform, {
      providerId: provider.id,
      addonId: params.addonId ?? null,
      direction: 'from partner',
      purpose: purposeOf(endpoint),
      method: context.method,
      url: context.path,
      status,
      trouble,
      duration: performance.now() - begin,
      request: written(body),
      answer: written(answer),
    })
  try {
    const answer = await run()
    const status = answer instanceof Response ? answer.status : 200
    await note(status, answer, warningsIn(answer))
    return answer
  } catch (error) {
    if (error instanceof Refusal) {
      await note(statusOfKind[error.kind], { message: error.message }, error.message)
    }
    throw error
  }
}

/** Warnings in a response to a provider, for its call log. */
function warningsIn(answer: unknown): string {
  const warnings = own(answer, 'warnings')
  const list: unknown[] = Array.isArray(warnings) ? warnings : []
  return list.map((warning) => `${own(warning, 'path')}: ${own(warning, 'message')}`).join(' ')
}

/** A full disk must not fail the provider's call. */
async function noteIfRoom(...call: Parameters<typeof recordDelivery>): Promise<void> {
  try {
    await recordDelivery(...call)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

const written = (value: unknown): string =>
  value === undefined || value instanceof Response ? '' : redact(JSON.stringify(value), [])

/** Purpose by method and path below `/v2/vendor`. */
const purposes: Readonly<Record<string, string>> = {
  'GET /apps': 'list',
  'GET /apps/:addonId': 'show',
  'PUT /apps/:addonId': 'configure',
  'PUT /apps/:addonId/migration_callback': 'finish-plan-change',
  'POST /apps/:addonId/consumptions': 'charge',
  'GET /apps/:addonId/logscollector': 'find-log-collector',
  'POST /addons': 'order',
}

const purposeOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
  purposes[`${method} ${path.replace('/v2/vendor', '')}`] ?? 'ask'
