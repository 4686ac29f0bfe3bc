import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'

test('berth preview: creates one of a branch, waits for it, shows and removes it', async () => {
  await using api = await openTypedApi()
  await using host = await openGitHost()
  await host.create('shop', { 'package.json': '{}' })
  const commit = await host.commit('shop', { a: '1' }, { branch: 'topic', message: 'A new cart' })
  await api.type('create --type node shop')
  await api.type(`connect ${host.urlOf('shop')} --app shop`)
  assert.match((await api.type('preview create topic --app shop')).err, /switch them on/)
  const settings = await api.type('preview settings --enable --max 3 --idle never --app shop')
  assert.match(settings.out, /shop may have previews.\n.*\n +At most +3\n +Removed after +never/)
  assert.match((await api.type('preview list --app shop')).out, /has no previews/)
  const rule = (...words: string[]) =>
    api.type(['preview settings', ...words, '--app shop'].join(' '))
  const unlinked = await rule('--addon addon_a=dev', '--addon-backup addon_a=latest')
  assert.match(unlinked.err, /not linked to an add-on addon_a/)
  const both = await rule('--addon addon_a=none', '--addon-backup addon_a=latest')
  assert.match(both.err, /addon_a gets either none or a back-up/)
  api.platform.previewWorker.begin()
  const created = await api.type('preview create topic --wait --app shop')
  assert.equal(created.code, 0, created.err)
  assert.match(created.out, /^topic: is ready.\n/)
  assert.ok(created.out.includes(`${commit.slice(0, 7)} A new cart (Ada)`), created.out)
  const shown = JSON.parse((await api.type('preview get topic --app shop --format json')).out)
  assert.deepEqual([shown.status, shown.commit.id, shown.deployUrl], ['ready', commit, null])
  assert.match((await api.type('preview list --app shop')).out, /^topic {2}ready {2}http/)
  const opened = await api.type('preview open topic --print --app shop')
  assert.equal(opened.out.trim(), shown.url)
  assert.equal((await api.type('preview approve topic --app shop')).code, 0)
  assert.equal((await api.type('preview update topic --wait --app shop')).code, 0)
  assert.match((await api.type('preview delete topic --app shop')).out, /is being removed/)
  assert.equal((await api.type('preview get topic --app shop')).code, 1)
  await api.platform.previewWorker.close()
})
