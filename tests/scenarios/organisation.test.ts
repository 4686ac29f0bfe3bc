import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { keepProfile } from '#cli/profiles/profile.ts'
import { type Client, createClient } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

/** A new user joins a team: invited by e-mail, signs up on the way, and is removed in the end. */
const email = 'ada@example.test'
let berth: TestBerth
let application: PushedApplication
let ada: Project
let browser: PageVisitor
let client: Client

before(async () => {
  berth = await TestBerth.start({ BERTH_ENGINE: 'memory', BERTH_SIGNUP: 'invite' })
  application = await PushedApplication.create(berth, 'web')
  ada = await Project.create(berth, 'ada')
  browser = new PageVisitor(berth.addresses.api)
})
after(() => berth?.[Symbol.asyncDispose]())

/** Link of the newest e-mail to Ada, from the operator's log. */
const mailedLink = () =>
  until(
    () => {
      const mail = berth.output.split(`mail to ${email}: `).at(-1) ?? ''
      return /https?:\/\/\S+\/v2\/invitations\/accept\?\S+/.exec(mail)?.[0]
    },
    { timeout: 300_000, what: 'the mail in the log' },
  )

test('organisation: an administrator invites a user without an account, who joins', async () => {
  await application.ok('members', 'invite', email, '--role', 'developer', '--job', 'Poet')
  assert.match((await application.ok('members')).output, /Invited\n *ada@example\.test +DEVELOPER/)
  const link = new URL(await mailedLink())
  assert.equal(link.origin, berth.addresses.api)
  const offer = await browser.get(link.pathname + link.search)
  assert.match(offer.text, /invited you to join/)
  const [, signUp = ''] = /href="(\/v2\/sessions\/signup[^"]*)"/.exec(offer.text) ?? []
  await browser.get(signUp)
  const joined = await browser.send('/v2/users', { name: 'Ada', pass: 'the poetry of numbers' })
  assert.equal(joined.status, 303, joined.text)
  assert.match((await application.ok('members')).output, /ada@example\.test +DEVELOPER +Ada +Poet/)
  assert.equal((await browser.get(link.pathname + link.search)).status, 404)
})

test('organisation: the new member logs in to the CLI and finds the application', async () => {
  const cliToken = 'made-up-by-the-tool-of-ada'
  await browser.get(`/cli-oauth?cli_token=${cliToken}`)
  assert.equal((await browser.send('/cli-oauth')).status, 200)
  const { api, git, ca } = berth.addresses
  const { consumerKey, consumerSecret } = berth.admin
  const { token, secret } = await createClient({ api }).self.issuedAccessToken(cliToken)
  const credentials = { consumerKey, consumerSecret, token, secret }
  client = createClient({ api, credentials })
  const profile = { name: 'work', api, git: git.https, credentials }
  await keepProfile({ env: ada.env }, profile, await readFile(ca, 'utf8'))
  assert.match((await ada.berth('applications')).output, /web/)
})

test('organisation: a developer can push but not delete', async () => {
  const { id, ownerId } = application.record
  const linked = await ada.berth('link', id)
  assert.equal(linked.code, 0, linked.output)
  await ada.write(webServer('Hello from Ada'))
  const commit = await ada.commit('First version')
  await ada.git('push', 'berth', 'master')
  assert.equal((await application.ended(commit)).state, 'OK')
  const refused = await ada.berth('delete', '--yes')
  assert.equal(refused.code, 1)
  assert.match(refused.output, /role DEVELOPER does not allow/)
  for (const asking of [
    () => client.organisations.delete(ownerId),
    () => client.organisations.change(ownerId, { name: 'Mine' }),
    () => client.members.invite(ownerId, { email: 'x@example.test', role: 'ADMIN' }),
    () => client.members.listInvitations(ownerId),
  ]) {
    await assert.rejects(asking(), { status: 403 })
  }
})

test('organisation: cannot be deleted while it owns the application', async () => {
  const { code, output } = await application.project.berth('organisations', 'delete', '--yes')
  assert.equal(code, 1)
  assert.match(output, /still owns the application web/)
})

test('organisation: a removed member loses access at once, for pushes and API calls', async () => {
  await application.ok('members', 'remove', email)
  await ada.commit('Too late')
  const push = await ada.tryGit('push', 'berth', 'master')
  assert.notEqual(push.code, 0)
  const { ownerId, id } = application.record
  await assert.rejects(client.applications.get({ ownerId, id }), { status: 404 })
  const { user, organisations } = await client.summary.get()
  assert.deepEqual(
    organisations.map(({ id }) => id),
    [user.id],
    'only the personal space is left',
  )
  const last = await application.project.berth('members', 'leave', '--yes')
  assert.match(last.output, /needs an administrator/)
})
