import { webAddress } from '#kit/net/web-address.ts'
import type { ConsumerChange } from '#platform/model/identity/access/consumer.ts'
import { Refusal } from '#platform/model/refusal.ts'

type Field = keyof ConsumerChange

const limits = { name: 100, description: 1000 }

/** Refuses an invalid consumer, listing all problems by field. */
export function validateConsumer(input: ConsumerChange): void {
  const problems = Object.fromEntries(
    Object.keys(input).flatMap((field) => {
      const problem = problemOf(field as Field, input)
      return problem ? [[field, problem]] : []
    }),
  )
  const names = Object.keys(problems)
  if (names.length === 0) return
  const list = names.map((name) => `${name} ${problems[name]}`).join('; ')
  throw new Refusal('invalid', `The OAuth consumer cannot be used: ${list}.`, { fields: problems })
}

function problemOf(field: Field, input: ConsumerChange): string | undefined {
  switch (field) {
    case 'name':
    case 'description':
      return problemOfText(input[field] ?? '', limits[field], field === 'name')
    case 'url':
    case 'picture':
      return input[field] ? problemOfUrl(input[field]) : undefined
    case 'baseUrl':
      return problemOfUrl(input.baseUrl ?? '')
    case 'rights':
      return input.rights?.includes('almighty') ? 'cannot include almighty' : undefined
    default:
      return undefined
  }
}

function problemOfText(text: string, maxLength: number, isRequired: boolean): string | undefined {
  if (isRequired && text.trim() === '') return 'must not be empty'
  if (text.length > maxLength) return `must have at most ${maxLength} characters`
  // Bidirectional control characters could make one name look like another.
  const isPlain = !/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(text.replace(/\r?\n/g, ' '))
  if (!isPlain || (isRequired && /\n/.test(text))) return 'must not contain control characters'
  return undefined
}

const problemOfUrl = (text: string) =>
  webAddress(text) ? undefined : 'must be an http or https URL'
