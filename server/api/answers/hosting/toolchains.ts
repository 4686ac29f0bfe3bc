import { integer, list, nullable, object, oneOf, string } from '#kit/schema.ts'
import { unfinishedStates } from '#platform/model/hosting/deployments/deployment.ts'

export const toolchainsAnswer = object({
  catalogue: object({
    /** Of this version of the platform, or refreshed since. */
    origin: oneOf('shipped', 'refreshed'),
    /** When the registry was asked for it. */
    date: string,
    /** Seconds between two refreshes; null when only an operator asks. */
    interval: nullable(integer),
    /** The last attempt since the start of the server; the problem is null when it succeeded. */
    lastAttempt: nullable(object({ date: string, problem: nullable(string) })),
  }),
  tools: list(
    object({
      name: string,
      version: string,
      bytes: integer,
      lastUse: string,
      /** Day on which its line gets no more fixes; null where no source says. */
      endOfLife: nullable(string),
      /** The newest release of its line; null if it is that, or has no lines. */
      newer: nullable(string),
    }),
  ),
})

export const outdatedList = list(
  object({
    applicationId: string,
    applicationName: string,
    ownerId: string,
    tools: list(
      object({
        name: string,
        version: string,
        newer: nullable(string),
        /** Since when its line gets no more fixes; null while it does. */
        endedOn: nullable(string),
        /** What a deployment of the same commit would get; null where that is not known on this server. */
        next: nullable(string),
      }),
    ),
  }),
)

/** A deployment that was asked for because of outdated tools. */
export const toolRedeployment = object({
  deploymentId: string,
  state: oneOf(...unfinishedStates, 'live', 'stopped', 'failed', 'cancelled'),
  failure: nullable(string),
})
