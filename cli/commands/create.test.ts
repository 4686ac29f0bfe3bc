import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { credentials } from '#tests/support/fake-api.ts'
import {
  acme,
  application,
  applicationId,
  type FakePlatform,
  startFakePlatform,
} from '#tests/support/fake-platform.ts'

const git = ({ folder, env }: FakePlatform, ...args: string[]) => {
  const { stdout, stderr, status } = spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' })
  return { out: stdout, err: stderr, code: status }
}

test('berth create: picks the newest version of the type and links the folder', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  const { code, out } = await platform.type('create --type node')
  assert.equal(code, 0)
  assert.match(
    out,
    new RegExp(`^Created my-site \\(${applicationId}\\) in acme, zone par\\.$`, 'm'),
  )
  const created = platform.api.heard.find(({ method }) => method === 'POST')
  assert.deepEqual(created?.body, {
    deploy: 'git',
    name: 'my-site',
    description: 'my-site',
    zone: 'par',
    env: {},
    instanceType: 'node',
    instanceVersion: '2',
    instanceVariant: 'variant-node-2',
    minFlavor: 'XS',
    maxFlavor: 'XS',
    minInstances: 1,
    maxInstances: 1,
    instanceLifetime: 'REGULAR',
  })
  assert.deepEqual(JSON.parse(await readFile(join(platform.folder, '.berth.json'), 'utf8')), {
    apps: [
      {
        app_id: applicationId,
        org_id: acme,
        deploy_url: `https://127.0.0.1:4002/${applicationId}.git`,
        git_ssh_url: `git+ssh://git@127.0.0.1:4002/${applicationId}.git`,
        name: 'my-site',
        alias: 'my-site',
      },
    ],
  })
})

test('berth create: without --type the files of the folder decide, else it is refused before any call', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  const refused = await platform.type('create')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /do not tell the type of the application\. Pass --type/)
  assert.equal(platform.applications.length, 0)
  await writeFile(join(platform.folder, 'build.sbt'), '')
  await writeFile(join(platform.folder, 'package.json'), '{}')
  assert.match((await platform.type('create')).err, /Unknown application type 'sbt'/)
  await rm(join(platform.folder, 'build.sbt'))
  const { code, out } = await platform.type('create')
  assert.equal(code, 0)
  assert.match(out, /^Type node, by package\.json; --type chooses another\.\nCreated my-site/)
})

test('berth create: a task is created with its command', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  const { code } = await platform.type('create --type node job --task ./job.sh')
  assert.equal(code, 0)
  const created = platform.api.heard.find(({ method }) => method === 'POST')
  assert.partialDeepStrictEqual(created?.body, {
    instanceLifetime: 'TASK',
    env: { CC_RUN_COMMAND: './job.sh' },
  })
})

test('berth create: git push works in the repository without further setup', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  git(platform, 'init', '--quiet', '--initial-branch', 'main')
  const { out } = await platform.type('create --type node hello --region mtl --org acme')
  assert.match(out, /`git push berth main:master`/)

  const url = `https://127.0.0.1:4002/${applicationId}.git`
  assert.equal(git(platform, 'remote', 'get-url', 'berth').out.trim(), url)
  assert.equal(
    git(platform, 'config', '--get-urlmatch', 'http.sslCAInfo', url).out.trim(),
    join(platform.root, 'config/berth/authorities/local/ca.pem'),
  )
  const filled = spawnSync('git', ['credential', 'fill'], {
    cwd: platform.folder,
    env: { ...platform.env, GIT_TERMINAL_PROMPT: '0' },
    input: `url=${url}\n\n`,
    encoding: 'utf8',
  })
  assert.match(filled.stdout, new RegExp(`^username=${credentials.token}$`, 'm'))
  assert.match(filled.stdout, new RegExp(`^password=${credentials.secret}$`, 'm'))
})

test('berth create: invalid input is refused before any call', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  const refused: [string, RegExp][] = [
    ['create --type nod x', /Unknown application type 'nod'\. Did you mean 'node'\?/],
    ['create --type cobol x', /Types: node, play2\n/],
    ['create --type node x --org nobody', /not a member of an organisation 'nobody'/],
    ['create --type node x --alias ../x', /Invalid alias/],
  ]
  for (const [line, says] of refused) {
    const { code, err } = await platform.type(line)
    assert.equal(code, 1)
    assert.match(err, says)
  }
  await platform.type('create --type node x')
  assert.match((await platform.type('create --type node x')).err, /linked to this folder as 'x'/)
  assert.equal(platform.api.heard.filter(({ method }) => method === 'POST').length, 1)
})

test('berth create: a duplicate name is refused with a free one, unless duplicates are allowed', async () => {
  await using platform = await startFakePlatform()
  platform.applications.push(application(applicationId, 'web'), application('app_2', 'web-2'))
  await platform.type('login --local')
  const { code, err } = await platform.type('create --type node web')
  assert.equal(code, 1)
  assert.equal(
    err,
    "acme already has an application 'web'. Use another name, such as 'web-3', run `berth link web` to link this folder to it, or pass --allow-duplicate.\n",
  )
  assert.equal(platform.api.heard.filter(({ method }) => method === 'POST').length, 0)
  assert.equal((await platform.type('create --type node web --allow-duplicate')).code, 0)
})

test('berth create: a second application of a folder gets its own remote, which berth unlink removes', async () => {
  await using platform = await startFakePlatform()
  const second = 'app_44444444-4444-4444-8444-444444444444'
  platform.applications.push(application(applicationId, 'one'), application(second, 'two'))
  await platform.type('login --local')
  git(platform, 'init', '--quiet', '--initial-branch', 'master')
  assert.match((await platform.type('link one')).out, /`git push berth master`/)
  assert.match((await platform.type(`link ${second} --alias b`)).out, /`git push berth-b master`/)
  assert.match(
    (await platform.type('status')).err,
    /Several applications.*one, b\. Choose one with --alias/,
  )
  assert.equal((await platform.type('status --alias b')).code, 0)

  await platform.type('unlink b')
  assert.equal(git(platform, 'remote').out, 'berth\n')
  assert.notEqual(git(platform, 'config', '--get-regexp', '^credential').out, '')
  await platform.type('unlink')
  assert.equal(git(platform, 'remote').out, '')
  assert.equal(git(platform, 'config', '--get-regexp', '^(credential|http)').out, '')
  await assert.rejects(stat(join(platform.folder, '.berth.json')), { code: 'ENOENT' })
  assert.match(
    (await platform.type('status')).err,
    /not linked to an application\. Use `berth link/,
  )
})
