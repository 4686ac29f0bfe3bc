import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { createJvmRuntime } from './jvm-runtime.ts'
import type { JvmType } from './jvm-variables.ts'

type Files = Record<string, string>

const wrapper = {
  gradlew: 'CLASSPATH=$APP_HOME/gradle/wrapper/gradle-wrapper.jar',
  'gradle/wrapper/gradle-wrapper.jar': '',
  'gradle/wrapper/gradle-wrapper.properties': '',
}
const smallest: Record<JvmType, Files> = {
  jar: { 'hello.jar': '' },
  gradle: { 'build.gradle': '', ...wrapper },
  war: { 'pom.xml': '<project/>' },
  maven: { 'pom.xml': '<project/>' },
}
const types = Object.keys(smallest) as JvmType[]

for (const type of types) {
  runtimeContract({
    create: () => createJvmRuntime(type, packagedCatalogue),
    smallest: smallest[type],
    readFiles: [`clevercloud/${type}.json`, `berth/${type}.json`],
  })
}

const recipeOf = (type: JvmType, files: Files, environment: Files = {}) =>
  createJvmRuntime(type, packagedCatalogue).recipe(filesSource(files), environment)

const failureOf = async (type: JvmType, files: Files, environment: Files = {}) => {
  const failure = await recipeOf(type, files, environment).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, 'there is a recipe')
  return failure.message
}

const pom = { 'pom.xml': '<project/>' }
const commands = async (recipe: ReturnType<typeof recipeOf>) =>
  (await recipe).build.map(({ command }) => command.join(' '))

test('java: the version is 21, or that of CC_JAVA_VERSION', async () => {
  const javaOf = async (environment: Files) =>
    (await recipeOf('maven', pom, environment)).tools.find(({ name }) => name === 'java')?.version
  assert.equal(await javaOf({}), '21')
  for (const line of ['8', '11', '17', '25']) {
    assert.equal(await javaOf({ CC_JAVA_VERSION: line }), line)
  }
  assert.match(await failureOf('maven', pom, { CC_JAVA_VERSION: '22' }), /8, 11, 17, 21, 25/)
})

test('java: mise.toml names the line, which CC_JAVA_VERSION outweighs, and the Maven', async () => {
  const toolsOf = async (lines: string, environment: Files = {}) => {
    const files = { ...pom, 'mise.toml': `[tools]\n${lines}\n` }
    const { tools } = await recipeOf('maven', files, environment)
    return tools.slice(0, 2).map(({ name, version }) => `${name} ${version}`)
  }
  const [maven = ''] = packagedCatalogue.versions('maven').slice(-1)
  const java = 'java = "openjdk-17.0.2"'
  assert.deepEqual(await toolsOf(java), ['java 17', `maven ${maven}`])
  assert.deepEqual(await toolsOf(java, { CC_JAVA_VERSION: '25' }), ['java 25', `maven ${maven}`])
  assert.deepEqual(await toolsOf(`${java}\nmaven = "3"`), ['java 17', `maven ${maven}`])
  const other = { ...pom, 'mise.toml': '[tools]\njava = "22"\n' }
  assert.match(await failureOf('maven', other), /mise\.toml "22": .*8, 11, 17, 21, 25/)
})

test('java: heap and metaspace follow the size of the instance, and CC_DISABLE_MAX_METASPACE takes the second away', async () => {
  const optionsOf = async (environment: Files) =>
    [(await recipeOf('jar', pom, environment)).memoryOption ?? []].flat().map((each) => each.option)
  const heap = '-XX:MaxHeapSize'
  assert.deepEqual(await optionsOf({}), [heap, heap, '-XX:MaxMetaspaceSize'])
  assert.deepEqual(await optionsOf({ CC_DISABLE_MAX_METASPACE: 'true' }), [heap, heap])
})

