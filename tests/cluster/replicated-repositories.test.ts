import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { replicationContract } from '#git/replication/replication.contract.ts'
import { createVault } from '#kit/crypto/vault.ts'
import { defaultTimeouts } from '#stores/objects/s3-client.ts'
import { openS3Objects } from '#stores/objects/s3-objects.ts'
import { openPostgresqlStore } from '#stores/postgresql/postgresql-store.ts'
import { openS3Server } from '#tests/support/objects/s3-server.ts'
import { openPostgresqlServer } from '#tests/support/servers/postgresql-server.ts'

const database = await openPostgresqlServer()
const s3 = await openS3Server()
after(async () => {
  await s3[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const timeouts = { ...defaultTimeouts, connect: 1000, attempt: 10_000, request: 20_000 }

replicationContract('replication with PostgreSQL and S3', async () => {
  const url = await database.createDatabase()
  const vault = createVault(randomBytes(32))
  const one = await openPostgresqlStore(url, vault, { serverId: 'one' })
  const other = await openPostgresqlStore(url, vault, { serverId: 'other' })
  const objects = openS3Objects(await s3.createBucket(), timeouts)
  return {
    stores: [one, other],
    objects,
    async breakObjects() {
      await s3.stop('SIGKILL')
      return s3.start
    },
    async [Symbol.asyncDispose]() {
      objects.close()
      await one.close()
      await other.close()
    },
  }
})
