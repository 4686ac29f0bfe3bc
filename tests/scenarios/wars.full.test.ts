import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { makeWar } from '#tests/support/applications/war-files.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { toolVersions } from '#toolchains/catalogue/catalogue.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'

/** Each container, and each line of Java among them, serves two wars that are in the repository. */
const containers = [
  {
    container: 'TOMCAT9',
    java: '8',
    servlets: 'javax',
    says: /in Apache Tomcat\/9\.\S+ on Java 1\.8 /,
  },
  { container: 'JETTY9', java: '11', servlets: 'javax', says: /in jetty\/9\.4\.\S+ on Java 11 / },
  { container: 'JETTY10', java: '17', servlets: 'javax', says: /in jetty\/10\.\S+ on Java 17 / },
  {
    container: 'TOMCAT10',
    java: '11',
    servlets: 'jakarta',
    says: /in Apache Tomcat\/10\.\S+ on Java 11 /,
  },
  { container: 'JETTY11', java: '21', servlets: 'jakarta', says: /in jetty\/11\.\S+ on Java 21 / },
  { container: 'JETTY12', java: '25', servlets: 'jakarta', says: /in jetty\/12\.\S+ on Java 25 / },
] as const

let berth: TestBerth
let application: PushedApplication

/** A new machine downloads five JDKs and six containers. */
const timeout = 1_200_000

const newest = (name: 'tomcat' | 'jetty', line: string) => {
  const versions = toolVersions(shippedCatalogue, name, process.arch)
  return { name, version: versions.findLast((each) => each.startsWith(`${line}.`)) ?? '' }
}

before(
  async () => {
    const tools = containers.flatMap(({ container, java }) => {
      const [, name = '', line = ''] = /^([A-Z]+)(\d+)$/.exec(container) ?? []
      return [newest(name === 'TOMCAT' ? 'tomcat' : 'jetty', line), { name: 'java', version: java }]
    })
    const provide = await provideTools(...tools)
    berth = await TestBerth.lease()
    const { organisationId } = berth.admin
    application = await PushedApplication.create(berth, 'wars', undefined, organisationId, 'war')
    const jdk = join(await provide({ name: 'java', version: '17' }), 'bin')
    for (const [servlets, line] of [
      ['javax', '9'],
      ['jakarta', '10'],
    ] as const) {
      const container = await provide(newest('tomcat', line))
      const folder = join(application.project.folder, servlets)
      await makeWar({ jdk, container, servlets, to: join(folder, 'shop-1.0.war') })
      await copyFile(join(folder, 'shop-1.0.war'), join(folder, 'admin.war'))
    }
  },
  { timeout },
)
after(() => berth?.[Symbol.asyncDispose]())

for (const { container, java, servlets, says } of containers) {
  test(`wars: ${container} serves two of them on Java ${java}`, async () => {
    await berth.client.environment.replace(application.record, { CC_JAVA_VERSION: java })
    const war = [
      { file: `${servlets}/shop-*.war`, context: '/' },
      { file: `${servlets}/admin.war`, checkMe: '/where' },
    ]
    const { state, uuid } = await application.deploy({
      'clevercloud/war.json': JSON.stringify({ deploy: { container, war } }),
    })
    const log = await application.log(uuid)
    assert.equal(state, 'OK', log.join('\n'))
    const root = (await application.visit('/where')).body
    assert.match(root, says)
    // Scheme and address are those of the visitor, and not those of the router.
    assert.match(root, /^ in .* by http from 127\.0\.0\.1$/)
    assert.match((await application.visit('/admin/where')).body, /^\/admin in /)
    assert.match((await application.visit('/admin/')).body, /^Page of \/admin$/m)
    assert.ok(log.some((line) => line.includes('GET /admin/where is 200')))
  })
}
