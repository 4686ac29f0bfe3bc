import type { Parts } from '#engines/process/parts.ts'
import type { ControlGroups } from '#kit/control-groups/control-groups.ts'
import { sharePerPerson } from '#kit/control-groups/process-budget.ts'

/** Whose processes are counted together. */
export interface Owned {
  /** Quota account; absent in records of earlier versions. */
  ownerId?: string
  applicationId: string
}

/** Control groups of the builds and instances of an owner. */
export const groupsOf = (
  { capabilities }: Pick<Parts, 'capabilities'>,
  { ownerId, applicationId }: Owned,
): ControlGroups | undefined =>
  capabilities.groups?.within(ownerId ?? applicationId, sharePerPerson)
