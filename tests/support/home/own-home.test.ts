import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { root } from '#tests/laws/source-tree.ts'
import { connectionLines, withOwnHome } from './home-environment.ts'
import './own-home.ts'

/** Prints what a file of tests finds of the home of whoever runs it. */
const alone = `
import { execFileSync } from 'node:child_process'
import { readProfiles } from '${root}/cli/profiles/profile.ts'
import '${root}/tests/support/home/own-home.ts'
const say = (...words) => execFileSync(words[0], words.slice(1), { encoding: 'utf8' }).trim()
console.log(JSON.stringify({
  profiles: (await readProfiles({ env: {} })).profiles,
  git: say('git', 'config', '--list', '--name-only'),
  registry: say('npm', 'config', 'get', 'registry'),
  editor: say('npm', 'config', 'get', 'editor'),
  home: process.env.HOME,
}))
`

test('own home: a file of tests that is run alone sees no login, no Git configuration, and the registry of the person', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'berth-person-'))
  t.after(() => rm(home, { recursive: true }))
  const file = join(home, 'alone.test.ts')
  await writeFile(file, alone)
  await mkdir(join(home, '.config/berth'), { recursive: true })
  await writeFile(join(home, '.config/berth/profiles.json'), '{"profiles":[{"name":"local"}]}')
  await writeFile(join(home, '.gitconfig'), '[user]\nname = Ada\n')
  await writeFile(join(home, '.npmrc'), 'registry=http://127.0.0.1:1/npm/\neditor=ed-of-ada\n')
  const {
    TESTS_HOME: _,
    npm_config_registry: __,
    npm_config_userconfig: ___,
    ...rest
  } = process.env
  const env = {
    ...rest,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    GIT_DIR: '/nonexistent',
  }
  const found = JSON.parse(
    await runOrThrow([process.execPath, file], { env, cwd: '/', timeout: 120_000 }),
  )
  assert.deepEqual(found.profiles, [])
  assert.equal(found.git, '')
  assert.equal(found.registry, 'http://127.0.0.1:1/npm/')
  assert.notEqual(found.editor, 'ed-of-ada')
  assert.notEqual(found.home, home)
})

test('own home: the files of a run share the home of the run, which lies in its folder', () => {
  const { HOME, TESTS_HOME, TESTS_NPM_REGISTRY } = process.env
  assert.equal(HOME, TESTS_HOME)
  const isOfRun = TESTS_NPM_REGISTRY !== undefined
  assert.equal(HOME === join(tmpdir(), 'home'), isOfRun)
})

test('own home: drops what names files of the person and keeps certificates, proxies and caches', () => {
  const given = {
    PATH: '/bin',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    GIT_SSL_CAINFO: '/ca.pem',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_CONFIG_GLOBAL: '/home/ada/other',
    XDG_CACHE_HOME: '/caches',
    npm_config_userconfig: '/home/ada/.npmrc',
    npm_config_https_proxy: 'http://proxy.test',
    npm_config_prefix: '/home/ada/.npm-global',
  }
  assert.deepEqual(withOwnHome(given, '/home/ada', '/run/home'), {
    PATH: '/bin',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    GIT_SSL_CAINFO: '/ca.pem',
    npm_config_https_proxy: 'http://proxy.test',
    npm_config_cache: '/home/ada/.npm',
    GOENV: '/home/ada/.config/go/env',
    GOPATH: '/home/ada/go',
    GOCACHE: '/caches/go-build',
    HOME: '/run/home',
    npm_config_userconfig: '/run/home/.npmrc',
    GIT_CONFIG_NOSYSTEM: '1',
    TESTS_HOME: '/run/home',
  })
})

test('own home: of the configuration of npm, only how registries are reached comes along', () => {
  const npmrc = `
registry = https://npm.example.test/?a=b
//npm.example.test/:_authToken=secret
cafile=~/certificates/ca.pem
ca[]="one"
; proxy=no
prefix=~/.npm-global
`
  assert.equal(
    connectionLines(npmrc, '/home/ada'),
    'registry=https://npm.example.test/?a=b\ncafile=/home/ada/certificates/ca.pem\nca[]="one"\n',
  )
})