test('maven: packages and starts the jar, with a Maven of the catalogue', async () => {
  const recipe = await recipeOf('maven', pom)
  assert.deepEqual(await commands(recipeOf('maven', pom)), [
    'java-build maven -- package -DskipTests',
    'start-jar --check',
  ])
  assert.deepEqual(recipe.start, ['start-jar'])
  assert.ok(recipe.tools.some(({ name }) => name === 'maven'))
  assert.equal(recipe.environment.SERVER_PORT, '8080')
})

test('maven: a committed wrapper builds, and no Maven is fetched', async () => {
  const recipe = await recipeOf('maven', { ...pom, mvnw: '' })
  assert.ok(!recipe.tools.some(({ name }) => name === 'maven'))
  assert.equal(recipe.build[0]?.title, 'mvnw package -DskipTests')
  assert.ok(recipe.build[0]?.command.includes('--wrapper'))
})

test('maven: profiles are those of the build and of the start', async () => {
  const environment = { CC_MAVEN_PROFILES: 'prod, metrics', MAVEN_DEPLOY_GOAL: 'spring-boot:run' }
  const recipe = await recipeOf('maven', pom, environment)
  assert.deepEqual(recipe.build[0]?.command.slice(-3), ['-Pprod,metrics', 'package', '-DskipTests'])
  assert.deepEqual(recipe.start.slice(-2), ['-Pprod,metrics', 'spring-boot:run'])
  assert.match(await failureOf('maven', pom, { CC_MAVEN_PROFILES: 'a b' }), /CC_MAVEN_PROFILES/)
})

test('maven: MAVEN_DEPLOY_GOAL or deploy.goal runs the application, with the artifacts of the build beside it', async () => {
  const file = '{"deploy": {"goal": "-Dspring.profiles.active=prod spring-boot:run"}}'
  for (const recipe of [
    await recipeOf('maven', pom, {
      MAVEN_DEPLOY_GOAL: '-Dspring.profiles.active=prod spring-boot:run',
    }),
    await recipeOf('maven', { ...pom, 'clevercloud/maven.json': file }),
  ]) {
    assert.deepEqual(recipe.start, [
      ...['java-build', 'maven', '--kept', '--start', '--'],
      ...['-Dspring.profiles.active=prod', 'spring-boot:run'],
    ])
    assert.deepEqual(recipe.buildCaches, ['.maven-home'])
    assert.ok(recipe.build[0]?.command.includes('--kept'))
  }
})

test('maven: a goal that only builds is that of the build', async () => {
  const recipe = await recipeOf('maven', pom, { MAVEN_DEPLOY_GOAL: 'clean install -DskipITs' })
  assert.deepEqual(recipe.build[0]?.command.slice(2), ['--', 'clean', 'install', '-DskipITs'])
  assert.deepEqual(recipe.start, ['start-jar'])
})

test('maven: without pom.xml it fails with what to commit', async () => {
  assert.match(await failureOf('maven', { 'app/pom.xml': '' }), /no pom\.xml.*APP_FOLDER/)
})

test('jar: build.type and build.goal of jar.json build, deploy.jarName starts', async () => {
  const json = (type: string) =>
    `{"build": {"type": "${type}", "goal": "dist -Dx=y"}, "deploy": {"jarName": "out/shop.jar"}}`
  const files = { ...pom, 'build.xml': '<project/>' }
  for (const [type, first] of [
    ['maven', 'java-build maven -- dist -Dx=y'],
    ['ant', 'java-build ant -- dist -Dx=y'],
  ] as const) {
    const recipe = recipeOf('jar', { ...files, 'clevercloud/jar.json': json(type) })
    assert.deepEqual(await commands(recipe), [first, 'start-jar --check -- out/shop.jar'])
    assert.deepEqual((await recipe).start, ['start-jar', '--', 'out/shop.jar'])
  }
  const wrong = { ...files, 'clevercloud/jar.json': json('make') }
  assert.match(await failureOf('jar', wrong), /"make".*maven, gradle, ant/)
})

