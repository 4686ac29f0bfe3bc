import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { enablePhp } from './enable-php.ts'

async function openRoot(files: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'berth-php-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
}

test('PHP of a system: its programs have no version in their names, and its extensions are on in their order', async () => {
  await using system = await openRoot({
    'usr/bin/php8.4': '',
    'usr/sbin/php-fpm8.4': '',
    'usr/lib/php/8.4/php.ini-production': 'memory_limit = 128M',
    'usr/lib/php/8.4/php.ini-production.cli': 'memory_limit = -1',
    'usr/lib/php/20240924/pdo.so': '',
    'usr/share/php8.4-common/common/pdo.ini': '; priority=10\nextension=pdo.so\n',
    'usr/share/php8.4-mysql/mysql/pdo_mysql.ini': '; priority=20\nextension=pdo_mysql.so\n',
    'usr/share/php/other/not.ini': '',
    'etc/php/8.4/mods-available/apcu.ini': 'extension=apcu.so\n',
  })
  await enablePhp(system.root)
  assert.equal(await readlink(join(system.root, 'usr/bin/php')), 'php8.4')
  assert.equal(await readlink(join(system.root, 'usr/sbin/php-fpm')), 'php-fpm8.4')
  const enabled = async (sapi: string) =>
    (await readdir(join(system.root, 'etc/php/8.4', sapi, 'conf.d'))).sort()
  assert.deepEqual(await enabled('cli'), ['10-pdo.ini', '20-apcu.ini', '20-pdo_mysql.ini'])
  assert.deepEqual(await enabled('fpm'), await enabled('cli'))
  const settings = (path: string) => readFile(join(system.root, 'etc/php/8.4', path), 'utf8')
  assert.equal(await settings('cli/php.ini'), 'memory_limit = -1')
  assert.equal(await settings('fpm/php.ini'), 'memory_limit = 128M')
  assert.equal(await settings('fpm/conf.d/10-pdo.ini'), '; priority=10\nextension=pdo.so\n')
})

test('PHP of a system: one without PHP stays as it is', async () => {
  await using system = await openRoot({ 'usr/bin/python3': '' })
  await enablePhp(system.root)
  assert.deepEqual(await readdir(system.root), ['usr'])
})
