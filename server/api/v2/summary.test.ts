import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { credentialsOf } from '#tests/support/people/named-people.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { newApplication } from '#tests/support/platform/platform.ts'

interface Owner {
  id: string
  name: string
  applications: { id: string }[]
  addons: unknown[]
  consumers: unknown[]
  providers: unknown[]
}

test('summary: the personal space is listed as an organisation, and its things under the user alone', async () => {
  await using api = await openTestApi()
  const { platform, account } = api
  const { organisationId } = account
  const { id, authorization } = await somebody(api, { role: 'ADMIN', organisationId })
  const mine = await newApplication(platform, id)
  const shared = await newApplication(platform, organisationId)
  const ask = async () => {
    const answer = await fetch(`${api.url}/v2/summary`, { headers: { authorization } })
    return (await answer.json()) as { user: Owner; organisations: Owner[] }
  }
  const { user, organisations } = await ask()
  assert.deepEqual(user.providers, [])
  assert.deepEqual(
    organisations.map((owner) => owner.id),
    [organisationId, id],
    'after those that others share, because some clients take the first',
  )
  const [organisation, space] = organisations
  assert.deepEqual(Object.keys(space ?? {}).sort(), Object.keys(organisation ?? {}).sort())
  const places = [user, ...organisations].flatMap((owner) =>
    owner.applications.map((application) => [owner === user ? 'user' : owner.id, application.id]),
  )
  assert.deepEqual(places, [
    ['user', mine.id],
    [organisationId, shared.id],
  ])
  assert.equal(space?.name, user.name)

  await platform.store.users.change(id, { name: organisation?.name ?? '' })
  const [, renamed] = (await ask()).organisations
  assert.equal(renamed?.name, `${organisation?.name} (personal space)`, 'names tell owners apart')
})

test("summary: the user's e-mail address needs the right to read personal information", async () => {
  await using api = await openTestApi()
  const { id: userId } = await somebody(api)
  const shownTo = async (rights: Parameters<typeof credentialsOf>[2]) => {
    const authorization = plaintextHeader(await credentialsOf(api, userId, rights))
    const answer = await api.ask(`${api.url}/v2/summary`, { headers: { authorization } })
    return ((await answer.json()) as { user: Record<string, unknown> }).user
  }
  const { email, partnerId, partnerName } = await shownTo(undefined)
  assert.equal(email, (await api.platform.store.users.find(userId))?.email)
  assert.deepEqual([partnerId, partnerName], ['', 'default'])
  assert.ok(!('email' in (await shownTo(['access_organisations']))))
  const both = await shownTo(['access_organisations', 'access_personal_information'])
  assert.equal(both.email, email)
})
