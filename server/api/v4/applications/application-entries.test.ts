import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

let api: TestApi
const ids: string[] = []

before(async () => {
  api = await openTestApi()
  for (let count = 0; count < 5; count++) ids.push((await api.application()).id)
})
after(() => api[Symbol.asyncDispose]())

async function ask(path: string) {
  const headers = { authorization: plaintextHeader(api.account) }
  const response = await api.ask(`${api.url}${path}`, { headers })
  const text = await response.text()
  return { status: response.status, link: response.headers.get('link'), text }
}

const listedIn = (text: string) => (JSON.parse(text) as { id: string }[]).map(({ id }) => id)

/** All ids, by following the links from this path. */
async function follow(path: string): Promise<string[][]> {
  const { text, link } = await ask(path)
  const [, next] = /^<([^>]+)>; rel="next"$/.exec(link ?? '') ?? []
  return [listedIn(text), ...(next ? await follow(next) : [])]
}

const owner = () => `organisations/${api.account.organisationId}/applications`

test('lists of applications: a client that asks for pages follows the links to the last one', async () => {
  for (const path of [`/v2/${owner()}`, `/v4/berth/${owner()}`]) {
    const pages = [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]
    assert.deepEqual(await follow(`${path}?limit=2`), pages, path)
    assert.deepEqual(await follow(`${path}?limit=5`), [ids], 'a full page without a next one')
    assert.deepEqual(await follow(`${path}?limit=1000&offset=3`), [ids.slice(3)])
    assert.deepEqual(await follow(`${path}?offset=4`), [ids.slice(4)])
  }
  assert.equal((await ask(`/v2/${owner()}?limit=0`)).status, 400)
  assert.equal((await ask(`/v4/berth/${owner()}?limit=1001`)).status, 400)
})

test('list of applications: without parameters it is whole, with every field and no link', async () => {
  const { text, link } = await ask(`/v2/${owner()}`)
  assert.deepEqual([listedIn(text), link], [ids, null])
  assert.ok(JSON.parse(text).every((each: { instance: object }) => 'flavors' in each.instance))
})

test('short list of applications: the states of the whole list, in a tenth of the bytes', async () => {
  const [, second, third] = ids
  const { store } = api.platform
  const applications = await store.applications.listOf(api.account.organisationId)
  const application = (id: string | undefined) => {
    const found = applications.find((each) => each.id === id)
    assert.ok(found)
    return found
  }
  await api.deploy(application(second), commitOf('a'))
  await store.variables.set(application(third).id, 'MISBEHAVE', 'fail-build')
  await api.deploy(application(third), commitOf('a'))
  await store.applications.change(application(third).id, { tags: ['shop'] })
  const whole = (await ask(`/v2/${owner()}`)).text
  const { text } = await ask(`/v4/berth/${owner()}`)
  const statesIn = (list: string) =>
    (JSON.parse(list) as { id: string; state: string }[]).map(({ id, state }) => [id, state])
  assert.deepEqual(statesIn(text), statesIn(whole))
  const states = new Set(statesIn(text).map(([, state]) => state))
  assert.deepEqual([...states].sort(), ['SHOULD_BE_DOWN', 'SHOULD_BE_UP', 'WANTS_TO_BE_UP'])
  assert.deepEqual(JSON.parse(text)[2].tags, ['shop'])
  assert.ok(text.length * 10 < whole.length, `${text.length} of ${whole.length} bytes`)
})