test('jar: CC_JAR_PATH wins over jar.json, and must lie in the repository', async () => {
  const file = { ...pom, 'clevercloud/jar.json': '{"deploy": {"jarName": "a.jar"}}' }
  const recipe = await recipeOf('jar', file, { CC_JAR_PATH: 'target/shop-*.jar' })
  assert.deepEqual(recipe.start, ['start-jar', '--', 'target/shop-*.jar'])
  for (const path of ['/target/shop.jar', '../shop.jar', 'a;b.jar']) {
    assert.match(
      await failureOf('jar', file, { CC_JAR_PATH: path }),
      /CC_JAR_PATH.*without a leading slash/,
    )
  }
  const absolute = { ...pom, 'clevercloud/jar.json': '{"deploy": {"jarName": "/a.jar"}}' }
  assert.match(await failureOf('jar', absolute), /deploy\.jarName.*leading slash/)
})

test('jar: a committed jar is started without a build, and nothing at all is refused', async () => {
  const recipe = await recipeOf('jar', { 'hello.jar': '' })
  assert.deepEqual(await commands(recipeOf('jar', { 'hello.jar': '' })), ['start-jar --check'])
  assert.ok(!recipe.tools.some(({ name }) => name === 'java-build'))
  assert.match(await failureOf('jar', { 'README.md': '' }), /nothing to build or to start/)
})

test('jar: arguments and options stay in variables, which the start reads', async () => {
  const environment = { CC_JAR_ARGS: '--token=hunter2', CC_EXTRA_JAVA_ARGS: '-Dx=hunter2' }
  assert.doesNotMatch(JSON.stringify(await recipeOf('jar', pom, environment)), /hunter2/)
})

test('java: CC_RUN_COMMAND replaces the start and what is looked for', async () => {
  const recipe = await recipeOf('maven', pom, { CC_RUN_COMMAND: 'java -cp target/classes A' })
  assert.deepEqual(recipe.start, ['sh', '-c', 'java -cp target/classes A'])
  assert.equal(recipe.build.length, 1)
})

const warJson = (deploy: unknown) => ({
  ...pom,
  'clevercloud/war.json': JSON.stringify({ build: { type: 'maven' }, deploy }),
})

test('war: the container, the files and their contexts are those of war.json', async () => {
  const war = [
    { file: 'target/shop.war', context: '/', checkMe: '/health' },
    { file: 'admin/target/admin.war', checkMe: '/admin/ping' },
    { file: 'api/target/api-*.war', context: 'api/v1/', checkMe: 'ping' },
  ]
  const recipe = await recipeOf('war', warJson({ container: 'TOMCAT10', war }))
  assert.ok(recipe.tools.some(({ name, version }) => name === 'tomcat' && /^10\./.test(version)))
  assert.deepEqual(recipe.start, [
    ...['tomcat', '--', 'target/shop.war', '/', 'admin/target/admin.war', '/admin'],
    ...['api/target/api-*.war', '/api/v1'],
  ])
  assert.equal(recipe.build.at(-1)?.command.slice(0, 3).join(' '), 'tomcat --check --')
  const { SERVER_PORT: _, ...checks } = recipe.environment
  assert.deepEqual(Object.values(checks), ['/health', '/admin/ping', '/api/v1/ping'])
})

test('war: without a file Tomcat 11 serves what the build has made at /', async () => {
  const recipe = await recipeOf('war', pom)
  assert.deepEqual(recipe.start, ['tomcat', '--', 'target/*.war', '/'])
  assert.deepEqual(Object.keys(recipe.environment), ['SERVER_PORT'])
})

test('war: where nothing is at /, the first context has to answer, unless the owner names a path', async () => {
  const files = warJson({ war: [{ file: 'target/shop.war' }] })
  const { environment } = await recipeOf('war', files)
  assert.equal(environment.CC_HEALTH_CHECK_PATH_9000, '/shop/')
  const own = await recipeOf('war', files, { CC_HEALTH_CHECK_PATH: '/shop/ping' })
  assert.deepEqual(Object.keys(own.environment), ['SERVER_PORT'])
})

