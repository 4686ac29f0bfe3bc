import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesSource } from '#tests/source-files.ts'
import { findPlayPlugin, playLine } from './play-version.ts'

const add = (version: string) => `addSbtPlugin("com.typesafe.play" % "sbt-plugin" % ${version})\n`

const versionIn = async (text: string, options: string[] = []) =>
  (await findPlayPlugin(filesSource({ 'project/plugins.sbt': text }), options))?.version

for (const [text, version] of [
  [add('"2.8.8"'), '2.8.8'],
  ['addSbtPlugin("org.playframework" % "sbt-plugin" % "3.0.8")', '3.0.8'],
  [`// ${add('"2.3.0"')}${add('"2.9.6"')}`, '2.9.6'],
  [`/* ${add('"2.3.0"')} */ ${add('"2.9.6"')}`, '2.9.6'],
  [`val playVersion = "2.7.9"\n${add('playVersion')}`, '2.7.9'],
  [`val playVersion: String = "2.7.9"\n${add('playVersion')}`, '2.7.9'],
  [`val playVersion = other\n${add('playVersion')}`, undefined],
  [add('Versions.play'), undefined],
  [add('sys.props.getOrElse("play.version", "2.3.10")'), '2.3.10'],
  [add('System.getProperty("play.version")'), undefined],
  ['addSbtPlugin("com.typesafe.play" % "sbt-twirl" % "1.6.1")', undefined],
] as const) {
  test(`Play version: ${version} in ${JSON.stringify(text)}`, async () => {
    assert.equal(await versionIn(text), version)
  })
}

test('Play version: the property play.version gives one that the file asks for', async () => {
  const options = ['-Dplay.version=2.4.11']
  assert.equal(await versionIn(add('System.getProperty("play.version")'), options), '2.4.11')
  assert.equal(await versionIn(add('"2.8.8"'), options), '2.8.8')
})

test('Play version: other files of project are read after plugins.sbt', async () => {
  const files = { 'project/play.sbt': add('"2.9.0"'), 'project/plugins.sbt': 'val x = 1' }
  assert.deepEqual(await findPlayPlugin(filesSource(files), []), {
    path: 'project/play.sbt',
    group: 'com.typesafe.play',
    version: '2.9.0',
  })
  assert.equal(await findPlayPlugin(filesSource({}), []), undefined)
})

test('Play version: lines', () => {
  assert.deepEqual(playLine('2.10.0-M1'), { major: 2, minor: 10 })
  assert.deepEqual(playLine('3.0'), { major: 3, minor: 0 })
  for (const text of ['', 'latest', '2', '2.x', '2.8x']) assert.equal(playLine(text), undefined)
})
