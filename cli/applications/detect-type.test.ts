import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { listExamples } from '#tests/examples.ts'
import { detectType, requireType } from './detect-type.ts'

for (const { name, type, folder, environment } of await listExamples())
  test(`examples/${name}: its type is detected by its files`, async () => {
    const detected = await detectType(join(folder, environment.APP_FOLDER ?? ''))
    assert.equal(detected?.type, type)
  })

/** A temporary folder with these files. */
async function folderOf(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-detect-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

const built = (name: string) =>
  JSON.stringify({ scripts: { build: 'x' }, devDependencies: { [name]: '*' } })

const projects: readonly [type: string | undefined, files: Readonly<Record<string, string>>][] = [
  ['play1', { 'conf/application.conf': '', 'conf/dependencies.yml': '' }],
  ['play2', { 'build.sbt': '', 'conf/routes': '' }],
  ['play2', { 'build.sbt': '', 'project/plugins.sbt': '"org.playframework" % "sbt-plugin" % "3"' }],
  ['sbt', { 'build.sbt': '', 'project/plugins.sbt': '"com.github.sbt" % "sbt-native-packager"' }],
  ['node', { 'package.json': '{"main":"a.js"}', Dockerfile: 'FROM x' }],
  ['node', { 'package.json': '{ damaged' }],
  ['node', { 'package.json': '{"scripts":{"start":"x","build":"y"}}', 'index.html': '' }],
  ['static', { 'package.json': '{"scripts":{"build":"vite build"}}', 'index.html': '' }],
  ['node', { 'package.json': built('vite'), 'index.html': '' }],
  ['static', { 'package.json': built('vite') }],
  ['node', { 'package.json': built('@sveltejs/kit') }],
  ['static', { 'package.json': '{"dependencies":{"vite":"*"}}', 'index.html': '' }],
  ['static', { 'package.json': built('@11ty/eleventy') }],
  ['static', { 'index.html': '' }],
  ['python', { 'requirements.txt': 'flask', 'index.html': '' }],
  ['python', { 'manage.py': '', 'package.json': '{"scripts":{"build":"x"}}' }],
  ['node', { 'requirements.txt': '', 'package.json': '{"scripts":{"start":"x"}}' }],
  ['ruby', { 'config.ru': '', 'package.json': '{"scripts":{"start":"x"}}', 'index.html': '' }],
  ['ruby', { 'Gemfile.lock': '', 'package.json': '{"scripts":{"build":"x"}}' }],
  ['node', { Gemfile: '', 'package.json': '{"scripts":{"start":"x"}}' }],
  ['docker', { Dockerfile: 'FROM x' }],
  [undefined, { 'notes.txt': '' }],
]

for (const [type, files] of projects)
  test(`detected type: ${Object.keys(files).join(', ')} is ${type ?? 'nothing that is known'}`, async () => {
    await using project = await folderOf(files)
    assert.equal((await detectType(project.folder))?.type, type)
  })

test('detected type: without one, the refusal names the folder below that has an application', async () => {
  await using project = await folderOf({ 'a/x': '', 'web/package.json': '{}' })
  await assert.rejects(requireType(project.folder), {
    hint: /^web\/package\.json does: pass --type node, and set APP_FOLDER to web/,
  })
  await using empty = await folderOf({ 'a/x': '' })
  await assert.rejects(requireType(empty.folder), { hint: 'Pass --type, such as --type node.' })
})
