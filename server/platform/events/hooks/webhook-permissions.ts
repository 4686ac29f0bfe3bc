import type { Caller } from '#platform/model/identity/access/caller.ts'
import { permissions, personalPermissions } from '#platform/model/identity/access/permissions.ts'
import { hasRight } from '#platform/model/identity/access/rights.ts'
import type { AuthorId } from '#platform/model/ids.ts'

/** Rights to see what not everyone who can make hooks may see. */
const needed = [permissions.belong.rights, permissions.bill.rights, personalPermissions.read.rights]

/**
 * Whose permissions decide what leaves through a webhook that the caller makes: the user's, or nobody's when the
 * program may see less than its user, because a hook would otherwise show it the rest.
 */
export const webhookPermissionsOf = ({ userId, rights }: Caller): AuthorId =>
  needed.every((each) => hasRight(rights, each)) ? userId : ''
