import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectTypes } from './detect-type.ts'
import type { Project } from './project.ts'

type Files = Readonly<Record<string, string>>

const projectOf = (files: Files): Project => ({
  isFile: async (path) => Object.hasOwn(files, path),
  read: async (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
})

const built = (name: string) =>
  JSON.stringify({ scripts: { build: 'x' }, devDependencies: { [name]: '*' } })
const started = '{"scripts":{"start":"x"}}'

const projects: readonly [types: string, files: Files][] = [
  ['play1', { 'conf/application.conf': '', 'conf/dependencies.yml': '' }],
  ['play2', { 'build.sbt': '', 'conf/routes': '' }],
  ['play2', { 'build.sbt': '', 'project/plugins.sbt': '"org.playframework" % "sbt-plugin" % "3"' }],
  ['sbt', { 'build.sbt': '', 'project/plugins.sbt': '"com.github.sbt" % "sbt-native-packager"' }],
  ['node', { 'package.json': '{ damaged' }],
  ['node', { 'package.json': '{"scripts":{"start":"x","build":"y"}}', 'index.html': '' }],
  ['node', { 'deno.json': '' }],
  ['static', { 'package.json': '{"scripts":{"build":"vite build"}}', 'index.html': '' }],
  ['node', { 'package.json': built('vite'), 'index.html': '' }],
  ['static', { 'package.json': built('vite') }],
  ['node', { 'package.json': built('@sveltejs/kit') }],
  ['static', { 'package.json': '{"dependencies":{"vite":"*"}}', 'index.html': '' }],
  ['static', { 'package.json': built('@11ty/eleventy') }],
  ['static', { 'index.html': '' }],
  ['python', { 'requirements.txt': 'flask', 'index.html': '' }],
  ['python', { 'manage.py': '', 'package.json': '{"scripts":{"build":"x"}}' }],
  ['php', { 'composer.json': '{}', 'package.json': '{"scripts":{"build":"vite build"}}' }],
  ['php', { 'public/index.php': '', 'index.html': '' }],
  ['php', { 'wp-config-sample.php': '' }],
  ['php node', { 'composer.json': '{}', 'package.json': started }],
  ['ruby', { 'config.ru': '', 'package.json': built('vite'), 'index.html': '' }],
  ['ruby', { 'Gemfile.lock': '', 'package.json': '{"scripts":{"build":"x"}}' }],
  ['node', { Gemfile: '', 'package.json': started }],
  ['go', { 'go.mod': '', 'index.html': '' }],
  ['rust', { 'Cargo.toml': '', 'Cargo.lock': '', 'index.html': '' }],
  ['rust', { 'Cargo.toml': '', 'package.json': built('vite') }],
  ['rust node', { 'Cargo.toml': '', 'package.json': started }],
  ['linux', { Makefile: 'build:\n\tcc x.c\nrun: build\n' }],
  ['linux', { 'mise.toml': '[tasks.run]\nrun = "./x"\n' }],
  ['', { Makefile: 'build:\n\tcc x.c\n' }],
  ['maven', { 'pom.xml': '', 'package.json': '{}' }],
  ['jar', { 'pom.xml': '', 'clevercloud/jar.json': '{}' }],
  ['jar', { 'build.xml': '' }],
  ['war', { 'pom.xml': '<packaging>war</packaging>' }],
  ['war', { 'pom.xml': '', 'berth/war.json': '{}' }],
  ['gradle', { 'settings.gradle.kts': '' }],
  ['maven node', { 'pom.xml': '', 'package.json': started }],
  ['docker', { Dockerfile: 'FROM x' }],
  ['docker', { 'berth/image.json': '{}' }],
  ['', { 'notes.txt': '' }],
  ['python node', { 'requirements.txt': '', 'package.json': started }],
  ['ruby node', { 'config.ru': '', 'package.json': started }],
  ['ruby python', { 'config.ru': '', 'pyproject.toml': '' }],
  ['node docker', { 'package.json': '{"main":"a.js"}', Dockerfile: 'FROM x' }],
]

for (const [types, files] of projects)
  test(`detected types: ${Object.keys(files).join(', ')} is for ${types || 'nothing that is known'}`, async () => {
    const found = await detectTypes(projectOf(files))
    assert.equal(found.map(({ type }) => type).join(' '), types)
    for (const { because } of found) assert.ok(Object.hasOwn(files, because), because)
  })
