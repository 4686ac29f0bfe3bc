import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { downloadingPom } from '#tests/support/applications/released-java.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

/** Applications that were not written here, as their authors have released them to Maven Central. */
let berth: TestBerth

/** A new machine downloads 150 MB of tools, and 50 MB of applications. */
const timeout = 900_000

before(
  async () => {
    await provideTools(
      { name: 'java', version: '17' },
      { name: 'java', version: '21' },
      { name: 'maven', version: '3.9.16' },
      { name: 'tomcat', version: '9.0.117' },
    )
    berth = await TestBerth.lease()
  },
  { timeout },
)
after(() => berth?.[Symbol.asyncDispose]())

async function createdWith(name: string, type: string, variables: Record<string, string>) {
  const { organisationId } = berth.admin
  const created = await PushedApplication.create(berth, name, undefined, organisationId, type)
  await berth.client.environment.replace(created.record, variables)
  return created
}

async function deployed(application: PushedApplication, files: Record<string, string>) {
  const { state, uuid } = await application.deploy(files)
  const log = await application.log(uuid)
  assert.equal(state, 'OK', log.join('\n'))
  return log
}

test('released wars: the examples of Wicket and Jolokia are served by one Tomcat', async () => {
  const web = await createdWith('released', 'war', { CC_JAVA_VERSION: '17' })
  const war = [
    { file: 'target/wicket-examples-*.war', context: '/', checkMe: '/helloworld/' },
    { file: 'target/jolokia-war-unsecured-*.war', context: '/jolokia', checkMe: '/version' },
  ]
  await deployed(web, {
    'pom.xml': downloadingPom([
      ['org.apache.wicket', 'wicket-examples', '9.0.0', 'war'],
      ['org.jolokia', 'jolokia-war-unsecured', '1.7.2', 'war'],
    ]),
    'clevercloud/war.json': JSON.stringify({ deploy: { container: 'TOMCAT9', war } }),
  })
  const greeting = await web.visit('/helloworld/')
  assert.match(greeting.body, /Hello World!/)
  const { value } = JSON.parse((await web.visit('/jolokia/version')).body)
  assert.match(value.agent, /^1\.7\./)
  assert.equal(value.info.vendor, 'Apache')
})

test('a released jar: WireMock answers by the files of the repository, and another build downloads nothing', async () => {
  const mock = await createdWith('mock', 'maven', {
    CC_JAR_ARGS: '--port 8080 --root-dir .',
    // Without it there is no line for a download.
    MAVEN_OPTS:
      '-Dorg.slf4j.simpleLogger.log.org.apache.maven.cli.transfer.Slf4jMavenTransferListener=info',
  })
  const mapping = (body: string) => ({
    'mappings/hello.json': JSON.stringify({
      request: { method: 'GET', url: '/' },
      response: { status: 200, body },
    }),
  })
  const downloads = (log: readonly string[]) => log.filter((line) => /Download(ing|ed) /.test(line))
  const first = await deployed(mock, {
    'pom.xml': downloadingPom([['org.wiremock', 'wiremock-standalone', '3.13.2', 'jar']]),
    ...mapping('Hello from WireMock'),
  })
  assert.notEqual(downloads(first).length, 0)
  assert.equal((await mock.visit()).body, 'Hello from WireMock')
  const second = await deployed(mock, mapping('Hello again'))
  assert.deepEqual(downloads(second), [])
  assert.equal((await mock.visit()).body, 'Hello again')
})
