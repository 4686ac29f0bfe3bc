import { createHash } from 'node:crypto'
import type { Vault } from '#kit/crypto/vault.ts'
import type { AcmeChallenge } from '#platform/model/hosting/deployments/traffic.ts'
import type { SharedChallenges } from '#platform/model/hosting/shared-challenges.ts'
import { databaseTime } from '#stores/postgresql/current-claim.ts'
import type { Ask } from './ask.ts'

/** An order takes minutes; what a crash has left is answered no longer. */
const maxAge = 3_600_000

/** The followers of routes are woken, which listen to writes of domains. */
const put = `with stored as (
    insert into "acmeChallenges" ("host", "digest", "content", "expiresAt")
    values ($1, $2, $3, ${databaseTime} + $4)
    on conflict ("host") do update set "digest" = excluded."digest", "content" = excluded."content",
      "expiresAt" = excluded."expiresAt" returning 1)
  select pg_notify('berth', 'domains') from stored`

const list = `select "content" from "acmeChallenges" where "expiresAt" > ${databaseTime} order by "host"`

/** Challenges as rows, sealed because some contain a key. */
export const createPostgresqlChallenges = (ask: Ask, vault: Vault): SharedChallenges => ({
  async put(challenge) {
    const { host } = challenge
    await ask(put, [host, digestOf(challenge), vault.seal(JSON.stringify(challenge)), maxAge])
  },
  async remove(challenge) {
    const remove = `delete from "acmeChallenges" where "host" = $1 and "digest" = $2`
    await ask(remove, [challenge.host, digestOf(challenge)])
  },
  async list() {
    const rows = await ask(list, [])
    return rows.map(({ content }) => JSON.parse(vault.open(String(content))) as AcmeChallenge)
  },
})

const digestOf = (challenge: AcmeChallenge) =>
  createHash('sha256').update(JSON.stringify(challenge)).digest('base64url')
