import type { Provider } from '#platform/providers/provider.ts'
import { failureMessage } from '#protocol/failure.ts'
import { own } from '#protocol/json-value.ts'
import { readProvisioned } from '#protocol/provisioned.ts'
import { nameOf, type Reply } from './call-provider.ts'
import { type ProviderResponse, ProviderUnreachableError } from './provider-client.ts'
import { redact, shorten, withoutValues } from './redact.ts'

/** What a provider's answer to an order means. `sentence` is for the customer, `trouble` for the provider. */
export type Provision =
  /** It is there, or will be. */
  | {
      kind: 'made'
      isPending: boolean
      realId: string
      config: Readonly<Record<string, string>>
      message: string
      trouble: string
    }
  /** Something was made that cannot be used, but can be asked back by this id. */
  | { kind: 'spoilt'; realId: string; sentence: string; trouble: string }
  /** It was answered, and something may have been made, but the answer names nothing: asking again would say no more. */
  | { kind: 'unnamed'; sentence: string; trouble: string }
  /** There is no answer that says whether something was made. */
  | { kind: 'lost'; sentence: string; trouble: string }
  /** Nothing was made. */
  | { kind: 'refused'; sentence: string; trouble: string }

const maxSaidLength = 500
const maxReadLength = 4_000
/** They say "not now" rather than "no". */
const passing = [408, 409, 425, 429]
/** Said by a proxy that has lost the provider's own answer. */
const gateway = [502, 504, 520, 524]

/** Whether a status is final: a no, and not a "not now" nor a failure on the way. */
export const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && !passing.includes(status)

/** Whether nothing is known after an answer: it comes from a proxy, and not in the words of the provider. */
export const isLost = ({ status, text }: ProviderResponse): boolean =>
  gateway.includes(status) && own(parse(text), 'id') !== 'error'

const isRedirect = (status: number) => status >= 300 && status < 400

/** What is wrong with a status, for the provider; `expected` tells which one is right. */
export const statusTrouble = (status: number, expected: string): string =>
  isRedirect(status)
    ? `It answered ${status}; redirects are not followed.`
    : `It answered ${status}; ${expected}.`

/** How a provider's own words reach the customer; clients know this beginning. */
export const saidBy = (words: string): string =>
  `Error from provider: [${shorten(words.replace(/\s+/g, ' ').trim(), maxSaidLength)}]`

/** Why a provider has not answered, as the customer may see it: by its name, not by its host. */
export const silenceOf = (
  provider: Provider,
  { reason, message }: ProviderUnreachableError,
): string => (reason === undefined ? message : `${nameOf(provider)} did not answer (${reason}).`)

/**
 * Judges an answer. When the same was asked before, an answer that does not come, or says "not now", tells nothing
 * about what became of the first question.
 */
export function parseProvisionResponse(
  { answer }: Pick<Reply, 'answer'>,
  provider: Provider,
  isAgain: boolean,
): Provision {
  if (answer instanceof ProviderUnreachableError) {
    if (answer.fate === 'unusable') return unnamed(answer.message)
    return answer.fate === 'unsent' && !isAgain
      ? { kind: 'refused', sentence: saidBy(silenceOf(provider, answer)), trouble: answer.message }
      : lost(provider, answer.message)
  }
  const { status, text } = answer
  if (status >= 200 && status < 300) return judgeMade(status, text, provider)
  const trouble = statusTrouble(status, 'an order is answered with 200, 201 or 202')
  if (isLost(answer) || (isAgain && !isFinal(status)))
    return lost(provider, `It answered ${status}.`)
  return { kind: 'refused', sentence: saidBy(wordsIn(text, status, provider)), trouble }
}

/** What a provider says in a body, as the customer may see it. */
export function wordsIn(text: string, status: number, provider: Provider): string {
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

/** Nothing can be asked back without a name, so the provider has to look for it. */
const unnamed = (problem: string): Provision => ({
  kind: 'unnamed',
  sentence: saidBy(problem),
  trouble: `${problem} The order has ended; whatever was made for it must be removed.`,
})

function judgeMade(status: number, text: string, provider: Provider): Provision {
  const body = parse(text)
  if (body === undefined) {
    return unnamed(
      text.trim() === ''
        ? `It answered ${status} with an empty body; an order is answered with a JSON object that has an 'id'.`
        : `The answer ${status} is no JSON.`,
    )
  }
  if (own(body, 'id') === 'error') {
    const trouble = `It answered ${status} to an order that it refuses; 4xx says so.`
    return { kind: 'refused', sentence: saidBy(wordsIn(text, status, provider)), trouble }
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
    : { kind: 'spoilt', realId, sentence: saidBy(trouble), trouble }
}

/** A number is not an id, but it names what was made well enough to have it removed. */
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
