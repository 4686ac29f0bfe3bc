import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { newcomer, ok, typeGuide } from '#tests/support/visitors/newcomer.ts'

const programs = join(import.meta.dirname, '../../node_modules/.bin')

/** What `heroku` 11.10.0 prints with --json, by its first word. */
const heroku = {
  config: { GREETING: 'hello', DATABASE_URL: 'postgres://there.example/db' },
  domains: [{ kind: 'custom', hostname: 'www.shop.localhost' }],
  addons: [
    { name: 'db', addon_service: { name: 'heroku-postgresql' }, config_vars: ['DATABASE_URL'] },
  ],
}

test('guide to migrating: every block works, with the real clever-tools and what heroku prints', async () => {
  await using berth = await TestBerth.start()
  const project = await newcomer(berth, 'migrating')
  await ok(project, 'login', '--local')
  // The platform is its own source: the application there has another name than the new one.
  await ok(project, 'create', '--type', 'node', 'source')
  await ok(project, 'env', 'set', 'GREETING=hello')
  await ok(project, 'unlink', 'source')
  const { token, secret } = berth.admin
  const own = join(project.folder, '..', 'programs-of-migrating')
  await mkdir(own)
  const cases = Object.entries(heroku).map(
    ([word, answer]) => `${word}) echo '${JSON.stringify(answer)}' ;;`,
  )
  await writeFile(join(own, 'heroku'), `#!/bin/sh\ncase "$1" in ${cases.join(' ')} esac\n`)
  await chmod(join(own, 'heroku'), 0o755)
  Object.assign(project.env, {
    PATH: [own, project.env.PATH, programs].join(':'),
    CLEVER_TOKEN: token,
    CLEVER_SECRET: secret,
  })
  await project.write({ 'shop.env': 'GREETING=hello\nTZ="Europe/Paris"\n' })
  await typeGuide('docs/guides/migrating.md', project, (code) =>
    code.replaceAll('migrate clever shop', 'migrate clever source --name shop'),
  )
})
