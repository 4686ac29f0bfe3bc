import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import {
  type GradleServer,
  gradleJava,
  openGradleServer,
} from '#tests/support/gradle/gradle-server.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'

/** Gradle 4.4.1, as Debian has it, from a server that this test makes in the place of services.gradle.org. */
let berth: TestBerth
let gradle: GradleServer
let pushed: PushedApplication

/** A new machine downloads 90 MB of packages and the artifacts of the example. */
const timeout = 900_000

before(
  async () => {
    gradle = await openGradleServer()
    berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
    const example = await openExample('gradle')
    const environment = { ...example.environment, CC_JAVA_VERSION: gradleJava }
    pushed = await PushedApplication.ofExample(berth, { ...example, environment })
  },
  { timeout },
)
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await gradle?.[Symbol.asyncDispose]()
})

const distribution = () => ({
  'gradle/wrapper/gradle-wrapper.properties': `distributionBase=GRADLE_USER_HOME
distributionPath=wrapper/dists
distributionUrl=${gradle.distributionUrl.replace(':', '\\:')}
zipStoreBase=GRADLE_USER_HOME
zipStorePath=wrapper/dists
`,
})

async function deployed(files: Record<string, string>) {
  const { state, uuid } = await pushed.deploy(files)
  assert.equal(state, 'OK', (await pushed.log(uuid)).join('\n'))
  return pushed.log(uuid)
}

/** How often each path was asked for, by now. */
const timesAsked = async (path: string) =>
  (await gradle.asked()).filter((each) => each === path).length

test('gradle: the example is built with an artifact of Maven Central, and its jar is started', async () => {
  await deployed(distribution())
  assert.equal((await pushed.visit()).body, 'Hello from Gradle')
})

test('gradle: the usual wrapper downloads once, takes artifacts from the mirror, and a task of Gradle serves', async () => {
  await berth.client.environment.replace(pushed.record, {
    CC_JAVA_VERSION: gradleJava,
    GRADLE_DEPLOY_GOAL: 'run',
    MAVEN_MIRROR: gradle.mavenRepository,
  })
  await copyFile(
    gradle.wrapperJar,
    join(pushed.project.folder, 'gradle/wrapper/gradle-wrapper.jar'),
  )
  const answer = (text: string) => ({
    'src/main/java/hello/Hello.java': `package hello;
public class Hello {
  public static void main(String[] arguments) throws Exception {
    com.sun.net.httpserver.HttpServer server = com.sun.net.httpserver.HttpServer.create(
      new java.net.InetSocketAddress(Integer.parseInt(System.getenv("PORT"))), 0);
    server.createContext("/", exchange -> {
      byte[] text = (${text}).getBytes();
      exchange.sendResponseHeaders(200, text.length);
      exchange.getResponseBody().write(text);
      exchange.close();
    });
    server.start();
  }
}
`,
  })
  const log = await deployed({
    ...distribution(),
    ...answer('greeting.Greeting.TEXT'),
    gradlew:
      '#!/bin/sh\nexec java $JAVA_OPTS $GRADLE_OPTS -classpath gradle/wrapper/gradle-wrapper.jar org.gradle.wrapper.GradleWrapperMain "$@"\n',
    'build.gradle':
      "apply plugin: 'application'\nmainClassName = 'hello.Hello'\nrepositories { mavenCentral() }\ndependencies { implementation 'com.example:greeting:1.0' }\n",
  })
  assert.ok(log.some((line) => line.includes('BUILD SUCCESSFUL')))
  assert.equal((await pushed.visit()).body, 'Hello from a mirror')
  const jar = '/maven/com/example/greeting/1.0/greeting-1.0.jar'
  const before = [await timesAsked(gradle.distribution), await timesAsked(jar)]
  await deployed(answer('greeting.Greeting.TEXT + ", again"'))
  assert.equal((await pushed.visit()).body, 'Hello from a mirror, again')
  assert.deepEqual([await timesAsked(gradle.distribution), await timesAsked(jar)], before)
})
