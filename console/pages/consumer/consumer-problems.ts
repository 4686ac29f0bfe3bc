import type { ConsumerInput } from '#client/resources/accounts/consumers.ts'
import { createTexts } from '#console/texts/en/create.ts'

const texts = createTexts.consumer

export type ConsumerProblems = Partial<Record<keyof ConsumerInput, string>>

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** What is wrong with a consumer, by field; the server decides in any case. */
export function consumerProblems(input: ConsumerInput): ConsumerProblems {
  const problems: ConsumerProblems = {}
  if (input.name.trim() === '') problems.name = texts.missing
  if (!isWebAddress(input.baseUrl)) problems.baseUrl = texts.badUrl
  for (const name of ['url', 'picture'] as const) {
    if (input[name] !== '' && !isWebAddress(input[name])) problems[name] = texts.badUrl
  }
  if (!Object.values(input.rights).includes(true)) problems.rights = texts.noRights
  return problems
}
