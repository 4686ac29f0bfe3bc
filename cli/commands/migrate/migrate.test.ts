import assert from 'node:assert/strict'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

let api: TypedApi
before(async () => {
  api = await openTypedApi()
  api.env.PATH = [join(api.root, 'bin'), process.env.PATH].join(delimiter)
  await mkdir(join(api.root, 'bin'))
})
after(() => api?.[Symbol.asyncDispose]())
beforeEach(() => rm(join(api.root, 'Procfile'), { force: true }))

/** A program on the PATH that prints these answers by its first word, as the tool of a platform does. */
async function install(program: string, answers: Record<string, unknown>): Promise<void> {
  const file = join(api.root, 'bin', program)
  const cases = Object.entries(answers).map(
    ([word, answer]) => `${word}) cat <<'END'\n${JSON.stringify(answer)}\nEND\n;;`,
  )
  const other = '*) echo "Error: not logged in" >&2; exit 3;;'
  await writeFile(file, `#!/bin/sh\ncase "$1" in\n${cases.join('\n')}\n${other}\nesac\n`)
  await chmod(file, 0o755)
}

// The formats are those of heroku 11.10.0: `config`, `domains` and `addons` with --json.
const heroku = {
  config: {
    DATABASE_URL: 'postgres://there.example/db',
    PAYMENT_KEY: 'sk-secret',
    HEROKU_APP_NAME: 'shop',
    TZ: 'Europe/Paris',
  },
  domains: [
    { kind: 'heroku', hostname: 'shop-1234.herokuapp.com', cname: null },
    { kind: 'custom', hostname: 'shop.example.org', cname: 'x.herokudns.com' },
    { kind: 'custom', hostname: 'co.uk', cname: 'y.herokudns.com' },
  ],
  addons: [
    {
      name: 'postgresql-round-1',
      addon_service: { name: 'heroku-postgresql' },
      plan: { name: 'heroku-postgresql:essential-0' },
      config_vars: ['DATABASE_URL'],
    },
  ],
}

test('berth migrate heroku: --dry-run prints the plan without values and creates nothing', async () => {
  await install('heroku', heroku)
  await writeFile(
    join(api.root, 'Procfile'),
    'web: node web.js -p $PORT\nworker: node work.js\nrelease: node migrate.js\n',
  )
  const { code, out, err } = await api.type('migrate heroku shop --type node --dry-run')
  assert.equal(code, 0, err)
  const [title, ...lines] = out.trimEnd().split('\n')
  assert.equal(title, 'Would create shop of Heroku, as an application of type node in zone par.')
  assert.deepEqual(lines, [
    '',
    'Variables:',
    '  CC_RUN_COMMAND',
    '  CC_WORKER_COMMAND',
    '  PAYMENT_KEY',
    '  TZ',
    '',
    'Domains:',
    '  shop.example.org',
    '  co.uk',
    '',
    'Not carried over:',
    '  the add-on postgresql-round-1 (heroku-postgresql) with its data and its variables DATABASE_URL: `berth addon create postgresql-addon postgresql-round-1 --link <application>`, then dump it there and load the dump here',
    '  `release: node migrate.js` of the Procfile: set CC_PRE_RUN_HOOK to it if it may run in each instance before its start, or CC_POST_BUILD_HOOK to run it once at the end of the build',
    '  the number of `worker` processes: it runs once in each instance, beside the application',
    '  its buildpacks: the type decides how it is built: `berth recipe` shows what would run',
    '  its dynos, their size and number: `berth scale`',
    '  jobs of Heroku Scheduler, if it has some: write them into `clevercloud/cron.json` of the repository',
    '',
    'Next:',
    '  the same command without --dry-run',
  ])
  const listed = await api.type('applications --format json')
  assert.doesNotMatch(listed.out, /"shop"/)
})

test('berth migrate heroku: creates the application with its variables, and says which domains are refused', async () => {
  await install('heroku', heroku)
  await writeFile(join(api.root, 'Procfile'), 'web: npm start\n')
  const { code, out, err } = await api.type('migrate heroku shop --type node --format json')
  assert.equal(code, 0, err)
  assert.doesNotMatch(out + err, /sk-secret|Europe/)
  const { domains, application, variables } = JSON.parse(out)
  assert.deepEqual(variables, [{ name: 'PAYMENT_KEY' }, { name: 'TZ' }])
  assert.match(application.id, /^app_/)
  assert.deepEqual(domains[0], { fqdn: 'shop.example.org', state: 'added' })
  assert.equal(domains[1].state, 'refused')
  assert.match(domains[1].reason, /public suffix/)
  const { out: set } = await api.type('env --app shop --format json')
  assert.deepEqual(JSON.parse(set).env, [
    { name: 'PAYMENT_KEY', value: 'sk-secret' },
    { name: 'TZ', value: 'Europe/Paris' },
  ])
})

