import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { newKeyPair } from '#kit/wireguard-keys.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { seat } from '#tests/support/visitors/form-driver.ts'

test('berth ng: a group is made, its members and machines come and go', async () => {
  await using api = await openTestApi()
  const user = await api.platform.store.users.findByEmail(api.account.email)
  await using admin = await seat(api, user?.id ?? assert.fail())
  const web = await api.application()
  const type = async (...words: string[]) => {
    const { out, err } = await admin.type('ng', ...words, '--org', api.account.organisationId)
    return out || err
  }
  assert.match(await type(), /^No network groups/)
  assert.match(
    await type('create', 'backend', '--link', 'nobody'),
    /no application or add-on nobody/,
  )
  assert.match(
    await type('create', 'backend', '--tags', 'a, b', '--link', web.name),
    /^Created the network group backend \(ng_/,
  )
  assert.match(await type(), /^ng_\S+ +backend +100\.\S+\/22 +1 member +0 peers\n$/)
  const shown = await type('get', 'backend')
  assert.match(
    shown,
    /tags: a, b\n {2}members:\n {4}hello \w+ {2}app_\S+\.m\.ng_\S+\.ng\.internal\n {2}peers: 0\n$/,
  )
  assert.match(await type('get', 'backen'), /Did you mean 'backend'\?/)
  assert.match(await type('link', web.name, 'backend'), /is already a member of backend/)
  assert.match(await type('search', 'hell'), /^member +app_/)

  // Without a public key the private one is made here, and is in the file alone.
  const folder = await mkdtemp(join(tmpdir(), 'berth-ng-'))
  const file = join(folder, 'backend.conf')
  assert.match(
    await type('create', 'external', 'laptop', 'backend', '--out', file),
    /laptop may join backend/,
  )
  const written = await readFile(file, 'utf8')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const [, privateKey = ''] = /^PrivateKey = (\S+)$/m.exec(written) ?? []
  assert.equal(Buffer.from(privateKey, 'base64').length, 32)
  assert.equal(
    await type('get-config', 'laptop', 'backend'),
    written.replace(privateKey, '<%PrivateKey%>'),
  )
  assert.match(written, /^Endpoint = berth\.test:51820$/m)
  await rm(folder, { recursive: true })

  const { publicKey } = newKeyPair()
  assert.match(
    await type('create', 'external', 'phone', 'backend', publicKey),
    /PrivateKey = <%PrivateKey%>/,
  )
  assert.match(
    await type('create', 'external', 'tablet', 'backend', publicKey),
    /Another peer of the group already has/,
  )
  assert.match(await type('create', 'external', 'x', 'backend', 'key'), /not a WireGuard key/)
  assert.match(await type('get-peers', 'backend'), /phone +external +100\.\S+ +\S{44}\n/)
  const refused = JSON.parse(await type('get', 'backend', '--format', 'json'))
  assert.equal(refused.members.length, 3, 'a refused machine leaves no member behind')
  assert.match(
    await type('delete', 'external', 'phone', 'backend'),
    /phone is no longer in backend/,
  )
  assert.match(await type('unlink', web.name, 'backend'), /^Unlinked hello \w+ from backend/)
  assert.match(await type('delete', 'backend', '--yes'), /^Deleted the network group backend/)
  assert.match(await type(), /^No network groups/)
})
