import type { Provider } from '#platform/model/marketplace/provider.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import { readPlanChanged } from '#protocol/provisioned.ts'
import { nameOf, type Reply } from './call-provider.ts'
import {
  errorMessageIn,
  isFinal,
  isLost,
  parse,
  providerMessage,
  statusProblem,
  unreachableMessage,
} from './parse-provision-response.ts'

/** Parsed response to a plan change. `sentence` is for the customer, `trouble` for the provider. */
export type PlanVerdict =
  | {
      kind: 'done'
      config: Readonly<Record<string, string>>
      message: string
      trouble: string
    }
  /** The provider calls back when done. */
  | { kind: 'accepted'; message: string; trouble: string }
  /** Unknown outcome; a retry for the same plan is idempotent. */
  | { kind: 'lost'; sentence: string; trouble: string }
  | { kind: 'failed'; sentence: string; trouble: string; isImpossible?: boolean }

const unsupported = [404, 405, 501]

export function parsePlanChangeResponse(
  { answer }: Pick<Reply, 'answer'>,
  provider: Provider,
  isRetry: boolean,
): PlanVerdict {
  const name = nameOf(provider)
  if (answer instanceof ProviderUnreachableError) {
    return answer.fate === 'unusable' || (answer.fate === 'unsent' && !isRetry)
      ? {
          kind: 'failed',
          sentence: providerMessage(unreachableMessage(provider, answer)),
          trouble: answer.message,
        }
      : lost(name, answer.message)
  }
  const { status, text } = answer
  if (status === 202) return { kind: 'accepted', message: messageIn(text, provider), trouble: '' }
  if (status >= 200 && status < 300) return parseDone(status, text, provider)
  if (unsupported.includes(status)) {
    return {
      kind: 'failed',
      isImpossible: true,
      trouble: `It answered ${status}.`,
      sentence: `${name} does not support plan changes.`,
    }
  }
  if (isLost(answer) || (isRetry && !isFinal(status))) return lost(name, `It answered ${status}.`)
  const trouble = statusProblem(status, 'a change of plan is answered with 200 or 202')
  return {
    kind: 'failed',
    sentence: providerMessage(errorMessageIn(text, status, provider)),
    trouble,
  }
}

const lost = (name: string, trouble: string): PlanVerdict => ({
  kind: 'lost',
  sentence: `${name} did not confirm the plan change; the platform keeps retrying. ${trouble}`,
  trouble,
})

/** Message in a 202; the rest of the body is ignored, because the provider calls back. */
function messageIn(text: string, { manifest }: Provider): string {
  const read = readPlanChanged(parse(text), manifest)
  return 'problem' in read ? '' : (read.message ?? '')
}

function parseDone(status: number, text: string, provider: Provider): PlanVerdict {
  const body = text.trim() === '' ? {} : parse(text)
  const read = readPlanChanged(body === undefined ? text : body, provider.manifest)
  if ('problem' in read) {
    const trouble = `The answer ${status} is invalid, so the add-on keeps its plan. ${read.problem}`
    return { kind: 'failed', sentence: providerMessage(read.problem), trouble }
  }
  const { config, message = '', warnings } = read
  return { kind: 'done', config, message, trouble: warnings.join(' ') }
}
