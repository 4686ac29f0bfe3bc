import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '#kit/process/subprocess.ts'

const script = join(import.meta.dirname, 'composer-install.sh')

/** Composer's site with one release, whose checksum may be that of another file. */
async function openSite({
  path,
  phar,
  checksumOf = phar,
}: Record<'path' | 'phar', string> & { checksumOf?: string }) {
  const requests: string[] = []
  const sum = `${createHash('sha256').update(checksumOf).digest('hex')}  composer.phar\n`
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const body = { [`${path}/composer.phar`]: phar, [`${path}/composer.phar.sha256sum`]: sum }[
      request.url ?? ''
    ]
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** An application, and a system whose PHP and Composer say what they run. */
async function openApplication() {
  const folder = await mkdtemp(join(tmpdir(), 'berth-composer-'))
  const programs = join(folder, 'programs')
  await mkdir(programs)
  for (const name of ['php', 'composer']) {
    await writeFile(join(programs, name), `#!/bin/sh\necho "${name} $*"\n`)
    await chmod(join(programs, name), 0o755)
  }
  return {
    folder,
    install: (args: string[], environment: Record<string, string> = {}) =>
      run(['bash', script, ...args], {
        cwd: folder,
        env: { PATH: `${programs}:${process.env.PATH}`, HOME: folder, ...environment },
      }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

const options = '--no-interaction --no-progress --no-ansi --no-dev'

test('composer-install: runs the Composer of the system, or that of the repository', async () => {
  await using application = await openApplication()
  const system = await application.install(['--', '--no-dev'])
  assert.equal(system.stdout, `composer install ${options}\n`)
  await writeFile(join(application.folder, 'composer.phar'), '')
  const own = await application.install(['--', '--no-dev'])
  assert.equal(own.stdout, `php composer.phar install ${options}\n`)
})

test('composer-install: downloads a version once, from CC_COMPOSER_MIRROR', async () => {
  await using application = await openApplication()
  await using site = await openSite({ path: '/2.8.12', phar: 'a program' })
  const environment = { CC_COMPOSER_MIRROR: site.address }
  for (const _ of [1, 2]) {
    const { stdout, code } = await application.install(
      ['--version=2.8.12', '--', '--no-dev'],
      environment,
    )
    assert.equal(code, 0)
    assert.match(stdout, /php \S+\/programs\/2\.8\.12\.phar install --no-interaction/)
  }
  assert.deepEqual(site.requests, ['/2.8.12/composer.phar', '/2.8.12/composer.phar.sha256sum'])
})

test('composer-install: the newest of a line is downloaded each time', async () => {
  await using application = await openApplication()
  await using site = await openSite({ path: '/latest-2.2.x', phar: 'a program' })
  const environment = { CC_COMPOSER_MIRROR: site.address }
  for (const _ of [1, 2]) await application.install(['--version=2.2', '--'], environment)
  assert.equal(site.requests.length, 4)
})

test('composer-install: what the checksum does not name never runs, and a missing version is named', async () => {
  await using application = await openApplication()
  await using site = await openSite({ path: '/2.8.12', phar: 'another', checksumOf: 'a program' })
  const environment = { CC_COMPOSER_MIRROR: site.address }
  const wrong = await application.install(['--version=2.8.12', '--'], environment)
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /is not the file that its checksum names, so it does not run/)
  assert.doesNotMatch(wrong.stdout, /install/)
  const missing = await application.install(['--version=9.9.9', '--'], environment)
  assert.equal(missing.code, 1)
  assert.match(
    missing.stderr,
    /CC_COMPOSER_VERSION is 9\.9\.9, and Composer's own site has no such/,
  )
})
