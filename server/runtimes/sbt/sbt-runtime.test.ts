import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { sbtLauncherVersion } from '#toolchains/sbt/sbt-tool.ts'
import { createPlay2Runtime, createSbtRuntime } from './sbt-runtime.ts'
import { sbtVariables } from './sbt-variables.ts'
import { sbtLauncher } from './sbt-version.ts'

const smallest = {
  'build.sbt': 'lazy val root = project.in(file(".")).enablePlugins(PlayScala)\n',
  'project/build.properties': 'sbt.version=1.10.11\n',
}

for (const create of [createPlay2Runtime, createSbtRuntime]) {
  runtimeContract({
    create: () => create(packagedCatalogue),
    smallest,
    readFiles: [
      'project/build.properties',
      'project/plugins.sbt',
      'conf/application.conf',
      'clevercloud/sbt.json',
      'berth/sbt.json',
    ],
  })
}

const recipeOf = (files: Record<string, string>, environment: Record<string, string> = {}) =>
  createSbtRuntime(packagedCatalogue).recipe(filesSource({ ...smallest, ...files }), environment)

const failureOf = async (
  files: Record<string, string>,
  environment: Record<string, string> = {},
) => {
  const failure = await recipeOf(files, environment).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, 'there is a recipe')
  return failure.message
}

test('sbt: the launcher of the recipe is the one of the toolchain', () => {
  assert.equal(sbtLauncher, sbtLauncherVersion)
})

test('sbt: stage is built and its program started on port 8080, without a PID file', async () => {
  const { tools, build, start, startup } = await recipeOf({})
  assert.equal(startup, 'slow')
  assert.deepEqual(tools, [
    { name: 'java', version: '17' },
    { name: 'sbt', version: sbtLauncherVersion },
  ])
  assert.deepEqual(build, [
    {
      title: 'sbt stage',
      command: ['sbt', 'stage'],
      environment: { SBT_GLOBAL_SETTINGS: 'Compile / doc / sources := Seq.empty' },
    },
  ])
  assert.deepEqual(start, [
    'start-staged',
    'target/universal/stage/bin',
    '-Dpidfile.path=/dev/null',
    '-Dhttp.port=8080',
  ])
})

for (const [goal, build, start] of [
  ['service1/stage', ['service1/stage'], []],
  ['clean stage', ['clean', 'stage'], []],
  ['"project web" stage', ['project web', 'stage'], []],
  [
    '-Dconfig.resource=prod.conf',
    ['-Dconfig.resource=prod.conf', 'stage'],
    ['-Dconfig.resource=prod.conf'],
  ],
  ['web/stage -Da="b c"', ['-Da=b c', 'web/stage'], ['-Da=b c']],
  ['-Xss2m -J-ea', ['-Xss2m', '-J-ea', 'stage'], ['-J-Xss2m', '-J-ea']],
] as const) {
  test(`sbt: SBT_DEPLOY_GOAL ${goal} and the same in sbt.json`, async () => {
    const json = JSON.stringify({ deploy: { goal } })
    for (const recipe of [
      await recipeOf({}, { SBT_DEPLOY_GOAL: goal }),
      await recipeOf({ 'clevercloud/sbt.json': json }),
      await recipeOf({ 'berth/sbt.json': json }),
    ]) {
      assert.deepEqual(recipe.build[0]?.command, ['sbt', ...build])
      assert.deepEqual(recipe.start.slice(3, -1), start)
    }
  })
}

test('sbt: documentation is left out in the words of each sbt, unless the goal is to make it', async () => {
  const settingOf = async (version: string, environment: Record<string, string> = {}) => {
    const files = { 'project/build.properties': `sbt.version=${version}\n` }
    return (await recipeOf(files, environment)).build[0]?.environment?.SBT_GLOBAL_SETTINGS
  }
  for (const version of ['0.13.18', '1.0.4'])
    assert.equal(await settingOf(version), 'sources in (Compile, doc) := Seq.empty')
  for (const version of ['1.1.0', '1.10.11', '2.0.0-RC6'])
    assert.equal(await settingOf(version), 'Compile / doc / sources := Seq.empty')
  for (const goal of ['doc stage', 'web/packageDoc stage', 'unidoc'])
    assert.equal(await settingOf('1.10.11', { SBT_DEPLOY_GOAL: goal }), undefined)
})

test('sbt: the variable wins over sbt.json', async () => {
  const files = { 'clevercloud/sbt.json': '{"deploy":{"goal":"a/stage"}}' }
  const { build } = await recipeOf(files, { SBT_DEPLOY_GOAL: 'b/stage' })
  assert.deepEqual(build[0]?.command, ['sbt', 'b/stage'])
})

test('sbt: a wrong goal or sbt.json is reported', async () => {
  assert.match(await failureOf({}, { SBT_DEPLOY_GOAL: "it's" }), /a single quote is not closed/)
  assert.match(await failureOf({}, { SBT_DEPLOY_GOAL: '"" stage' }), /neither a task/)
  const json = (text: string) => failureOf({ 'clevercloud/sbt.json': text })
  assert.match(await json('{"deploy":'), /clevercloud\/sbt.json is not valid JSON at line 1/)
  assert.match(await json('[]'), /must hold an object/)
  assert.match(
    await json('{"deploy":"stage"}'),
    /"deploy" in clevercloud\/sbt.json must be an object/,
  )
  assert.match(await json('{"deploy":{"goal":["stage"]}}'), /"deploy.goal" .* must be text/)
})

