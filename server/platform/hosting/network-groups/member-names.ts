import type { NetworkGroupMember } from '#platform/model/hosting/network-groups/network-group.ts'
import type { NetworkGroupId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxNameLength = 253
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** The name of a member below the operator's domain: `<member>.m.<group>.<domain>`. */
const ownNameOf = (
  { id, groupId }: Pick<NetworkGroupMember, 'id' | 'groupId'>,
  domain: string,
): string => `${id}.m.${groupId}.${domain}`

/** The names that lead to a member: the one that was asked for, and the one below the operator's domain. */
export const namesOf = (
  member: Pick<NetworkGroupMember, 'id' | 'groupId' | 'domainName'>,
  domain: string,
): string[] => [...new Set([member.domainName, ownNameOf(member, domain)])]

/**
 * A name that a client asks for: it may choose what follows `<member>.m.<group>.` and nothing else, so that no name of
 * somebody else is taken inside the group. The operator's domain when absent.
 */
export function validateDomainName(
  wanted: string | undefined,
  member: { id: string; groupId: NetworkGroupId },
  domain: string,
): string {
  const own = ownNameOf(member, domain)
  if (wanted === undefined) return own
  const prefix = `${member.id}.m.${member.groupId}.`
  const suffix = wanted.toLowerCase().slice(prefix.length)
  const isRight =
    wanted.startsWith(prefix) &&
    wanted.length <= maxNameLength &&
    suffix.split('.').every((part) => label.test(part))
  if (isRight) return prefix + suffix
  throw new Refusal('invalid', `The domain name of the member has to be ${own}.`)
}
