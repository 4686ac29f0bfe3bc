import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { createPlay1Runtime } from './play1-runtime.ts'

const runtime = createPlay1Runtime(packagedCatalogue)
const conf = 'application.mode=prod\nXForwardedSupport=all\n'
const smallest = { 'conf/application.conf': conf, 'conf/routes': 'GET / Application.index\n' }

runtimeContract({
  create: () => createPlay1Runtime(packagedCatalogue),
  smallest,
  readFiles: ['conf/application.conf', 'clevercloud/play1_version', 'berth/play1_version'],
})

const recipeOf = (files: Record<string, string>, environment: Record<string, string> = {}) =>
  runtime.recipe(filesSource({ ...smallest, ...files }), environment)

const failureOf = async (
  files: Record<string, string>,
  environment: Record<string, string> = {},
) => {
  const failure = await recipeOf(files, environment).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, 'there is a recipe')
  return failure.message
}

for (const [value, version] of [
  ['1.2', '1.2.7.2'],
  ['12', '1.2.7.2'],
  ['1.3', '1.3.4'],
  ['13', '1.3.4'],
  ['1.4', '1.4.4'],
  ['14', '1.4.4'],
  ['1.5', '1.5.0'],
  ['15', '1.5.0'],
]) {
  test(`play1: PLAY1_VERSION ${value} is Play ${version} on Java 8`, async () => {
    const { tools } = await recipeOf({}, { PLAY1_VERSION: value ?? '' })
    assert.deepEqual(tools, [
      { name: 'java', version: '8' },
      { name: 'play1', version },
    ])
  })
}

test('play1: the file play1_version is trimmed, and the variable wins', async () => {
  const files = { 'clevercloud/play1_version': ' 1.3 \n' }
  assert.equal((await recipeOf(files)).tools[1]?.version, '1.3.4')
  assert.equal((await recipeOf(files, { PLAY1_VERSION: '1.2' })).tools[1]?.version, '1.2.7.2')
  assert.equal((await recipeOf({})).tools[1]?.version, '1.5.0')
})

test('play1: another version is refused with the values that work', async () => {
  const values = /use one of .*1\.2.*12.*1\.3.*13.*1\.4.*14.*1\.5.*15/
  assert.match(await failureOf({}, { PLAY1_VERSION: '16' }), /^PLAY1_VERSION is "16"/)
  assert.match(await failureOf({}, { PLAY1_VERSION: '1.6' }), values)
  const junk = await failureOf({ 'berth/play1_version': '1.6 or so' })
  assert.match(junk, /^berth\/play1_version is "1.6 or so"/)
})

test('play1: the profile is berth where application.conf has keys for it, else clevercloud', async () => {
  const startOf = async (text: string) =>
    (await recipeOf({ 'conf/application.conf': text })).start.at(-1)
  assert.equal(await startOf(`${conf}%clevercloud.db=mem`), '--%clevercloud')
  assert.equal(await startOf(`${conf}%berth.db=mem`), '--%berth')
  assert.equal(await startOf(conf), '--%clevercloud')
})

test('play1: dependencies are resolved where there is a dependencies.yml, then all is precompiled', async () => {
  const commands = ({ build }: { build: { title: string }[] }) => build.map(({ title }) => title)
  assert.deepEqual(commands(await recipeOf({})), ['play precompile --%clevercloud'])
  assert.deepEqual(commands(await recipeOf({ 'conf/dependencies.yml': 'require:\n - play\n' })), [
    'play dependencies --%clevercloud',
    'play precompile --%clevercloud',
  ])
})

test('play1: the heap is a share of the instance unless jvm.memory says it', async () => {
  const { memoryOption } = await recipeOf({})
  assert.equal([memoryOption].flat()[0]?.variable, 'JAVA_OPTS')
  const own = await recipeOf({ 'conf/application.conf': `${conf}jvm.memory=-Xmx128M -Xms64M` })
  assert.equal(own.memoryOption, undefined)
  assert.equal(own.environment.PLAY1_MEMORY, '-Xmx128M -Xms64M')
})

test('play1: a configuration that is wrong behind a router is advised on', async () => {
  const { warnings } = await recipeOf({ 'conf/application.conf': 'application.mode=dev\n' })
  assert.match(warnings.join('\n'), /Set XForwardedSupport=all/)
  assert.match(warnings.join('\n'), /%clevercloud.application.mode=prod/)
  assert.deepEqual((await recipeOf({})).warnings, [])
})

test('play1: CC_JAVA_VERSION chooses another JDK, and one that cannot be had is refused', async () => {
  const { tools, warnings } = await recipeOf({}, { CC_JAVA_VERSION: '1.8' })
  assert.deepEqual([tools[0]?.version, warnings], ['8', []])
  const newer = await recipeOf({}, { CC_JAVA_VERSION: '17' })
  assert.equal(newer.tools[0]?.version, '17')
  assert.match(newer.warnings.join(), /Java 8 at most/)
  assert.match(await failureOf({}, { CC_JAVA_VERSION: '9' }), /lines that can be had are 8, 11, 17/)
})

test('play1: agents of JAVA_TOOL_OPTIONS stay out of the build, with a note and without their values', async () => {
  const options = '-javaagent:lib/agent.jar=hunter2'
  const { omittedInBuild, notes, ...others } = await recipeOf({}, { JAVA_TOOL_OPTIONS: options })
  assert.ok(omittedInBuild?.variables.includes('JAVA_TOOL_OPTIONS'))
  assert.ok(omittedInBuild?.prefixes.includes('-javaagent:'))
  assert.match(notes.join(), /loaded by the application, not by its build/)
  assert.doesNotMatch(JSON.stringify([notes, others]), /hunter2/)
  const plain = await recipeOf({}, { JAVA_TOOL_OPTIONS: '-Dfile.encoding=utf-8' })
  assert.doesNotMatch(plain.notes.join(), /Agents/)
})

test('play1: a configuration without routes, or of nothing but them, is refused with a hint', async () => {
  const failure = async (files: Record<string, string>) =>
    (await runtime.recipe(filesSource(files), {}).catch((error) => error)).message
  assert.match(await failure({ 'conf/application.conf': '' }), /^conf\/routes is missing/)
  assert.match(await failure({ 'conf/routes': '' }), /^conf\/application.conf is missing/)
})

test('play1: a repository without conf/application.conf is refused with a hint', async () => {
  const failure = await runtime.recipe(filesSource({ 'app/x': '' }), {}).catch((error) => error)
  assert.match(failure.message, /conf\/application.conf is missing.*APP_FOLDER/)
})
