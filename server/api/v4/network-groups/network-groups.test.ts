import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { newId } from '#kit/text/ids.ts'
import { newKeyPair } from '#kit/wireguard-keys.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import type { GroupNetwork } from '#platform/model/hosting/network-groups/group-network.ts'
import { ownOwner } from '#platform/model/marketplace/provider.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { commitOf, newApplication } from '#tests/support/platform/platform.ts'

/** An API whose engine tells what it was given of network groups. */
async function openGroups() {
  let applied: readonly GroupNetwork[] = []
  const api = await openTestApi({}, (parts) => {
    const { engine } = parts
    const { networkGroups = assert.fail() } = engine
    const noted = {
      ...networkGroups,
      async apply(groups: readonly GroupNetwork[]) {
        applied = groups
      },
    }
    return { ...parts, engine: { ...engine, networkGroups: noted } }
  })
  const client = createClient({ api: api.url, credentials: api.account })
  const { organisationId } = api.account
  const path = `/v4/networkgroups/organisations/${organisationId}/networkgroups`
  return Object.assign(api, { client, organisationId, path, applied: () => applied })
}

test('network groups API: instances are peers while they run, at the one address of their application', async () => {
  await using api = await openGroups()
  const { client, organisationId, applied } = api
  const web = await api.application()
  await api.deploy(web, commitOf('1'))
  const group = await client.networkGroups.create(organisationId, {
    label: 'backend',
    members: [{ id: web.id }],
  })
  const one = async () => (await client.networkGroups.list(organisationId))[0] ?? assert.fail()
  const [first] = (await one()).peers
  assert.deepEqual([first?.type, first?.parentMember], ['CleverPeer', web.id])
  assert.equal(Buffer.from(first?.publicKey ?? '', 'base64').length, 32)
  const service = applied()[0]?.services[0]
  assert.deepEqual(service?.targets, [first?.endpoint.ngIp])

  await api.deploy(web, commitOf('2'))
  const { peers, version } = await one()
  assert.deepEqual([peers.length, peers[0]?.id === first?.id], [1, false])
  assert.ok(version > group.version)
  await api.platform.networkGroupWorker.refresh()
  assert.equal(applied()[0]?.services[0]?.address, service?.address)
  assert.deepEqual(applied()[0]?.services[0]?.targets, [peers[0]?.endpoint.ngIp])

  await deleteApplication(api.platform, web)
  assert.deepEqual([(await one()).members, (await one()).peers], [[], []])
  await api.platform.networkGroupWorker.refresh()
  assert.deepEqual(applied(), [])
})

test('network groups API: nothing of another owner becomes a member, and another owner sees nothing', async () => {
  await using api = await openGroups()
  const { client, organisationId, path, platform } = api
  const stranger = await somebody(api)
  const foreign = await newApplication(platform, stranger.id)
  const { provider, plan } = await addOffer(platform.store, { ownerId: ownOwner })
  const addon = await addAddon(platform.store, provider, plan, {
    ownerId: stranger.id,
    state: 'ready',
    realId: 'redis_theirs',
  })
  const group = await client.networkGroups.create(organisationId, { label: 'backend' })
  for (const id of [foreign.id, addon.id, 'redis_theirs', 'nothing', '../x', 'external_'])
    await assert.rejects(client.networkGroups.link(group, { id }), /no application or add-on/, id)
  await assert.rejects(
    client.networkGroups.create(organisationId, { label: 'x', members: [{ id: foreign.id }] }),
    /no application or add-on/,
  )
  assert.equal((await client.networkGroups.list(organisationId)).length, 1, 'all or nothing')
  const theirs = `/v4/networkgroups/organisations/${stranger.id}/networkgroups/${group.id}`
  const headers = { authorization: stranger.authorization }
  assert.equal((await fetch(`${api.url}${theirs}`, { headers })).status, 404)
  assert.equal((await fetch(`${api.url}${path}/${group.id}`, { headers })).status, 404)
})

test('network groups API: an add-on of the platform is a member by either id, with its port', async () => {
  await using api = await openGroups()
  const { client, organisationId, platform, applied } = api
  const { store } = platform
  const { provider, plan } = await addOffer(store, { ownerId: ownOwner })
  const config_vars = ['PIGEON_HOST', 'PIGEON_PORT']
  const { manifest } = provider
  await store.providers.change(provider.id, {
    manifest: { ...manifest, api: { ...manifest.api, config_vars } },
  })
  const mine = { ownerId: organisationId, state: 'ready' } as const
  const addon = await addAddon(store, provider, plan, {
    ...mine,
    realId: 'pigeon_one',
    config: { PIGEON_HOST: 'h', PIGEON_PORT: '7001' },
  })
  const empty = await addAddon(store, provider, plan, { ...mine, realId: 'pigeon_two' })
  const group = await client.networkGroups.create(organisationId, { label: 'backend' })
  await client.networkGroups.link(group, { id: 'pigeon_one' })
  await assert.rejects(client.networkGroups.link(group, { id: addon.id }), /is already a member/)
  await assert.rejects(client.networkGroups.link(group, { id: empty.id }), /has no port/)
  assert.deepEqual(
    applied()[0]?.addons[0]?.ports.map(({ port }) => port),
    [7001],
  )
})

