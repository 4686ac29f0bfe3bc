import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Addon } from '#platform/addons/addon.ts'
import type { Application } from '#platform/applications/application.ts'
import { createApplication } from '#platform/applications/applications.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
let application: Application
let addon: Addon
let visitor: PageVisitor

before(async () => {
  api = await openTestApi()
  const { store } = api.platform
  const ownerId = api.account.organisationId
  application = await createApplication(api.platform, ownerId, {
    name: 'the <shop>',
    type: 'node',
    zone: 'par',
    environment: {},
  })
  const { provider, plan } = await addOffer(store)
  addon = await addAddon(store, provider, plan, { ownerId, state: 'ready', realId: 'db_1' })
  visitor = new PageVisitor(api.url)
})
after(() => api[Symbol.asyncDispose]())

test('/goto: without a session the user logs in first and returns', async () => {
  const sent = await visitor.get(`/goto/${application.id}`)
  assert.equal(sent.location, `/v2/sessions/login?goto=${application.id}`)
  await visitor.follow(sent)
  const fields = { email: 'admin@localhost', pass: api.account.password }
  const back = await visitor.send('/v2/sessions/login', fields)
  assert.equal(back.location, `/goto?goto=${application.id}`)
  const { location } = await visitor.get(back.location)
  assert.equal(location, `/organisations/${application.ownerId}/applications/${application.id}`)
})

test('/goto/<id>: redirects to a page with the facts, the address with its port, and the next steps', async () => {
  const { status, text } = await visitor.follow(await visitor.get(`/goto/${application.id}`))
  assert.equal(status, 200)
  assert.match(text, /<h1>the &lt;shop&gt;<\/h1>/)
  const host = `${application.id.replace('_', '-')}.localhost`
  assert.ok(text.includes(`<a href="http://${host}:4080/">`), text)
  assert.ok(text.includes(`berth logs --app ${application.id}`))
  assert.ok(text.includes(`GET /v2/organisations/${application.ownerId}/applications/`))
})

test('/goto/<id>: of an add-on redirects to its page, by either id', async () => {
  for (const id of [addon.id, 'db_1']) {
    const { status, text } = await visitor.follow(await visitor.get(`/goto/${id}`))
    assert.equal(status, 200)
    assert.ok(text.includes(`/addons/open?addon_id=${addon.id}`))
  }
})

test('console pages: every console path that the stock tool opens has a page', async () => {
  const { organisationId } = api.account
  const paths = [
    ...['/', '/users/me/ssh-keys', '/users/me/emails', '/users/me/information'],
    ...['/users/me/api-tokens', `/organisations/${organisationId}`],
    `/organisations/${organisationId}/applications/${application.id}`,
    `/users/me/applications/${application.id}`,
  ]
  for (const path of paths) {
    const { status, text } = await visitor.get(path)
    assert.equal(status, 200, path)
    assert.match(text, /<h1>/, path)
  }
  const logs = await visitor.get(
    `/organisations/${organisationId}/applications/${application.id}/logs`,
  )
  assert.equal((await visitor.follow(logs)).status, 200)
})

test('console pages: what the user may not see is reported as missing', async () => {
  const strange = (path: string) => visitor.get(path)
  const missing = await strange('/goto/app_00000000-0000-4000-8000-000000000000')
  assert.equal(missing.status, 404)
  for (const path of ['/goto/orga_x', '/goto/nothing', '/organisations/o/oauth-consumers/none'])
    assert.equal((await strange(path)).status, 404, path)
  const { toolConsumerKey } = api.platform
  assert.equal((await strange(`/goto/${toolConsumerKey}`)).status, 404)
})