test('berth migrate heroku: values and variables of add-ons only when asked for', async () => {
  await install('heroku', heroku)
  const { out } = await api.type(
    'migrate heroku shop --type node --dry-run --show-values --with-addon-variables',
  )
  assert.match(out, /^ {2}DATABASE_URL=postgres:\/\/there\.example\/db$/m)
  assert.match(out, /^ {2}PAYMENT_KEY=sk-secret$/m)
})

test('berth migrate heroku: what the tool and the application are called cannot steer the terminal', async () => {
  const steering = '\u001b]0;title\u0007\u001b[2J'
  await install('heroku', { ...heroku, config: { [`A${steering}`]: 'b' } })
  const { out } = await api.type(`migrate heroku shop${steering} --type node --dry-run`)
  assert.match(out, /^Would create shop of Heroku/)
  assert.match(out, /^ {2}A$/m)
  assert.doesNotMatch(out, /\u001b/)
  await writeFile(
    join(api.root, 'bin/heroku'),
    `#!/bin/sh\nprintf '\\033]0;title\\007not logged in' >&2\nexit 3\n`,
  )
  const { code, err } = await api.type('migrate heroku shop --type node --dry-run')
  assert.equal(code, 1)
  assert.match(err, /failed: not logged in\. Run it yourself/)
})

// The formats are those of clever-tools 4.11.0; migrate-clever.full.test.ts asks the tool itself.
const clever = {
  applications: [
    { id: 'orga_1', applications: [{ app_id: 'app_1', name: 'blog', type: 'node' }] },
    {
      id: 'orga_2',
      applications: [
        { app_id: 'app_2', name: 'twin', type: 'node' },
        { app_id: 'app_3', name: 'twin', type: 'php' },
      ],
    },
  ],
  env: {
    env: [{ name: 'CC_PRE_BUILD_HOOK', value: './prepare' }],
    fromAddons: [
      { addonId: 'addon_1', addonName: 'db', env: [{ name: 'POSTGRESQL_ADDON_URI', value: 'u' }] },
    ],
    fromDependencies: [
      { addonId: 'app_9', addonName: 'api', env: [{ name: 'API_URL', value: 'v' }] },
    ],
  },
  domain: [
    { domainWithPathPrefix: 'app-12345678.cleverapps.io/' },
    { domainWithPathPrefix: 'blog.example.org/' },
    { domainWithPathPrefix: 'example.org/blog' },
  ],
}

test('berth migrate clever: takes the application that is linked to the folder, with its type', async () => {
  await install('clever', clever)
  const silent = await api.type('migrate clever')
  assert.match(silent.err, /^This folder is not linked to an application of Clever Cloud\./)
  await writeFile(
    join(api.root, '.clever.json'),
    JSON.stringify({ apps: [{ app_id: 'app_1', alias: 'blog' }] }),
  )
  const { code, out, err } = await api.type('migrate clever --name journal')
  assert.equal(code, 0, err)
  assert.match(
    out,
    /^Created journal of Clever Cloud, as an application of type node in zone par \(app_[\w-]+\)\.\n/,
  )
  assert.match(out, /\nVariables:\n {2}CC_PRE_BUILD_HOOK\n\n/)
  assert.match(out, /\nDomains:\n {2}blog\.example\.org\n {2}example\.org\/blog\n\n/)
  assert.match(out, /the add-on db with its data .*`berth addon create postgresql-addon db --link/)
  assert.match(
    out,
    /the link to the application api, which gives API_URL: `berth migrate clever api`/,
  )
  assert.match(out, /\nNext:\n {2}berth deploy\n {2}berth domain diag/)
})

test('berth migrate clever: refuses what is not there, two of a name, and types that nobody builds', async () => {
  await install('clever', clever)
  const unknown = await api.type('migrate clever nothing')
  assert.match(unknown.err, /has no application 'nothing'/)
  const twins = await api.type('migrate clever twin')
  assert.match(twins.err, /Several applications are called 'twin'\. Name its id: app_2, app_3\./)
  const php = await api.type('migrate clever app_3')
  assert.equal(php.code, 1)
  assert.match(php.err, /Unknown application type 'php'/)
})

test('berth migrate: a tool that fails or is missing is named, with what to do', async () => {
  await install('heroku', {})
  const failed = await api.type('migrate heroku shop --type node')
  assert.equal(failed.code, 1)
  assert.match(
    failed.err,
    /`heroku \w+ --json --app shop` failed: Error: not logged in\. Run it yourself; .*`heroku login`\./,
  )
  await install('heroku', { ...heroku, config: ['a list'] })
  const strange = await api.type('migrate heroku shop --type node')
  assert.match(strange.err, /^`heroku config` printed something else than expected\./)
  await rm(join(api.root, 'bin', 'heroku'))
  const missing = await api.type('migrate heroku shop --type node')
  assert.match(missing.err, /^'heroku' is not installed\./)
})