for (const [container, tool, words] of [
  ['TOMCAT9', 'tomcat', []],
  ['tomcat11', 'tomcat', []],
  ['JETTY9', 'jetty', []],
  ['JETTY10', 'jetty', []],
  ['JETTY11', 'jetty', []],
  ['JETTY12', 'jetty', ['ee10']],
] as const) {
  test(`war: ${container} is a tool of the catalogue`, async () => {
    const recipe = await recipeOf('war', warJson({ container }))
    assert.deepEqual(recipe.start, [tool, ...words, '--', 'target/*.war', '/'])
    assert.ok(recipe.tools.some(({ name }) => name === tool))
  })
}

test('war: what cannot be served is refused with what to write', async () => {
  for (const [deploy, reason] of [
    [{ container: 'GLASSFISH5' }, /"GLASSFISH5": the valid values are TOMCAT9, .*JETTY12/],
    [{ war: [] }, /must be a list/],
    [{ war: [{}] }, /without "file"/],
    [{ war: [{ file: '/a.war' }] }, /"\/a\.war".*leading slash/],
    [{ war: [{ file: 'a"b.war' }] }, /path in the repository/],
    [{ war: [{ file: 'a.war', context: '/a b' }] }, /context "\/a b"/],
    [{ war: [{ file: 'a-*.war' }] }, /give it a "context"/],
    [{ war: [{ file: 'a.war', checkMe: '/a b' }] }, /checkMe "\/a b"/],
    [{ war: [{ file: 'a.war' }, { file: 'b.war', context: 'a' }] }, /two applications at "\/a"/],
  ] as const) {
    assert.match(await failureOf('war', warJson(deploy)), reason)
  }
  assert.match(
    await failureOf('war', warJson({ container: 'TOMCAT11' }), { CC_JAVA_VERSION: '11' }),
    /Tomcat 11 needs Java 17 or newer, and the application has 11: .*CC_JAVA_VERSION/,
  )
})

test('gradle: the wrapper assembles, and the jar starts', async () => {
  const recipe = await recipeOf('gradle', { 'build.gradle.kts': '', ...wrapper })
  assert.deepEqual(recipe.build[0]?.command, [
    'java-build',
    'gradle',
    '--wrapper',
    '--',
    'assemble',
  ])
  assert.deepEqual(recipe.start, ['start-jar'])
})

test('gradle: GRADLE_DEPLOY_GOAL or deploy.goal runs the application, unless it only builds', async () => {
  const files = { 'build.gradle': '', ...wrapper }
  const json = { 'clevercloud/gradle.json': '{"deploy": {"goal": "bootRun"}}' }
  for (const recipe of [
    await recipeOf('gradle', files, { GRADLE_DEPLOY_GOAL: 'bootRun' }),
    await recipeOf('gradle', { ...files, ...json }),
  ]) {
    assert.deepEqual(recipe.start.slice(2), ['--wrapper', '--kept', '--start', '--', 'bootRun'])
    assert.deepEqual(recipe.buildCaches, ['.gradle-home'])
  }
  const built = await recipeOf('gradle', files, { GRADLE_DEPLOY_GOAL: 'clean build' })
  assert.deepEqual(built.build[0]?.command.slice(-2), ['clean', 'build'])
  assert.deepEqual(built.start, ['start-jar'])
})

test('gradle: without a complete wrapper it says how to make one', async () => {
  const { gradlew: _, ...withoutScript } = wrapper
  const how = /run `gradle wrapper` where you develop/
  assert.match(await failureOf('gradle', { 'build.gradle': '', ...withoutScript }), how)
  const { 'gradle/wrapper/gradle-wrapper.jar': _jar, ...withoutJar } = wrapper
  const failure = await failureOf('gradle', { 'build.gradle': '', ...withoutJar })
  assert.match(failure, /lacks gradle\/wrapper\/gradle-wrapper\.jar.*git add --force/)
  const own = { ...withoutJar, gradlew: 'exec sh download-gradle.sh "$@"' }
  assert.equal((await recipeOf('gradle', { 'build.gradle': '', ...own })).runtime, 'gradle')
})
