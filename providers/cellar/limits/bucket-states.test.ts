import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createVault } from '#kit/crypto/vault.ts'
import type { Buckets } from '#providers/cellar/gateway/buckets.ts'
import { GatewayError } from '#providers/cellar/gateway/requests.ts'
import { openBucketStates } from './bucket-states.ts'

const owner = { id: 'cellar_1', keyId: 'CELLAR1' }
const place = { method: 'PUT', path: '/ships' } as const

/** A bucket that answers changes of its policy with what `refusal` says. */
function openBucket(own: string | null) {
  const bucket = {
    policy: own,
    hasRoom: true,
    status: (_policy: string | null): number | undefined => undefined,
  }
  const buckets: Buckets = {
    sizeOf: async () => ({ bytes: 0, objects: 0 }),
    policyOf: async () => bucket.policy,
    async setPolicy(_, policy) {
      const status = bucket.status(policy)
      if (status) throw new GatewayError(place, status, '')
      bucket.policy = policy
    },
    async makeRoom() {
      bucket.hasRoom = true
    },
    async remove() {},
  }
  return { bucket, buckets }
}

async function openStates(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-states-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return () => openBucketStates(folder, createVault(Buffer.alloc(32)))
}

const own = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow' }] })

test('bucket states: what the owner has written comes back, also after a restart', async (t) => {
  const open = await openStates(t)
  const { bucket, buckets } = openBucket(own)
  assert.ok(await open().apply(owner, ['ships'], 'held', buckets))
  assert.match(bucket.policy ?? '', /Deny/)
  const states = open()
  assert.ok(await states.isHeld(owner))
  assert.ok(await states.apply(owner, ['ships'], 'closed', buckets))
  assert.ok(await states.apply(owner, ['ships'], 'open', buckets))
  assert.equal(bucket.policy, own)
  assert.ok(!(await states.isHeld(owner)))
})

test('bucket states: a policy that the server refuses by now is left out, and one that it could not write is tried again', async (t) => {
  const states = (await openStates(t))()
  const { bucket, buckets } = openBucket(own)
  await states.apply(owner, ['ships'], 'held', buckets)
  bucket.status = (policy) => (policy === own ? 500 : undefined)
  assert.ok(!(await states.apply(owner, ['ships'], 'open', buckets)))
  assert.match(bucket.policy ?? '', /Deny/)
  bucket.status = (policy) => (policy === own ? 400 : undefined)
  assert.ok(await states.apply(owner, ['ships'], 'open', buckets))
  assert.equal(bucket.policy, null)
})

test('bucket states: room for a denial is made where its owner has taken it all', async (t) => {
  const states = (await openStates(t))()
  const { bucket, buckets } = openBucket(null)
  bucket.hasRoom = false
  bucket.status = () => (bucket.hasRoom ? undefined : 500)
  assert.ok(await states.apply(owner, ['ships'], 'held', buckets))
  assert.match(bucket.policy ?? '', /Deny/)
})
