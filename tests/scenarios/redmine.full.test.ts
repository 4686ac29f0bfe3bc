import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { openRedmine, type Redmine } from '#tests/support/redmine/redmine.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** An application of Rails that was not written here: Redmine as its authors have released it, which has no lock file. */
let berth: TestBerth
let redmine: Redmine
let tracker: PushedApplication

/** What its manual says of a server and a database, and variables in the place of values. */
const configuration = {
  // It leaves out the next two.
  '.gitignore': '/log/*\n/tmp/*\n',
  'Gemfile.local': 'gem "pg"\ngem "puma"\n',
  'config/database.yml':
    'production:\n  adapter: postgresql\n  url: <%= ENV["POSTGRESQL_ADDON_URI"] %>\n',
}

before(
  async () => {
    redmine = await openRedmine()
    berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
    const { client, admin } = berth
    const { organisationId } = admin
    tracker = await PushedApplication.create(berth, 'tracker', undefined, organisationId, 'ruby')
    await cp(redmine.files, tracker.project.folder, { recursive: true })
    await client.environment.replace(tracker.record, {
      ...redmine.gems.environment,
      CC_RAKEGOALS: 'db:migrate, redmine:load_default_data, assets:precompile',
      REDMINE_LANG: 'en',
      SECRET_KEY_BASE: 'a secret that is long enough for the cookies of visitors, or so',
    })
    const order = { name: 'tracker-db', providerId: 'postgresql-addon', region: 'par' }
    const addon = await client.addons.order(organisationId, order)
    await client.addons.link(tracker.record, addon.id)
  },
  { timeout: 900_000 },
)
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await redmine?.gems[Symbol.asyncDispose]()
})

test('Redmine: migrates a linked PostgreSQL, serves its pages and scripts, and logs a user in', async () => {
  const { state } = await tracker.deploy(configuration)
  assert.equal(state, 'OK', (await tracker.log()).join('\n'))
  const home = await tracker.visit()
  assert.match(home.body, /<title>Redmine<\/title>/)
  const [, script = ''] = /src="(\/assets\/jquery-[^"]+\.js)"/.exec(home.body) ?? []
  assert.equal((await tracker.visit(script)).status, 200)
  const form = await tracker.visit('/login')
  const [, token = ''] = /name="authenticity_token" value="([^"]+)"/.exec(form.body) ?? []
  const cookies = [form.headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0])
  const login = await visit(berth.addresses.visitors.http, tracker.host, {
    path: '/login',
    method: 'POST',
    headers: {
      cookie: cookies.join('; '),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      authenticity_token: token,
      username: 'admin',
      password: 'admin',
    }).toString(),
  })
  assert.equal(login.status, 302)
  assert.match(String(login.headers.location), /\/my\/page$/)
})
