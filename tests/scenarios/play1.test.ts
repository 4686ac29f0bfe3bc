import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { quickJvm } from '#tests/support/projects/play-tools.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

/** A Play 1 application that answers with what it was configured with. */
const files = {
  'conf/application.conf': [
    'application.name=hello',
    'application.mode=dev',
    '%clevercloud.application.mode=prod',
    `application.secret=${'s3cr3t'.repeat(11)}`,
    'XForwardedSupport=all',
    'http.port=9999',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is Play's.
    'my.word=${MY_WORD}',
    '',
  ].join('\n'),
  'conf/routes': 'GET / Application.index\n',
  'conf/dependencies.yml': 'require:\n    - play\n    - play -> secure\n',
  'app/controllers/Application.java': `package controllers;

import play.Play;
import play.mvc.Controller;

public class Application extends Controller {
    public static void index() {
        String word = Play.configuration.getProperty("my.word");
        renderText(word + " " + Play.id + " " + Play.mode + " " + request.secure + " " + System.getProperty("play.version"));
    }
}
`,
}

/** A new machine downloads 200 MB. */
const fetchTimeout = 450_000
const versions = ['1.5.0', '1.4.4', '1.3.4', '1.2.7.2']
let berth: TestBerth
let hello: PushedApplication

before(
  async () => {
    // A new machine downloads them here, so that no deployment has to wait for it.
    const wanted = versions.map((version) => ({ name: 'play1', version }))
    await provideTools({ name: 'java', version: '8' }, ...wanted)
    berth = await TestBerth.lease()
    const owner = berth.admin.organisationId
    hello = await PushedApplication.create(berth, 'hello', undefined, owner, 'play1')
    await berth.client.environment.replace(hello.record, { MY_WORD: 'ahoy', JAVA_OPTS: quickJvm })
  },
  { timeout: fetchTimeout },
)
after(() => berth?.[Symbol.asyncDispose]())

test('play1: a push is resolved, precompiled and served on 8080 with the profile of the platform', async () => {
  const { state } = await hello.deploy(files)
  const log = (await hello.log()).join('\n')
  assert.equal(state, 'OK', log)
  assert.match(log, /modules\/secure -> /)
  assert.match(log, /Application is precompiled/)
  assert.doesNotMatch(log, /downloading |XForwardedSupport/)
  assert.equal((await hello.visit()).body, 'ahoy clevercloud PROD false 1.5.0')
})

test('play1: request.secure is right behind the HTTPS of the router', async () => {
  const { port } = new URL(berth.addresses.visitors.https)
  const url = `https://${hello.host}:${port}/`
  const words = ['curl', '--silent', '--cacert', berth.addresses.ca, url]
  const { output } = await hello.project.run(words)
  assert.match(output, / true /)
})

for (const [line, version] of [
  ['1.4', '1.4.4'],
  ['1.3', '1.3.4'],
  ['12', '1.2.7.2'],
] as const) {
  test(`play1: PLAY1_VERSION ${line} serves the same application with Play ${version}`, async () => {
    await berth.client.environment.set(hello.record, { name: 'PLAY1_VERSION', value: line })
    await hello.ok('restart')
    assert.equal((await hello.visit()).body, `ahoy clevercloud PROD false ${version}`)
  })
}

test('play1: a library that cannot be had fails the build with its name', async () => {
  const yml = 'require:\n    - play\n    - com.example -> nothing 9.9\n'
  const { state, uuid } = await hello.deploy({ 'conf/dependencies.yml': yml })
  await hello.project.write({ 'conf/dependencies.yml': files['conf/dependencies.yml'] })
  assert.equal(state, 'FAIL')
  const log = (await hello.log(uuid)).join('\n')
  assert.match(log, /com\.example->nothing 9\.9/)
  assert.match(log, /play dependencies --%clevercloud exited with 1/)
})

test('play1: a compile error is shown in the log, and the old version keeps serving', async () => {
  const { state } = await hello.deploy({
    'app/controllers/Application.java': 'package controllers; oops',
  })
  assert.equal(state, 'FAIL')
  assert.match((await hello.log()).join('\n'), /Compilation error|Syntax error/)
  assert.match((await hello.visit()).body, /^ahoy/)
})
