import { validateCountry } from '#platform/identity/accounts/organisations/organisation-details.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { Profile, User } from '#platform/model/identity/accounts/user.ts'
import { validateLine, validateLines } from '#platform/model/plain-text.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Profile fields to change; omitted ones stay as they are. */
export type ProfileChange = { [K in keyof Profile | 'name']?: string | undefined }

export function validateName(text: string): string {
  const name = validateLine(text, 'The name', 100)
  if (name !== '') return name
  throw new Refusal('invalid', 'The name must not be empty.')
}

const validators: Record<keyof Profile, (text: string) => string> = {
  phone: (text) => validateLine(text, 'The phone number', 30),
  address: (text) => validateLines(text, 'The address', 300),
  city: (text) => validateLine(text, 'The city', 100),
  zipcode: (text) => validateLine(text, 'The zip code', 20),
  country: validateCountry,
  lang: validateLanguage,
}

export async function changeProfile(
  { store }: Pick<Platform, 'store'>,
  user: User,
  { name, ...others }: ProfileChange,
): Promise<User> {
  const given = (Object.keys(validators) as (keyof Profile)[]).flatMap((key) => {
    const text = others[key]
    return text === undefined ? [] : [[key, validators[key](text)] as const]
  })
  const change = {
    ...(name !== undefined && { name: validateName(name) }),
    profile: { ...user.profile, ...Object.fromEntries(given) },
  }
  await store.users.change(user.id, change)
  return { ...user, ...change }
}

function validateLanguage(text: string): string {
  const code = text.trim().toUpperCase()
  if (/^[A-Z]{2}$/.test(code)) return code
  throw new Refusal('invalid', 'The language must be a two-letter code such as EN.')
}
