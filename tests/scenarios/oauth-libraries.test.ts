import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { libraries } from '#tests/support/people/oauth-libraries.ts'
import {
  allow,
  loggedInVisitor,
  registerProgram,
  type ThirdParty,
} from '#tests/support/people/third-party.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import type { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
let program: ThirdParty
let visitor: PageVisitor

before(async () => {
  api = await openTestApi()
  program = await registerProgram(api, ['access_personal_information', 'access_organisations'])
  visitor = await loggedInVisitor(api.url, api.account.email, api.account.password)
})
after(() => api?.[Symbol.asyncDispose]())

for (const { name, methods, open } of libraries) {
  for (const method of methods) {
    const options = () => {
      const { key, secret } = program.consumer
      return { url: api.url, key, secret, method }
    }

    test(`${name}: gets an access token with ${method} and calls the API with it`, async () => {
      const library = open(options())
      const request = await library.requestToken(program.callback)
      const verifier = await allow(visitor, request.token)
      const access = await library.accessToken(request, verifier)
      for (const path of ['/v2/self', '/v2/summary?full=a%20b&z=%2B&x', '/v2/organisations']) {
        assert.match(await library.get(path, access), /admin/)
      }
    })

    test(`${name}: ${method} with a wrong secret is refused`, async () => {
      const wrong = open({ ...options(), secret: 'wrong' })
      await assert.rejects(wrong.requestToken(program.callback))
      const library = open(options())
      const request = await library.requestToken(program.callback)
      const verifier = await allow(visitor, request.token)
      await assert.rejects(wrong.accessToken(request, verifier))
      await assert.rejects(library.accessToken({ ...request, secret: 'wrong' }, verifier))
      const access = await library.accessToken(request, verifier)
      await assert.rejects(wrong.get('/v2/self', access))
    })
  }
}
