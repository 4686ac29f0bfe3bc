import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { endpoints } from '#api/endpoints.ts'
import { inviteMember } from '#platform/identity/accounts/invitations/invitations.ts'
import { linkIn } from '#tests/support/engine/link-in.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { type Person, somebody } from '#tests/support/people/people.ts'
import {
  authorizePath,
  loggedInVisitor,
  registerProgram,
} from '#tests/support/people/third-party.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor, type VisitedPage } from '#tests/support/visitors/page-visitor.ts'

/** Injection into pages, headers and e-mails. */
let api: TestApi
let victim: Person
const password = 'correct horse battery'
const markup = `"'><script>alert(1)</script><base href=//evil.test>\r\nSet-Cookie: a=b`
const fields = [
  ...['email', 'pass', 'name', 'login', 'oauth_token', 'cli_token', 'invitationKey', 'key', 'code'],
  ...['validationKey', 'auth_id', 'mfa_attempt', 'step', 'begun', 'decision', 'answer', 'csrf'],
]

before(async () => {
  api = await openTestApi()
  api.platform.policies.signup = 'open'
  api.platform.attempts = { count() {}, forgive() {}, recognise() {} }
  victim = await somebody(api, { passwordHash: await hashPassword(password) })
  await api.platform.store.users.change(victim.id, { name: markup })
})
after(() => api?.[Symbol.asyncDispose]())

/** Asserts that no input appears as markup or as a header in a response. */
function isClean({ text, location, headers }: VisitedPage, what: string): void {
  assert.doesNotMatch(text, /<script|<base|<[^>]*\son\w+=/i, what)
  assert.equal(location === '' || /^\/(?![/\\])/.test(location), true, `${what} → ${location}`)
  assert.ok(!headers.getSetCookie().some((line) => line.startsWith('a=')), what)
  if (!headers.get('content-type')?.startsWith('text/html')) return
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'.*frame-ancestors 'none'.*base-uri 'none'/, what)
  assert.doesNotMatch(policy, /unsafe|evil/)
}

const pages = endpoints.filter(({ isPage }) => isPage)

test('injection: no form field is returned as markup, as a header or as a foreign URL', async () => {
  for (const visitor of [
    new PageVisitor(api.url),
    await loggedInVisitor(api.url, victim.email, password),
  ]) {
    for (const { method, path } of pages) {
      const place = path.replace(/:\w+/g, encodeURIComponent(markup))
      for (const hostile of [markup, '//evil.test', 'https://evil.test/', '/\\evil.test']) {
        const hostiles = Object.fromEntries(fields.map((name) => [name, hostile]))
        const answer =
          method === 'GET'
            ? await visitor.get(`${place}?${new URLSearchParams(hostiles)}`)
            : await visitor.post(place, hostiles)
        isClean(answer, `${method} ${path}`)
      }
    }
  }
})

test('injection: names of users, organisations and consumers are escaped on the pages that show them', async () => {
  const { store } = api.platform
  const { organisationId } = api.account
  await store.organisations.change(organisationId, { name: markup })
  await store.members.put({ organisationId, userId: victim.id, role: 'ADMIN', job: '' })
  const inviter = (await store.users.find(victim.id)) ?? assert.fail()
  const invitation = { email: 'ann@localhost', role: 'DEVELOPER', job: '' } as const
  await inviteMember(api.platform, { organisationId, inviter, from: '' }, invitation)
  const mail = await api.mail('ann@localhost')
  assert.doesNotMatch(mail.subject, /[\r\n]/)
  assert.equal(mail.text.match(/^Set-Cookie/m), null, 'nobody adds a line to a mail')

  const visitor = await loggedInVisitor(api.url, victim.email, password)
  isClean(await visitor.get(linkIn(mail)), 'the invitation')
  const program = await registerProgram(api, ['access_organisations'])
  await store.consumers.change(program.consumer.key, { name: markup, description: markup })
  const { token } = await program.requestToken()
  const consent = await visitor.get(authorizePath(token))
  isClean(consent, 'the consent')
  assert.match(consent.text, /\(program\.test\)/, 'and where the program really is')
})

test('injection: a forged Host or X-Forwarded-Host does not change links in e-mails', async () => {
  const asked = await fetch(`${api.url}/v2/password_forgotten`, {
    method: 'POST',
    headers: { 'x-forwarded-host': 'evil.test', 'x-original-url': '/evil', forwarded: 'host=evil' },
    body: new URLSearchParams({ login: victim.email }),
  })
  assert.equal(asked.status, 200)
  const { text } = await api.mail(victim.email)
  assert.match(text, /^https:\/\/api\.example\.test\/v2\/password_forgotten\//m)
  assert.doesNotMatch(text, /evil/)
})

test('CSRF: a form from another site has no effect, whatever its browser sends as origin', async () => {
  const visitor = await loggedInVisitor(api.url, victim.email, password)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const csrf = (await visitor.csrf()) || assert.fail()
  const { host, origin } = new URL(api.url)
  const tries: Record<string, string>[] = [
    ...['null', 'https://evil.test', `http://${host}.evil.test`, `http://evil@${host}`].map(
      (origin) => ({ origin, csrf }),
    ),
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin, csrf: '' },
    { origin, csrf: 'x' },
  ]
  for (const { csrf = '', ...headers } of tries) {
    const answer = await fetch(`${api.url}/cli-oauth`, {
      method: 'POST',
      headers: { cookie, ...headers },
      body: new URLSearchParams({ cli_token: 'x'.repeat(32), csrf }),
    })
    assert.equal(answer.status, 403, JSON.stringify(headers))
  }
  const taken = await fetch(`${api.url}/v2/self/cli_tokens?cli_token=${'x'.repeat(32)}`)
  assert.equal(taken.status, 404)
})
