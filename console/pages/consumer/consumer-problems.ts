import type { ConsumerInput } from '#client/resources/accounts/consumers.ts'
import { createTexts } from '#console/texts/en/create.ts'

const texts = createTexts.consumer

export type ConsumerProblems = Partial<Record<keyof ConsumerInput, string>>

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** What is wrong with a consumer, by field; the server decides in any case. */
export function consumerProblems(wish: ConsumerInput): ConsumerProblems {
  const problems: ConsumerProblems = {}
  if (wish.name.trim() === '') problems.name = texts.missing
  if (!isWebAddress(wish.baseUrl)) problems.baseUrl = texts.badUrl
  for (const name of ['url', 'picture'] as const) {
    if (wish[name] !== '' && !isWebAddress(wish[name])) problems[name] = texts.badUrl
  }
  if (!Object.values(wish.rights).includes(true)) problems.rights = texts.noRights
  return problems
}
