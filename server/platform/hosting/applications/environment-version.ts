import { digestOf } from '#kit/crypto/digest.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'

/** A text that differs between any two environments, for editors who must not overwrite each other's changes. */
export const versionOf = (environment: Environment): string =>
  digestOf(
    JSON.stringify(Object.entries(environment).sort(([one], [other]) => (one < other ? -1 : 1))),
  ).slice(0, 32)
