import type { Vault } from '#kit/crypto/vault.ts'
import type { SharedFiles } from '#platform/model/hosting/placement/shared-memory.ts'
import type { Ask } from './ask.ts'

/** Small secret files that are the same at all servers: the first server's. They are sealed with `secret.key`. */
export const createSharedFiles = (ask: Ask, vault: Vault): SharedFiles => ({
  async agree(name, content) {
    const insert = `insert into "sharedFiles" ("name", "content") values ($1, $2) on conflict do nothing`
    await ask(insert, [name, vault.seal(content)])
    const [row] = await ask(`select "content" from "sharedFiles" where "name" = $1`, [name])
    return vault.open(String(row?.content))
  },
})
