import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { startFakePlatform } from '#tests/support/fake-platform.ts'

test('berth init: makes a repository, a .gitignore, an application and a link, and can be run again', async () => {
  await using platform = await startFakePlatform()
  const { folder, env } = platform
  await platform.type('login --local')
  const unknown = await platform.type('init')
  assert.match(unknown.err, /do not tell the type/)
  await assert.rejects(readFile(join(folder, '.git/HEAD')), { code: 'ENOENT' })

  await writeFile(join(folder, 'package.json'), '{}')
  const { code, out, err } = await platform.type('init')
  assert.equal(code, 0, err)
  assert.deepEqual(out.split('\n').slice(0, 3), [
    'Type node, by package.json; --type chooses another.',
    'Made this folder a Git repository.',
    'Wrote .gitignore: node_modules/, .env, .env.*',
  ])
  assert.match(
    out,
    /\nCreated my-site .*\nThis folder is linked to my-site \(app_[^)]+\)\. Next:\n/,
  )
  assert.match(out, /\n {2}git add \. && git commit -m "First version"\n {2}berth deploy\n/)
  const remotes = await runOrThrow(['git', '-C', folder, 'remote', '-v'], { env })
  assert.match(remotes, /^berth\s/)

  await writeFile(join(folder, '.gitignore'), 'mine\n')
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@b']
  await runOrThrow(['git', '-C', folder, 'add', '.'], { env })
  await runOrThrow(['git', '-C', folder, ...identity, 'commit', '-qm', 'x'], { env })
  const again = await platform.type('init --format json')
  assert.deepEqual(JSON.parse(again.out).next, ['berth deploy', 'berth open'])
  assert.equal(again.err, '')
  assert.equal(platform.applications.length, 1)
  assert.equal(await readFile(join(folder, '.gitignore'), 'utf8'), 'mine\n')
})

test('berth init: a folder inside a repository is not made another one', async () => {
  await using platform = await startFakePlatform()
  const { folder, root, env } = platform
  await platform.type('login --local')
  await runOrThrow(['git', 'init', '-q', root], { env })
  const { code, out } = await platform.type('init --type node')
  assert.equal(code, 0)
  assert.doesNotMatch(out, /Git repository/)
  await assert.rejects(stat(join(folder, '.git')), { code: 'ENOENT' })
})
