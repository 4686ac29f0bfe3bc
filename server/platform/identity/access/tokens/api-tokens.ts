import { digestOf } from '#kit/crypto/digest.ts'
import { ignoreDiskProblem } from '#kit/files/disk-full.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { ApiTokenId, UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Minimum interval between two writes of the last use. */
const useNotedEvery = 600_000
const maxLengths = { name: 100, description: 1000 }

/** Name and description that the user gives a token. */
export interface Label {
  name: string
  description: string
}

/** The user of an API token that is neither revoked nor expired. */
export async function callerByApiToken(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  text: string,
): Promise<Caller | undefined> {
  const token = await store.apiTokens.findByDigest(digestOf(text))
  const now = clock()
  if (!token || token.expiresAt <= now) return undefined
  if (Math.abs(now - token.lastUsedAt) > useNotedEvery)
    await store.apiTokens.noteUse(token.id, now).catch(ignoreDiskProblem)
  return {
    userId: token.userId,
    credential: 'api token',
    credentialId: token.id,
    rights: everyRight,
  }
}

export async function renameApiToken(
  { store }: Pick<Platform, 'store'>,
  userId: UserId,
  id: ApiTokenId,
  label: Label,
): Promise<void> {
  const { name, description } = checkLabel(label)
  if (!(await store.apiTokens.rename(userId, id, name, description))) throw missing(id)
}

/** Revokes a token at once. */
export async function revokeApiToken(
  { store }: Pick<Platform, 'store'>,
  userId: UserId,
  id: ApiTokenId,
): Promise<void> {
  if (!(await store.apiTokens.remove(userId, id))) throw missing(id)
}

/** Returns the label trimmed; refuses an invalid one. */
export function checkLabel(label: Label): Label {
  const name = label.name.trim()
  const description = label.description.trim()
  if (name === '' || name.length > maxLengths.name || /[\u0000-\u001f\u007f]/.test(name)) {
    throw unusable('name', `must have 1 to ${maxLengths.name} characters and no control characters`)
  }
  if (
    description.length > maxLengths.description ||
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(description)
  ) {
    throw unusable(
      'description',
      `must have at most ${maxLengths.description} characters and no control characters`,
    )
  }
  return { name, description }
}

const unusable = (field: keyof Label, problem: string) =>
  new Refusal('invalid', `The token's ${field} ${problem}.`, { fields: { [field]: problem } })

/** Another user's token is reported as missing. */
const missing = (id: string) => new Refusal('missing', `There is no API token ${id}.`)