test('sbt: CC_SBT_TARGET_DIR and CC_SBT_TARGET_BIN say what to start', async () => {
  const programOf = async (environment: Record<string, string>) =>
    (await recipeOf({}, environment)).start[1]
  assert.equal(await programOf({ CC_SBT_TARGET_DIR: 'web/' }), 'web/target/universal/stage/bin')
  assert.equal(await programOf({ CC_SBT_TARGET_DIR: './a/./b' }), 'a/b/target/universal/stage/bin')
  assert.equal(
    await programOf({ CC_SBT_TARGET_BIN: 'hello', CC_SBT_TARGET_DIR: 'web' }),
    'web/target/universal/stage/bin/hello',
  )
  assert.match(
    await failureOf({}, { CC_SBT_TARGET_DIR: '/etc' }),
    /must be a folder of the repository/,
  )
  assert.match(await failureOf({}, { CC_SBT_TARGET_DIR: '../x' }), /path in the repository/)
  assert.match(await failureOf({}, { CC_SBT_TARGET_BIN: '../x' }), /name of a file/)
})

test('sbt: CC_RUN_COMMAND starts something else', async () => {
  const { start } = await recipeOf({}, { CC_RUN_COMMAND: 'java -jar x.jar' })
  assert.deepEqual(start, ['sh', '-c', 'java -jar x.jar'])
})

test('sbt: build.properties says which sbt builds, and must say it', async () => {
  const missing = { 'build.sbt': '' }
  const failure = await createSbtRuntime(packagedCatalogue)
    .recipe(filesSource(missing), {})
    .catch((error: Error) => error)
  assert.match(String(failure), /project\/build.properties is missing.*sbt.version=/)
  const say = (text: string) => failureOf({ 'project/build.properties': text })
  assert.match(await say('x=1\n'), /does not say which sbt builds: write the line sbt.version=/)
  assert.match(await say('sbt.version=newest\n'), /is "newest", which is not a version of sbt/)
})

test('sbt: the heaps of sbt and of the application fit, and the metaspace can be left free', async () => {
  const optionsOf = async (environment: Record<string, string>) => {
    const { memoryOption } = await recipeOf({}, environment)
    return [memoryOption].flat().map((each) => `${each?.variable} ${each?.option}`)
  }
  const heaps = ['SBT_MEMORY -XX:MaxHeapSize', 'JAVA_OPTS -XX:MaxHeapSize']
  assert.deepEqual(await optionsOf({}), [...heaps, 'JAVA_OPTS -XX:MaxMetaspaceSize'])
  assert.deepEqual(await optionsOf({ CC_DISABLE_MAX_METASPACE: 'true' }), heaps)
})

const hostileValues = [
  '..',
  '/',
  '-',
  '--',
  "'",
  '\u2028',
  '-D',
  '-Dconfig.resource=',
  '-J',
  '\ufeff',
]
  .concat(['-Dconfig.file=/etc/passwd', '-Dconfig.file=../x', '-Dconfig.resource=a/../../../b'])
  .concat(['-Dsbt.version=x', `-Dconfig.file=${'x'.repeat(3000)}`, '-Dconfig.file="a\nb\u2028"'])
  .concat(['-Dplay.version=\u009b', 'x'.repeat(100_000), '$(reboot)', '-Dplay.http.secret.key='])

test('sbt: any value of a variable results in a recipe with plain lines, or in a message', async () => {
  const plugin = 'addSbtPlugin("org.playframework" % "sbt-plugin" % sys.props("play.version"))'
  const names = [...sbtVariables.map(({ name }) => name), 'CC_RUN_COMMAND']
  for (const name of names) {
    for (const value of hostileValues) {
      const planned = await recipeOf({ 'project/plugins.sbt': plugin }, { [name]: value }).catch(
        (error: unknown) => error,
      )
      if (planned instanceof Error) assert.ok(planned instanceof Failure, `${name} ${value}`)
      const {
        notes = [],
        warnings = [],
        build = [],
        message = 'x',
      } = planned as Partial<Awaited<ReturnType<typeof recipeOf>> & Error>
      for (const line of [...notes, ...warnings, ...build.map(({ title }) => title), message]) {
        assert.ok(line.length > 0 && line.length < 400, `${name} ${value}: ${line}`)
        assert.doesNotMatch(line, /[\x00-\x1f\x7f-\x9f\u2028\u2029]/, name)
      }
    }
  }
})

test('sbt: agents of JAVA_TOOL_OPTIONS stay out of the build, with a note', async () => {
  const { omittedInBuild, notes } = await recipeOf({}, { JAVA_TOOL_OPTIONS: '-javaagent:a.jar' })
  assert.ok(omittedInBuild?.variables.includes('JAVA_TOOL_OPTIONS'))
  assert.match(notes.join(), /loaded by the application, not by its build/)
})
