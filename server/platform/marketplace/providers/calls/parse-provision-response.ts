import type { Provider } from '#platform/model/marketplace/provider.ts'
import {
  type ProviderResponse,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'
import { failureMessage } from '#protocol/failure.ts'
import { own } from '#protocol/json-value.ts'
import { readProvisioned } from '#protocol/provisioned.ts'
import { nameOf, type Reply } from './call-provider.ts'
import { redact, shorten, withoutValues } from './redact.ts'

/** Parsed response to an order. `sentence` is for the customer, `trouble` for the provider. */
export type Provision =
  /** Provisioned, or accepted to be. */
  | {
      kind: 'made'
      isPending: boolean
      realId: string
      config: Readonly<Record<string, string>>
      message: string
      trouble: string
    }
  /** Invalid response, with an id by which the resource can be deprovisioned. */
  | { kind: 'spoilt'; realId: string; sentence: string; trouble: string }
  /** Response without an id, although something may have been provisioned; a retry would not help. */
  | { kind: 'unnamed'; sentence: string; trouble: string }
  /** Unknown whether something was provisioned. */
  | { kind: 'lost'; sentence: string; trouble: string }
  /** Rejected; nothing was provisioned. */
  | { kind: 'refused'; sentence: string; trouble: string }

const maxSaidLength = 500
const maxReadLength = 4_000
/** Temporary rejections. */
const passing = [408, 409, 425, 429]
/** Sent by a proxy that lost the provider's response. */
const gateway = [502, 504, 520, 524]

/** Whether a status is a permanent rejection, neither temporary nor a failure in transit. */
export const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && !passing.includes(status)

/** Whether the outcome is unknown: the response comes from a proxy, not from the provider. */
export const isLost = ({ status, text }: ProviderResponse): boolean =>
  gateway.includes(status) && own(parse(text), 'id') !== 'error'

const isRedirect = (status: number) => status >= 300 && status < 400

/** Message to the provider about a wrong status; `expected` names the right one. */
export const statusProblem = (status: number, expected: string): string =>
  isRedirect(status)
    ? `It answered ${status}; redirects are not followed.`
    : `It answered ${status}; ${expected}.`

/** The provider's message as shown to the customer; clients match this prefix. */
export const providerMessage = (words: string): string =>
  `Error from provider: [${shorten(words.replace(/\s+/g, ' ').trim(), maxSaidLength)}]`

/** Message to the customer about a missing response, with the provider's name instead of its host. */
export const unreachableMessage = (
  provider: Provider,
  { reason, message }: ProviderUnreachableError,
): string => (reason === undefined ? message : `${nameOf(provider)} did not answer (${reason}).`)

/**
 * Parses a response. For a retry, no response or a temporary rejection leaves the outcome of the first call unknown.
 */
export function parseProvisionResponse(
  { answer }: Pick<Reply, 'answer'>,
  provider: Provider,
  isRetry: boolean,
): Provision {
  if (answer instanceof ProviderUnreachableError) {
    if (answer.fate === 'unusable') return unnamed(answer.message)
    return answer.fate === 'unsent' && !isRetry
      ? {
          kind: 'refused',
          sentence: providerMessage(unreachableMessage(provider, answer)),
          trouble: answer.message,
        }
      : lost(provider, answer.message)
  }
  const { status, text } = answer
  if (status >= 200 && status < 300) return parseProvisioned(status, text, provider)
  const trouble = statusProblem(status, 'an order is answered with 200, 201 or 202')
  if (isLost(answer) || (isRetry && !isFinal(status)))
    return lost(provider, `It answered ${status}.`)
  return {
    kind: 'refused',
    sentence: providerMessage(errorMessageIn(text, status, provider)),
    trouble,
  }
}

/** The provider's message in a body, fit for the customer. */
export function errorMessageIn(text: string, status: number, provider: Provider): string {
  if (isRedirect(status))
    return `${nameOf(provider)} answered with a redirect (${status}), which is not followed.`
  const said = failureMessage(text) ?? text.slice(0, maxReadLength).replace(/<[^>]*>|\p{Cc}/gu, ' ')
  const { password, sso_salt } = provider.manifest.api
  return redact(said.trim() || `${nameOf(provider)} answered ${status} with an empty body.`, [
    password,
    sso_salt,
  ])
}

const lost = (provider: Provider, trouble: string): Provision => ({
  kind: 'lost',
  sentence: `${nameOf(provider)} did not confirm the order; the platform keeps retrying. ${trouble}`,
  trouble,
})

/** Without an id the resource cannot be deprovisioned, so the provider has to find it. */
const unnamed = (problem: string): Provision => ({
  kind: 'unnamed',
  sentence: providerMessage(problem),
  trouble: `${problem} The order has ended; whatever was made for it must be removed.`,
})

function parseProvisioned(status: number, text: string, provider: Provider): Provision {
  const body = parse(text)
  if (body === undefined) {
    return unnamed(
      text.trim() === ''
        ? `It answered ${status} with an empty body; an order is answered with a JSON object that has an 'id'.`
        : `The answer ${status} is not JSON.`,
    )
  }
  if (own(body, 'id') === 'error') {
    const trouble = `It answered ${status} to an order that it refuses; 4xx says so.`
    return {
      kind: 'refused',
      sentence: providerMessage(errorMessageIn(text, status, provider)),
      trouble,
    }
  }
  const made = readProvisioned(body, provider.manifest)
  const isKnown = status <= 202
  if (!('problem' in made) && isKnown) {
    const { id: realId, config, missing } = made
    const message = withoutValues(made.message ?? '', config)
    const isPending = status === 202
    const absent = (warning: string) => missing.some((name) => warning.includes(`'${name}'`))
    const warnings = made.warnings.filter((warning) => !(isPending && absent(warning)))
    return { kind: 'made', isPending, realId, config, message, trouble: warnings.join(' ') }
  }
  const trouble = 'problem' in made ? made.problem : `An order is not answered with ${status}.`
  const realId = idToAskBack(body, provider)
  return realId === undefined
    ? unnamed(trouble)
    : { kind: 'spoilt', realId, sentence: providerMessage(trouble), trouble }
}

/** A number is no valid id, but suffices to deprovision the resource. */
function idToAskBack(body: unknown, { manifest }: Provider): string | undefined {
  const given = own(body, 'id')
  const id = Number.isSafeInteger(given) ? String(given) : given
  const read = readProvisioned({ id }, manifest)
  return 'problem' in read ? undefined : read.id
}

/** The JSON value of a body, or `undefined`. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
