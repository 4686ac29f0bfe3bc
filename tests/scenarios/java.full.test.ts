import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

/** What Ant builds, a war in Tomcat, and Spring Boot with a real database; the smallest push of Maven is among the fast ones. */
let berth: TestBerth
let shop: PushedApplication

/** A new machine downloads 90 MB of tools, and the artifacts of Spring. */
const timeout = 900_000

before(
  async () => {
    await provideTools(
      { name: 'java', version: '21' },
      { name: 'maven', version: '3.9.16' },
      { name: 'ant', version: '1.10.18' },
      { name: 'tomcat', version: '11.0.24' },
    )
    berth = await TestBerth.lease()
  },
  { timeout },
)
after(() => berth?.[Symbol.asyncDispose]())

async function pushed(
  name: string,
  prepare?: (application: PushedApplication) => Promise<unknown>,
) {
  const application = await PushedApplication.ofExample(berth, await openExample(name))
  await prepare?.(application)
  const { stdout } = await application.project.git('rev-parse', 'HEAD')
  await application.project.git('push', 'berth', 'master')
  const { state } = await application.ended(stdout.trim(), timeout)
  assert.equal(state, 'OK', (await application.log()).join('\n'))
  return application
}

test('jar: Ant builds what jar.json says, and the jar gets its arguments', async () => {
  const application = await pushed('jar')
  assert.equal((await application.visit()).body, 'Hello from Ant, with arguments')
})

test('war: Tomcat serves it at its context once checkMe answers', async () => {
  const application = await pushed('war')
  assert.match((await application.visit('/shop/')).body, /^Hello from \/shop$/m)
  assert.match((await application.visit('/shop/health')).body, /^Healthy in Apache Tomcat\/11/)
  assert.ok((await application.log()).some((line) => line.includes('GET /shop/health is 200')))
})

test('Spring Boot: listens where the platform says, and its data is in a linked database', async () => {
  const { client, admin } = berth
  shop = await pushed('spring-boot', async ({ record }) => {
    const order = { name: 'shop', providerId: 'postgresql-addon', region: 'par' }
    await client.addons.link(record, (await client.addons.order(admin.organisationId, order)).id)
  })
  // The health check has visited it as well.
  const visits = async () => Number(/^Visit (\d+)$/.exec((await shop.visit()).body)?.[1])
  const first = await visits()
  assert.ok(first > 0)
  assert.equal(await visits(), first + 1)
})

test('Spring Boot: a goal runs it with a profile of CC_MAVEN_PROFILES', async () => {
  const { client } = berth
  const profile = `
  <profiles><profile><id>harbour</id><properties>
    <spring-boot.run.arguments>--server.servlet.context-path=/harbour</spring-boot.run.arguments>
  </properties></profile></profiles>
</project>`
  const pom = await readFile(join(shop.project.folder, 'pom.xml'), 'utf8')
  for (const [name, value] of Object.entries({
    CC_MAVEN_PROFILES: 'harbour',
    MAVEN_DEPLOY_GOAL: 'spring-boot:run',
    CC_DISABLE_MAX_METASPACE: 'true',
    CC_HEALTH_CHECK_PATH: '/harbour/',
  }))
    await client.environment.set(shop.record, { name, value })
  const { state, uuid } = await shop.deploy({ 'pom.xml': pom.replace('</project>', profile) })
  assert.equal(state, 'OK', (await shop.log(uuid)).join('\n'))
  assert.match((await shop.visit('/harbour/')).body, /^Visit \d+$/)
})
