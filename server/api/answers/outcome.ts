import { exactOptional, integer, list, object, oneOf, string } from '#kit/schema.ts'

const entries = { id: integer, message: string, type: oneOf('success') }

/** Response with a message only. */
export const outcome = object(entries)

/** The same with the deployment that it began. */
export const deploymentOutcome = object({ ...entries, deploymentId: string })

/** The same with the invitation that it made. */
export const invitationOutcome = object({ ...entries, invitationId: string })

/** Parts of a body that were accepted but are ignored or unwise; absent when there are none. */
export const warnings = exactOptional(list(object({ path: string, message: string })))
