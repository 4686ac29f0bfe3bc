import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { run } from '#kit/process/subprocess.ts'
import { findServer } from '#providers/kit/process/server-process.ts'
import {
  type OrderedAddon,
  TestBuiltInProvider,
} from '#tests/support/providers/built-in-provider.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'

/** Reply to a client that verifies the certificate with an authority. */
type Ask = (addon: OrderedAddon, authority: string) => Promise<string>

const said = async (command: [string, ...string[]]) => {
  const { stdout, stderr } = await run(command, { timeout: 300_000 })
  return stdout + stderr
}

const askPostgresql: Ask = ({ config }, authority) =>
  said([
    'psql',
    `${config.POSTGRESQL_ADDON_URI}?sslmode=verify-full&sslrootcert=${authority}`,
    '-qtAc',
    'create table if not exists ships (); select ssl from pg_stat_ssl where pid = pg_backend_pid()',
  ])

const askMariadb: Ask = ({ config }, authority) =>
  said([
    ...(['mariadb', '--no-defaults', '--ssl', `--ssl-ca=${authority}`] as const),
    ...['--ssl-verify-server-cert', `--host=${config.MYSQL_ADDON_HOST}`],
    ...[`--port=${config.MYSQL_ADDON_PORT}`, `--user=${config.MYSQL_ADDON_USER}`],
    ...[`--password=${config.MYSQL_ADDON_PASSWORD}`, '--batch', '--skip-column-names'],
    "--execute=show session status like 'Ssl_version'",
  ])

const newIdentity = () => {
  const authority = createAuthority('another')
  return { authority, tls: issueCertificate(authority, ['127.0.0.1']) }
}

const askRedis: Ask = async ({ config }) =>
  said([
    ...(['redis-cli', '-h', `${config.REDIS_HOST}`, '-p', `${config.REDIS_PORT}`] as const),
    ...['-a', `${config.REDIS_PASSWORD}`, '--no-auth-warning', 'PING'],
  ])

// They wait for servers most of the time.
describe('access to servers, side by side', { concurrency: 3 }, () => {
  for (const [name, plan, server, variable, ask, isFine] of [
    ['postgresql', 'dev', 'shared', 'POSTGRESQL_ADDON_URI', askPostgresql, /^t$/m],
    ['mariadb', 'dev', 'servers/shared', 'MYSQL_ADDON_URI', askMariadb, /TLSv1/],
    ['redis', 's_mono', undefined, 'REDIS_URL', askRedis, /PONG/],
  ] as const) {
    test(`${name}: a new host is reported to the platform, and a new certificate used without a restart`, async (t) => {
      const [first, second] = [newIdentity(), newIdentity()]
      const heard: string[] = []
      const provider = await TestBuiltInProvider.open(name, heard, testAccess({ tls: first.tls }))
      t.after(() => provider.close())
      const [one, two] = [join(provider.folder, 'one.pem'), join(provider.folder, 'two.pem')]
      await writeFile(one, first.authority.certificate)
      await writeFile(two, second.authority.certificate)
      const addon = await provider.order('addon_1', plan)
      assert.match(await ask(addon, one), isFine)
      // Redis itself has no TLS: it is terminated at the external listener.
      if (server) assert.doesNotMatch(await ask(addon, two), isFine)
      const pid = server && (await findServer(join(provider.folder, server)))
      await provider.end('SIGTERM')
      const access = testAccess({ tls: second.tls })
      await provider.start({ addonsHost: 'db.example.org', access })

      const isRenewed = async () => isFine.test(await ask(addon, two))
      await until(isRenewed, { timeout: 300_000, what: 'the other certificate' })
      if (server) assert.equal(await findServer(join(provider.folder, server)), pid)
      const uri = addon.config[variable]?.replace('@127.0.0.1:', '@db.example.org:')
      const isTold = () => heard.some((text) => text.includes(`"${variable}":"${uri}"`))
      await until(isTold, { timeout: 300_000, what: 'the new host, at the same port' })
      const isKept = async () => (await provider.order('addon_1', plan)).config[variable] === uri
      await until(isKept, { timeout: 300_000, what: 'the provider to remember it' })
    })
  }
})
