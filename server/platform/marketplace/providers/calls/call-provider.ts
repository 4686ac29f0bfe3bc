import { backoff } from '#kit/concurrency/backoff.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Delivery } from '#platform/model/marketplace/delivery.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import {
  type ProviderCall,
  type ProviderResponse,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { redact } from './redact.ts'

/** Dependencies of a provider call and its record. */
export type ProviderContext = Pick<
  Platform,
  | 'store'
  | 'clock'
  | 'providerClient'
  | 'provisioningQueue'
  | 'policies'
  | 'pagesUrl'
  | 'queue'
  | 'restarts'
  | 'mailWorker'
  | 'engine'
  | 'portVariables'
  | 'logs'
>

export interface Question extends Pick<ProviderCall, 'method' | 'url' | 'body' | 'payload'> {
  purpose:
    | 'provision'
    | 'deprovision'
    | 'change-plan'
    | 'suspend'
    | 'resume'
    | 'configure'
    | 'list-backups'
    | 'read-usage'
    | 'read-insights'
    | 'reset-statements'
    | 'end-connection'
    | 'list-files'
    | 'put-file'
    | 'remove-file'
    | 'back-up'
    | 'restore'
    | 'read-restore'
    | 'rotate'
    | 'read-contents'
    | 'transfer'
    | 'cancel-transfer'
  /** Shorter than what the operator gives providers. */
  timeout?: number | undefined
  /** Gives the call up. */
  signal?: AbortSignal
  /** Calls for the same that were not answered: each doubles the timeout of the next, up to `maxTimeoutFactor`. */
  attempts?: number
}

/** A provider that needs longer still has to answer 202 and call back. */
const maxTimeoutFactor = 8

/** Timeout of a call after others that were not answered, so that a slow provider can succeed. */
export const timeoutAfter = (
  attempts: number,
  { providerTimeout }: Pick<Platform['policies'], 'providerTimeout'>,
): number => backoff(attempts, { first: providerTimeout, max: maxTimeoutFactor * providerTimeout })

/** Result of a call, to be stored once the response has been parsed. */
export interface Reply {
  answer: ProviderResponse | ProviderUnreachableError
  note: Omit<Delivery, 'id' | 'createdAt' | 'trouble'>
}

/** Calls the provider once. A shutdown does not wait for the response: the next server resumes the work. */
export async function callProvider(
  {
    providerClient,
    provisioningQueue,
    policies,
  }: Pick<Platform, 'providerClient' | 'provisioningQueue' | 'policies'>,
  { id: providerId, manifest }: Provider,
  addon: Addon,
  { purpose, method, url, body, payload, timeout: given, signal, attempts = 0 }: Question,
): Promise<Reply> {
  const { password, sso_salt } = manifest.api
  const credentials = { id: providerId, password }
  const timeout = Math.min(given ?? Number.POSITIVE_INFINITY, timeoutAfter(attempts, policies))
  const call = { method, url, credentials, body, timeout, ...(payload && { payload }) }
  const { closing } = provisioningQueue
  const ending = signal ? AbortSignal.any([closing, signal]) : closing
  const answer = await providerClient.call(call, ending).catch((error) => {
    if (!(error instanceof ProviderUnreachableError)) throw error
    if (closing.aborted) {
      throw new Refusal('unavailable', 'The platform is restarting and will continue afterwards.')
    }
    return error
  })
  const secrets = [password, sso_salt, addon.logToken, ...Object.values(addon.config)]
  return {
    answer,
    note: {
      providerId,
      addonId: addon.id,
      direction: 'to partner',
      purpose,
      method,
      url,
      status: answer instanceof ProviderUnreachableError ? null : answer.status,
      duration: answer.duration,
      request: body === undefined ? '' : redact(JSON.stringify(body), secrets),
      answer: answer instanceof ProviderUnreachableError ? '' : redact(answer.text, secrets),
    },
  }
}

/** Display name of a provider. */
export const nameOf = ({ id, presentation }: Pick<Provider, 'id' | 'presentation'>): string =>
  presentation.name || id
