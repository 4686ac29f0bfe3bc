import { integer, object, string } from '#kit/schema.ts'

const entries = { id: integer, message: string, type: string }

/** Response with a message only. */
export const outcome = object(entries)

/** The same with the deployment that it began. */
export const deploymentOutcome = object({ ...entries, deploymentId: string })

/** The same with the invitation that it made. */
export const invitationOutcome = object({ ...entries, invitationId: string })
