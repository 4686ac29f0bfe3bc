import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Vault } from '#kit/crypto/vault.ts'
import { type Buckets, isGone } from '#providers/cellar/gateway/buckets.ts'
import { GatewayError } from '#providers/cellar/gateway/requests.ts'
import { sealedFiles } from '#providers/kit/resources/sealed-file.ts'
import { type BucketState, policiesFor } from './policies.ts'

/** A bucket whose policy is ours for now. */
interface Restricted {
  state: BucketState
  /** Its owner's policy, which comes back. */
  own: string | null
}

/** The add-on of some buckets. */
export interface Owner {
  /** Of its resource. */
  id: string
  keyId: string
}

/** Keeps from writing or from everything in buckets by their policies, and gives them back to their owners. */
export interface BucketStates {
  /** Brings all buckets of an add-on into a state; idempotent. `false` when one of them could not be. */
  apply(
    owner: Owner,
    names: readonly string[],
    state: BucketState,
    buckets: Buckets,
  ): Promise<boolean>
  /** Whether writing to one of its buckets was denied last. */
  isHeld(owner: Owner): Promise<boolean>
  forget(owner: Owner): Promise<void>
}

export function openBucketStates(folder: string, vault: Vault): BucketStates {
  const files = sealedFiles(vault)
  const pathOf = ({ id }: Owner) =>
    join(folder, createHash('sha256').update(id).digest('hex').slice(0, 20))
  const known = new Map<string, Record<string, Restricted>>()

  async function read(owner: Owner): Promise<Record<string, Restricted>> {
    const noted = known.get(owner.id) ?? (await files.read(pathOf(owner))) ?? {}
    return noted as Record<string, Restricted>
  }

  async function write(owner: Owner, noted: Record<string, Restricted>): Promise<void> {
    await files.write(pathOf(owner), noted)
    known.set(owner.id, noted)
  }

  return {
    async apply(owner, names, state, buckets) {
      const before = await read(owner)
      const isFirst = !known.has(owner.id)
      const noted: Record<string, Restricted> = {}
      for (const bucket of names) {
        const restricted = before[bucket]
        if (restricted) noted[bucket] = { ...restricted, state }
        else if (state !== 'open') {
          const own = await buckets.policyOf(bucket).catch(goneAs(null))
          noted[bucket] = { state, own }
        }
      }
      // Before the policies change, so that what the owners wrote is never lost.
      if (!isDeepStrictEqual(noted, before)) await write(owner, noted)
      else known.set(owner.id, noted)
      let isDone = true
      for (const [bucket, { own }] of Object.entries(noted)) {
        if (!isFirst && before[bucket]?.state === state) continue
        const place = { bucket, keyId: owner.keyId, own }
        if (!(await setState(buckets, state, place))) isDone = false
      }
      if (!isDone) known.delete(owner.id)
      else if (state === 'open' && Object.keys(noted).length > 0) await write(owner, {})
      return isDone
    },
    async isHeld(owner) {
      return Object.values(await read(owner)).some(({ state }) => state === 'held')
    },
    async forget(owner) {
      await files.write(pathOf(owner), {})
      known.delete(owner.id)
    },
  }
}

interface Place {
  bucket: string
  keyId: string
  own: string | null
}

/** Sets the first policy for a state that the gateway takes; whether it took one. */
async function setState(buckets: Buckets, state: BucketState, place: Place): Promise<boolean> {
  const { bucket } = place
  const policies = policiesFor(state, place)
  const last = policies.at(-1) ?? null
  for (const policy of policies) {
    const outcome = await setPolicy(buckets, bucket, policy)
    if (outcome === 'set') return true
    // What its owner has written comes back once there is an answer and room for it.
    if (outcome === 'unanswered' || (state === 'open' && outcome === 'failed')) return false
  }
  if (state === 'open') return false
  // Nobody keeps others from writing where all room is taken.
  await buckets.makeRoom(bucket).catch(() => {})
  return (await setPolicy(buckets, bucket, last)) === 'set'
}

async function setPolicy(
  buckets: Buckets,
  bucket: string,
  policy: string | null,
): Promise<'set' | 'refused' | 'failed' | 'unanswered'> {
  try {
    await buckets.setPolicy(bucket, policy)
    return 'set'
  } catch (error) {
    if (isGone(error)) return 'set'
    if (!(error instanceof GatewayError)) return 'unanswered'
    return error.status < 500 ? 'refused' : 'failed'
  }
}

const goneAs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isGone(error)) return value
    throw error
  }
