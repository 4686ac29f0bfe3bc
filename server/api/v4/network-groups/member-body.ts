import { type Infer, object, oneOf, optional, string } from '#kit/schema.ts'
import type { WantedMember } from '#platform/hosting/network-groups/members.ts'

const kinds = ['APPLICATION', 'ADDON', 'EXTERNAL', 'application', 'addon', 'external'] as const

/** Clients say what a member is as `kind` or as `type`. */
export const memberBody = object({
  id: string,
  label: optional(string),
  domainName: optional(string),
  kind: optional(oneOf(...kinds)),
  type: optional(oneOf(...kinds)),
})

export const wantedMember = ({
  kind,
  type,
  ...member
}: Infer<typeof memberBody>): WantedMember => ({
  ...member,
  kind: (kind ?? type)?.toUpperCase() as WantedMember['kind'],
})
