import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import { type Member, type Role, roles } from '#client/resources/accounts/members.ts'
import type { OwnerSummary } from '#client/resources/summary.ts'

/** Roles as typed on the command line. */
export const roleWords = roles.map((role) => role.toLowerCase())

export function readRole(word: string): Role {
  const role = roles.find((candidate) => candidate === word.toUpperCase())
  if (role) return role
  throw new Refusal(`Unknown role '${word}'.`, `Use one of ${roleWords.join(', ')}`)
}

/** A member by e-mail address or id. */
export async function findMember(
  client: Client,
  organisation: OwnerSummary,
  wanted: string,
): Promise<Member['member']> {
  const members = await client.members.list(organisation.id)
  const found = members.find(
    ({ member }) => member.id === wanted || member.email === wanted.toLowerCase(),
  )
  if (found) return found.member
  throw new Refusal(
    `${organisation.name} has no member '${wanted}'.`,
    '`berth members` lists them.',
  )
}
