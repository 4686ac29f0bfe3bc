import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { endpoints } from '#api/endpoints.ts'
import { pathsOf } from '#api/http/routes.ts'
import { newSecret } from '#kit/text/ids.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { textUntilReady } from '#tests/support/people/stream-text.ts'
import {
  allow,
  type Credentials,
  loggedInVisitor,
  ThirdParty,
} from '#tests/support/people/third-party.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** A consumer with only the right to view organisations calls every readable endpoint. */
let berth: TestBerth
let web: PushedApplication
let program: ThirdParty
let access: Credentials
const values: Record<string, string> = {}
const secrets = {
  own: `canary${newSecret(20)}`,
  registry: `canary${newSecret(20)}`,
  exposed: `canary${newSecret(20)}`,
  configured: `canary${newSecret(20)}`,
}

const put = (path: `/${string}`, body: unknown) => berth.client.ask({ method: 'PUT', path, body })
const post = <T>(path: `/${string}`, body: unknown) =>
  berth.client.ask<T>({ method: 'POST', path, body })

before(async () => {
  berth = await TestBerth.lease()
  const { organisationId, email, password } = berth.admin
  web = await PushedApplication.create(berth, 'web')
  const organisation = `/v2/organisations/${organisationId}` as const
  const application = `${organisation}/applications/${web.record.id}` as const
  await put(`${application}/env`, { SECRET: secrets.own, NPM_TOKEN: secrets.registry })
  await put(`${application}/exposed_env`, { EXPOSED: secrets.exposed })
  const addon = await post<{ id: string; realId: string }>(`${organisation}/addons`, {
    providerId: 'config-provider',
    name: 'shared',
    region: 'par',
  })
  await put(`/v4/addon-providers/config-provider/addons/${addon.id}/env`, [
    { name: 'CONFIGURED', value: secrets.configured },
  ])
  await post(`${application}/addons`, addon.id)
  const other = await post<{ id: string }>(`${organisation}/applications`, {
    name: 'other',
    instanceType: 'node',
    env: { SECRET: secrets.own },
  })
  await put(`${application}/dependencies/${other.id}`, {})
  const deployment = await web.deploy(webServer('hello'))
  assert.equal(deployment.state, 'OK')

  const consumers = `${organisation}/consumers` as const
  const { key } = await post<{ key: string }>(consumers, {
    name: 'Dashboard',
    baseUrl: 'https://dashboard.test',
    rights: { access_organisations: true },
  })
  const secretPath = `${consumers}/${key}/secret` as const
  const { secret } = await berth.client.ask<{ secret: string }>({ method: 'GET', path: secretPath })
  program = new ThirdParty(berth.addresses.api, { key, secret }, 'https://dashboard.test/?kept=1')
  const request = await program.requestToken()
  const visitor = await loggedInVisitor(berth.addresses.api, email, password)
  access = await program.accessToken(request, await allow(visitor, request.token))
  Object.assign(values, {
    ownerId: organisationId,
    applicationId: web.record.id,
    addonId: addon.id,
    key,
    providerId: 'config-provider',
    deploymentId: deployment.uuid,
    name: 'par',
  })
})
after(() => berth?.[Symbol.asyncDispose]())

const read = async (path: string) => {
  const answer = await program.call('GET', path, access)
  const isEvents = answer.ok && /\/events\?/.test(path)
  return {
    status: answer.status,
    text: await (isEvents ? textUntilReady(answer) : answer.text()),
  }
}

/** So that a stream of lines ends, and one of events begins with all. */
function queryOf(path: string): string {
  if (/^\/v4\/(access)?logs\//.test(path)) return `?until=${new Date().toISOString()}`
  return path.endsWith('/events') ? '?after=0' : ''
}

test('secret values: a consumer with read-only rights finds none in any response or log', async () => {
  const readable = endpoints.filter(({ method, isPage }) => method === 'GET' && !isPage)
  const paths = new Set(
    readable
      .flatMap(pathsOf)
      .map((path) => path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'x')),
  )
  const statuses = new Map<string, number>()
  for (const path of paths) {
    const { status, text } = await read(path + queryOf(path))
    statuses.set(path, status)
    for (const [kind, secret] of Object.entries(secrets)) {
      assert.ok(!text.includes(secret), `${path} shows the ${kind} value: ${text}`)
    }
  }
  const { ownerId, applicationId, addonId } = values
  const application = `/v2/organisations/${ownerId}/applications/${applicationId}`
  for (const open of [
    ...[application, `${application}/dependencies`, `${application}/addons`, '/v2/summary'],
    `/v2/organisations/${ownerId}/addons/${addonId}/applications`,
    `/v4/logs/organisations/${ownerId}/applications/${applicationId}/logs`,
  ]) {
    assert.equal(statuses.get(open), 200, open)
  }
  assert.equal(statuses.get(`${application}/env`), 403)
})

test('secret values: a record has the same fields without the right to read variables, and shows values with it', async () => {
  const path = `/v2/organisations/${values.ownerId}/applications/${values.applicationId}` as const
  const { text } = await read(path)
  const shown = JSON.parse(text)
  const whole = await berth.client.ask<Record<string, unknown>>({ method: 'GET', path })
  assert.deepEqual(Object.keys(shown), Object.keys(whole))
  assert.deepEqual(shown.env, [])
  assert.ok(JSON.stringify(whole.env).includes(secrets.own))
})