test('network groups API: a machine outside gets a configuration, and none of the platform its key', async () => {
  await using api = await openGroups()
  const { client, organisationId, path, applied } = api
  const memberId = newId('external')
  const group = await client.networkGroups.create(organisationId, {
    label: 'backend',
    members: [{ id: memberId }],
  })
  const { publicKey } = newKeyPair()
  const wanted = { label: 'laptop', parentMember: memberId, publicKey }
  const add = (change: object) =>
    client.ask({
      method: 'POST',
      path: `${path}/${group.id}/external-peers`,
      body: { ...wanted, ...change },
    })
  await assert.rejects(add({ peerRole: 'SERVER', ip: '192.0.2.1', port: 1 }), /never the other way/)
  await assert.rejects(add({ publicKey: 'x' }), /not a WireGuard key/)
  await assert.rejects(add({ parentMember: 'external_y' }), /has no member external_y/)
  const peer = await client.networkGroups.addExternalPeer(group, wanted)
  assert.deepEqual(applied()[0]?.tunnel?.peers, [{ publicKey, addresses: [peer.endpoint.ngIp] }])
  const configuration = `${path}/${group.id}/peers/${peer.id}/wireguard/configuration`
  const { conf, base64 } = await client.ask<{ conf: string; base64: string }>({
    method: 'GET',
    path: configuration,
  })
  assert.equal(Buffer.from(base64, 'base64').toString(), conf)
  assert.match(conf, /^PrivateKey = <%PrivateKey%>\nAddress = 100\.\S+\/32$/m)
  assert.match(conf, /^AllowedIPs = 100\.\S+\/22\nEndpoint = berth\.test:51820$/m)
  assert.doesNotMatch(
    JSON.stringify(await client.networkGroups.list(organisationId)),
    /privateKey/i,
  )
  await client.networkGroups.removeExternalPeer(group, peer.id)
  assert.equal(applied()[0]?.tunnel, undefined)
})

test('network groups API: names, ids, kinds and quotas are checked', async () => {
  await using api = await openGroups()
  const { client, organisationId, path, platform } = api
  const web = await api.application()
  const group = await client.networkGroups.create(organisationId, { label: 'backend' })
  const link = (body: object) =>
    client.ask({
      method: 'POST',
      path: `${path}/${group.id}/members`,
      body: { id: web.id, ...body },
    })
  await assert.rejects(link({ domainName: 'bank.example.com' }), /has to be app_\S+\.ng\.internal/)
  await assert.rejects(link({ domainName: `${web.id}.m.${group.id}.a b` }), /has to be/)
  await assert.rejects(link({ kind: 'ADDON' }), /is of the kind APPLICATION/)
  await link({ domainName: `${web.id}.m.${group.id}.their.Cloud`, kind: 'APPLICATION' })
  const [member] = (await client.networkGroups.list(organisationId))[0]?.members ?? []
  assert.equal(member?.domainName, `${web.id}.m.${group.id}.their.cloud`)
  const create = (body: object) => client.ask({ method: 'POST', path, body })
  await assert.rejects(create({ id: 'ng_1', label: 'x' }), /ng_ and a UUID/)
  await assert.rejects(create({ id: group.id, label: 'x' }), /already/)
  await assert.rejects(create({ label: ' ' }), /is empty/)
  Object.assign(platform.policies.quotas, { networkGroups: 1, networkGroupMembers: 1 })
  await assert.rejects(create({ label: 'x' }), /BERTH_QUOTA_NETWORK_GROUPS/)
  await assert.rejects(link({ id: newId('external') }), /BERTH_QUOTA_NETWORK_GROUP_MEMBERS/)
})

test('network groups API: a stream tells of each change', async () => {
  await using api = await openGroups()
  const { client, organisationId, path, account } = api
  const group = await client.networkGroups.create(organisationId, { label: 'backend' })
  const { authorization } = await somebody(api, {
    role: 'ADMIN',
    organisationId: account.organisationId,
  })
  const leaving = new AbortController()
  const answer = await fetch(`${api.url}${path}/${group.id}/stream`, {
    headers: { authorization },
    signal: leaving.signal,
  })
  let text = ''
  const counts = () => [...text.matchAll(/"members":\[(.*?)\]/g)].map(([, list]) => (list ? 1 : 0))
  let hasLinked = false
  for await (const piece of answer.body ?? assert.fail()) {
    text += Buffer.from(piece).toString()
    if (counts().length > 1) break
    if (counts().length === 1 && !hasLinked)
      await client.networkGroups.link(group, { id: newId('external') })
    hasLinked = counts().length === 1
  }
  leaving.abort()
  assert.deepEqual(counts(), [0, 1])
})
