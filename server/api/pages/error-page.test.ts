import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())

const ask = async (path: string, headers: Record<string, string>) => {
  const answer = await fetch(api.url + path, { headers })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  }
}

test('error pages: a browser gets a page with links, other clients get JSON', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  for (const path of ['/nothing', '/v2/nothing', '/v4/nothing']) {
    const shown = await ask(path, { accept })
    assert.deepEqual([shown.status, shown.type], [404, 'text/html; charset=utf-8'])
    assert.match(shown.text, /<h1>Page not found<\/h1>[\s\S]*href="\/"/)
    const told = await ask(path, { accept: '*/*' })
    assert.deepEqual([told.status, told.type], [404, 'application/json'])
    const signed = await ask(path, { accept, authorization: 'OAuth x="y"' })
    assert.equal(signed.type, 'application/json', 'whoever sends credentials is a program')
  }
  assert.match((await ask('/v2/self', { accept })).text, /<h1>Log in first<\/h1>/)
})

test('error pages: user input is escaped', async () => {
  const { text } = await ask('/%3Cscript%3E', { accept: 'text/html' })
  assert.doesNotMatch(text, /<script>/)
})

test('error pages: a refusal without a form to retry has links', async () => {
  const visitor = new PageVisitor(api.url)
  const { text } = await visitor.get('/v2/invitations/accept?invitationKey=none')
  assert.match(text, /Ask for a new one[\s\S]*href="\/v2\/sessions\/login"/)
})
