import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { createJvmRuntime } from './jvm-runtime.ts'
import type { JvmType } from './jvm-variables.ts'

type Files = Record<string, string>

const smallest: Partial<Record<JvmType, Files>> = {
  jar: { 'hello.jar': '' },
  maven: { 'pom.xml': '<project/>' },
}
const types = Object.keys(smallest) as JvmType[]

for (const type of types) {
  runtimeContract({
    create: () => createJvmRuntime(type, packagedCatalogue),
    smallest: smallest[type] ?? {},
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
