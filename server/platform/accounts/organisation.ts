/** The owner of applications. */
export interface Organisation {
  id: string
  name: string
  createdAt: number
}

export type Role = 'ADMIN' | 'MANAGER' | 'DEVELOPER' | 'ACCOUNTING'

/** A user's place in an organisation. */
export interface Member {
  organisationId: string
  userId: string
  role: Role
}

/** The owner a thing belongs to: an organisation, or the user whose personal space it is. */
export function isPersonalSpace(ownerId: string): boolean {
  return ownerId.startsWith('user_')
}
