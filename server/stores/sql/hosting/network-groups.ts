import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type {
  NetworkGroup,
  NetworkGroupGateway,
  NetworkGroupMember,
  NetworkGroupPeer,
} from '#platform/model/hosting/network-groups/network-group.ts'
import type {
  NetworkGroupGateways,
  NetworkGroupMembers,
  NetworkGroupPeers,
  NetworkGroups,
} from '#platform/model/hosting/network-groups/network-group-store.ts'
import { ownersOfQuotaAccount } from '#stores/sql/accounts/organisations.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlNetworkGroups(db: Kysely<Tables>): NetworkGroups {
  const { toRow, fromRow } = codec<NetworkGroup>({ json: ['tags'] })
  const all = db.selectFrom('networkGroups').selectAll().orderBy('createdAt').orderBy('id')
  return {
    async add(group) {
      await db.insertInto('networkGroups').values(toRow(group)).execute()
    },
    async find(id) {
      const row = await all.where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    async listOf(ownerId) {
      return (await all.where('ownerId', '=', ownerId).execute()).map(fromRow)
    },
    async listAll() {
      return (await all.execute()).map(fromRow)
    },
    async change(id, change) {
      await db.updateTable('networkGroups').set(change).where('id', '=', id).execute()
    },
    async remove(id) {
      await db.deleteFrom('networkGroups').where('id', '=', id).execute()
    },
    async removeOf(ownerId) {
      await db.deleteFrom('networkGroups').where('ownerId', '=', ownerId).execute()
    },
    async countOfQuotaAccount(accountId) {
      const owned = db
        .selectFrom('networkGroups')
        .where('ownerId', 'in', ownersOfQuotaAccount(db, accountId))
        .select('id')
      const [groups, members, peers] = await Promise.all([
        owned.execute(),
        db.selectFrom('networkGroupMembers').where('groupId', 'in', owned).select('id').execute(),
        db
          .selectFrom('networkGroupPeers')
          .where('groupId', 'in', owned)
          .where('instanceId', 'is', null)
          .select('id')
          .execute(),
      ])
      return { groups: groups.length, members: members.length, externalPeers: peers.length }
    },
  }
}

export function sqlNetworkGroupMembers(db: Kysely<Tables>): NetworkGroupMembers {
  const all = db.selectFrom('networkGroupMembers').selectAll().orderBy('createdAt').orderBy('id')
  // The columns of a row are those of one of the kinds.
  const members = async (query: typeof all) => (await query.execute()) as NetworkGroupMember[]
  return {
    async add(member) {
      await db.insertInto('networkGroupMembers').values(member).execute()
    },
    listOf: (groupId) => members(all.where('groupId', '=', groupId)),
    listOfApplication: (applicationId) => members(all.where('applicationId', '=', applicationId)),
    listAll: () => members(all),
    remove: (groupId, id) =>
      isDone(
        db.deleteFrom('networkGroupMembers').where('groupId', '=', groupId).where('id', '=', id),
      ),
  }
}

export function sqlNetworkGroupPeers(db: Kysely<Tables>): NetworkGroupPeers {
  const all = db.selectFrom('networkGroupPeers').selectAll().orderBy('createdAt').orderBy('id')
  const peers = async (query: typeof all) => (await query.execute()) as NetworkGroupPeer[]
  return {
    async add(peer) {
      await db.insertInto('networkGroupPeers').values(peer).execute()
    },
    listOf: (groupId) => peers(all.where('groupId', '=', groupId)),
    listAll: () => peers(all),
    async remove(groupId, id) {
      await db
        .deleteFrom('networkGroupPeers')
        .where('groupId', '=', groupId)
        .where('id', '=', id)
        .execute()
    },
  }
}

export function sqlNetworkGroupGateways(db: Kysely<Tables>, vault: Vault): NetworkGroupGateways {
  const { toRow, fromRow } = codec<NetworkGroupGateway>({ sealed: ['privateKey'] }, vault)
  const all = db.selectFrom('networkGroupGateways').selectAll().orderBy('serverId')
  return {
    async add(gateway) {
      await db
        .insertInto('networkGroupGateways')
        .values(toRow(gateway))
        .onConflict((conflict) => conflict.columns(['groupId', 'serverId']).doNothing())
        .execute()
    },
    async listAll() {
      return (await all.execute()).map(fromRow)
    },
    async listOf(groupId) {
      return (await all.where('groupId', '=', groupId).execute()).map(fromRow)
    },
    async move({ groupId, serverId, host, port }) {
      await db
        .updateTable('networkGroupGateways')
        .set({ host, port })
        .where('groupId', '=', groupId)
        .where('serverId', '=', serverId)
        .execute()
    },
  }
}
