import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basicAuth } from '#kit/net/basic-auth.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'

test('maintenance and passwords: visitors of a pushed application get its own pages until they may enter', async () => {
  await using berth = await TestBerth.lease()
  const application = await PushedApplication.create(berth, 'closed')
  const { client, addresses } = berth
  const page = '<h1>Closed</h1> <p>{{message}}</p>'
  const files = { ...webServer('open'), 'clevercloud/maintenance.html': page }
  assert.equal((await application.deploy(files)).state, 'OK')
  const ask = (headers: Record<string, string> = {}, path = '/') =>
    visit(addresses.visitors.http, application.host, { path, headers })

  const begun = await client.maintenance.begin(application.record, { message: 'Until ten.' })
  const closed = await ask()
  assert.deepEqual([closed.status, closed.body], [503, page.replace('{{message}}', 'Until ten.')])
  const { pathname, search } = new URL(begun.link ?? assert.fail('there is no link'))
  const link = await ask({}, `${pathname}${search}`)
  assert.deepEqual([link.status, link.headers.location], [302, '/'])
  const [cookie = ''] = String(link.headers['set-cookie']).split(';')
  assert.equal((await ask({ cookie })).body, 'open')

  const next = await application.deploy({
    ...webServer('second'),
    'clevercloud/maintenance.html': '<i>2</i>',
  })
  assert.equal(next.state, 'OK', 'deployments go on')
  assert.deepEqual([(await ask()).body, (await ask({ cookie })).body], ['<i>2</i>', 'second'])

  const variable = { name: 'CC_HTTP_BASIC_AUTH', value: 'anna:pass:wörd' }
  await client.environment.set(application.record, variable)
  assert.equal((await ask({ cookie })).status, 401)
  await client.maintenance.end(application.record)
  assert.equal((await ask()).status, 401)
  const authorization = basicAuth({ id: 'anna', password: 'pass:wörd' })
  assert.equal((await ask({ authorization })).body, 'second')
  await client.environment.unset(application.record, variable.name)
  assert.equal((await ask()).body, 'second')
})
