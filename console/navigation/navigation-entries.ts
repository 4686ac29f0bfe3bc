import { mayDo } from '#console/api/permissions.ts'
import { shellTexts } from '#console/texts/en/shell.ts'
import { type Address, addressOf, type OwnerArea } from './addresses.ts'
import type { Owner } from './owners.ts'

export interface NavigationEntry {
  id: string
  label: string
  to: Address
  isExact?: boolean | undefined
}

const { areas } = shellTexts

/** Pages about an owner beside its applications and add-ons; those that would be refused are left out. */
export function ownerNavigation({ id, role, isPersonal, consumers }: Owner): NavigationEntry[] {
  const entry = (name: keyof typeof areas, area: OwnerArea, isShown = true): NavigationEntry[] =>
    isShown ? [{ id: name, label: areas[name], to: addressOf.owner(id, area) }] : []
  return [
    ...entry('marketplace', 'marketplace', mayDo(role, 'see')),
    ...entry('networkGroups', 'network-groups', mayDo(role, 'see')),
    ...entry('consumers', 'consumers', consumers.length > 0),
    ...entry('members', 'members', !isPersonal),
    ...entry('webhooks', 'webhooks', mayDo(role, 'operate')),
    ...entry('audit', 'audit', mayDo(role, 'audit')),
    ...entry('billing', 'billing', mayDo(role, 'meter')),
    ...entry('settings', 'settings'),
  ]
}

/** Pages about the user. */
export const accountNavigation: readonly NavigationEntry[] = [
  { id: 'profile', label: areas.profile, to: addressOf.account('profile') },
  { id: 'emails', label: areas.emails, to: addressOf.account('emails') },
  { id: 'ssh-keys', label: areas.sshKeys, to: addressOf.account('ssh-keys') },
  { id: 'security', label: areas.security, to: addressOf.account('security') },
  { id: 'sessions', label: areas.sessions, to: addressOf.account('sessions') },
  { id: 'tokens', label: areas.tokens, to: addressOf.account('tokens') },
  { id: 'access', label: areas.access, to: addressOf.account('access') },
]
