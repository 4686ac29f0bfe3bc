import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtFrameworks } from '#kit/built-frameworks.ts'
import { adviceOnBuild } from '#platform/model/hosting/instances/exit-advice.ts'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'

const runtime = createNodeRuntime(packagedCatalogue)
type Files = Record<string, string | object>
type Variables = Record<string, string>
const plan = (files: Files, environment: Variables = {}) =>
  runtime.recipe(filesSource(files), Object.freeze(environment))

const built = ['npm', 'run', 'build']
const buildOf = async (files: Files, environment?: Variables) =>
  (await plan(files, environment)).build.map(({ command }) => command)

/** A project whose start needs what its build makes. */
const withScripts = (scripts: object, more: object = {}): Files => ({
  'package.json': { scripts: { build: 'next build', start: 'next start', ...scripts }, ...more },
})

for (const start of [
  'next start',
  'next start -p $PORT',
  'NODE_ENV=production next start',
  'cross-env NODE_ENV=production npx next start',
  'npm run serve',
  'yarn next start',
  'pnpm exec next start',
  'nuxt preview',
  'react-router-serve ./build/server/index.js',
  'vite preview',
  'strapi start',
  'keystone start',
  'node dist/main',
  'node --enable-source-maps -r dotenv/config ./dist/main.js',
  'node .output/server/index.mjs',
  'node build',
  'node .',
  'echo Starting && exec node dist/main',
  'serve -s dist',
]) {
  test(`production: "${start}" needs a build, which is run and explained`, async () => {
    const files = withScripts({ start, serve: 'next start' }, { main: 'dist/index.js' })
    const recipe = await plan(files)
    assert.deepEqual(recipe.build, [{ title: 'npm run build', command: built }])
    assert.match(recipe.notes.join('\n'), /"build" is run, because .* \(CC_NODE_RUN_BUILD=false/)
  })
}

for (const start of [
  'node server.js',
  'node ./server',
  'node -e "serve()"',
  'nest start',
  'next dev',
  'tsx dist.ts',
  'node ../dist/main.js',
  'node $FILE',
  'node --test',
]) {
  test(`production: "${start}" needs no build; the log says how to run it`, async () => {
    const recipe = await plan({ ...withScripts({ start }), 'server.js': '' })
    assert.deepEqual(recipe.build, [])
    assert.ok(
      recipe.notes.includes('The script "build" is not run (CC_NODE_RUN_BUILD=true runs it).'),
    )
  })
}

test('production: a build in the repository is served as it is', async () => {
  const files = { ...withScripts({ start: 'node dist/main' }), 'dist/main.js': '' }
  assert.deepEqual(await buildOf(files), [])
})

for (const scripts of [
  { postinstall: 'npm run build' },
  { prepare: 'next build' },
  { prestart: 'npm run build' },
  { start: 'npm run build && next start' },
  { start: 'run-s compile serve', compile: 'next build', serve: 'next start' },
  { start: 'tsc -p . && node dist/main', build: 'tsc' },
]) {
  test(`production: ${JSON.stringify(scripts)} makes the build itself`, async () => {
    assert.deepEqual(await buildOf(withScripts(scripts)), [])
  })
}

for (const scripts of [
  { postinstall: 'prisma generate', build: 'prisma generate && next build' },
  { postinstall: 'nuxt prepare', build: 'nuxt build', start: 'nuxt preview' },
  { prepare: "svelte-kit sync || echo ''", build: 'vite build', start: 'node build' },
  { prepare: 'husky' },
  { start: 'npm run start', build: 'npm run build' },
]) {
  test(`production: ${JSON.stringify(scripts)} does not make the build`, async () => {
    const isLoop = scripts.start === 'npm run start'
    assert.deepEqual(await buildOf(withScripts(scripts)), isLoop ? [] : [built])
  })
}

test('production: a hook that builds replaces the build, one that migrates does not', async () => {
  const hook = (CC_POST_BUILD_HOOK: string) => buildOf(withScripts({}), { CC_POST_BUILD_HOOK })
  assert.deepEqual(await hook('npm run build'), [['sh', '-c', 'npm run build']])
  assert.deepEqual(await hook('npx prisma migrate deploy'), [
    built,
    ['sh', '-c', 'npx prisma migrate deploy'],
  ])
})

test('production: a hook that cannot be looked into is trusted, and the log says so', async () => {
  const recipe = await plan(withScripts({}), { CC_POST_BUILD_HOOK: './deploy/prepare.sh' })
  assert.equal(recipe.build.length, 1)
  assert.match(
    recipe.notes.join('\n'),
    /not run, because CC_POST_BUILD_HOOK may make what next start needs \(CC_NODE_RUN_BUILD=true/,
  )
})

test('production: CC_RUN_COMMAND is read like a start script', async () => {
  const nest = withScripts({
    build: 'nest build',
    start: 'nest start',
    'start:prod': 'node dist/main',
  })
  assert.deepEqual(await buildOf(nest), [])
  assert.deepEqual(await buildOf(nest, { CC_RUN_COMMAND: 'npm run start:prod' }), [built])
  assert.deepEqual(
    await buildOf(nest, { CC_RUN_COMMAND: 'npm run build && npm run start:prod' }),
    [],
  )
})

test('production: CC_NODE_RUN_BUILD decides, whatever the start is', async () => {
  const server = { ...withScripts({ start: 'node server.js' }), 'server.js': '' }
  assert.deepEqual(await buildOf(server, { CC_NODE_RUN_BUILD: 'true' }), [built])
  assert.deepEqual(await buildOf(withScripts({}), { CC_NODE_RUN_BUILD: 'false' }), [])
  await assert.rejects(
    plan({ 'package.json': { main: 'a.js' }, 'a.js': '' }, { CC_NODE_RUN_BUILD: 'true' }),
    /CC_NODE_RUN_BUILD is true, and package.json has no script "build"/,
  )
  await assert.rejects(buildOf(server, { CC_NODE_RUN_BUILD: 'maybe' }), /CC_NODE_RUN_BUILD/)
})

test('production: a build gets development dependencies, unless they are refused', async () => {
  const files = withScripts({}, { devDependencies: { a: '1.0.0' } })
  const installs = async (more: Variables) =>
    (await plan(files, { NODE_ENV: 'production', ...more })).dependencies?.install.command
  assert.ok((await installs({}))?.includes('--include=dev'))
  assert.ok((await installs({ CC_NODE_RUN_BUILD: 'false' }))?.includes('--omit=dev'))
  assert.ok((await installs({ CC_NODE_DEV_DEPENDENCIES: 'ignore' }))?.includes('--omit=dev'))
})

test('production: a main file that the build makes is not missed', async () => {
  const files = { 'package.json': { main: 'dist/a.js', scripts: { build: 'tsc' } } }
  const { build, start } = await plan(files)
  assert.deepEqual([build[0]?.command, start], [built, ['node', 'dist/a.js']])
})

test('production: the build is run by the package manager of the lock file', async () => {
  const build = async (lockFile: string, text: string) =>
    (await buildOf({ ...withScripts({ prebuild: 'true' }), [lockFile]: text })).at(-1)
  assert.deepEqual(await build('pnpm-lock.yaml', "lockfileVersion: '9.0'\n"), [
    'pnpm',
    'run',
    'build',
  ])
  assert.deepEqual(await build('bun.lock', '{}'), ['bun', 'run', 'build'])
  assert.deepEqual(await build('yarn.lock', ''), ['yarn', 'run', 'build'])
  assert.deepEqual(await build('yarn.lock', '__metadata:\n  version: 8\n'), [
    'sh',
    '-c',
    'yarn run prebuild && exec yarn run build',
  ])
})

/** Projects as the tools of frameworks create them: what is added to package.json, other files, what starts. */
const created: readonly [
  string,
  { scripts: object; needs: string; files?: Files; start: string },
][] = [
  [
    'Nuxt',
    {
      scripts: { build: 'nuxt build', dev: 'nuxt dev' },
      needs: 'nuxt',
      start: 'node .output/server/index.mjs',
    },
  ],
  [
    'Astro',
    {
      scripts: { build: 'astro build', dev: 'astro dev' },
      needs: 'astro',
      start: 'static-server -- dist',
    },
  ],
  [
    'Angular',
    {
      scripts: { build: 'ng build', start: 'ng serve' },
      needs: '@angular/core',
      files: { 'angular.json': { projects: { shop: {} } } },
      start: 'static-server --fallback=index.html -- dist/shop/browser',
    },
  ],
  [
    'Docusaurus',
    {
      scripts: { build: 'docusaurus build', start: 'docusaurus start' },
      needs: '@docusaurus/core',
      start: 'static-server -- build',
    },
  ],
  [
    'Quasar',
    {
      scripts: { build: 'quasar build', postinstall: 'quasar prepare --silent' },
      needs: '@quasar/app-vite',
      files: { 'index.html': '' },
      start: 'static-server --fallback=index.html -- dist/spa',
    },
  ],
  [
    'Vite',
    {
      scripts: { build: 'vite build', dev: 'vite' },
      needs: 'vite',
      files: { 'index.html': '' },
      start: 'static-server --fallback=index.html -- dist',
    },
  ],
  [
    'AdonisJS',
    {
      scripts: { build: 'node ace build', start: 'node bin/server.js' },
      needs: '@adonisjs/core',
      start: 'node build/bin/server.js',
    },
  ],
]
for (const [title, { scripts, needs, files, start }] of created) {
  const project = { 'package.json': { scripts, devDependencies: { [needs]: '*' } }, ...files }

  test(`production: a new project of ${title} is built, and what it builds is served`, async () => {
    const recipe = await plan(project)
    assert.deepEqual(recipe.build.at(-1)?.command, built)
    assert.equal(recipe.start.join(' '), start)
    assert.equal(
      recipe.start[0],
      recipe.tools.at(-1)?.name === 'static-server' ? 'static-server' : 'node',
    )
    assert.match(recipe.notes.join('\n'), new RegExp(`Starts what ${title} builds, because`))
  })

  test(`production: CC_RUN_COMMAND replaces the server of ${title}`, async () => {
    const recipe = await plan(project, { CC_RUN_COMMAND: 'node mine.js' })
    assert.deepEqual(recipe.start, ['sh', '-c', 'node mine.js'])
  })
}

test('production: Angular with a server starts the server of its only project', async () => {
  const angular = (json: string | object) =>
    plan({
      'package.json': {
        scripts: { build: 'ng build', start: 'ng serve' },
        dependencies: { '@angular/core': '*', '@angular/ssr': '*' },
      },
      'angular.json': json,
    })
  const project = (options: object) => ({ architect: { build: { options } } })
  const start = async (json: string | object) => (await angular(json)).start.join(' ')
  assert.equal(await start({ projects: { a: {} } }), 'node dist/a/server/server.mjs')
  assert.equal(
    await start({ projects: { a: project({ outputPath: 'out/x' }) } }),
    'node out/x/server/server.mjs',
  )
  for (const other of [
    'not JSON',
    { projects: { a: {}, b: {} } },
    { projects: { '../../etc': {} } },
    { projects: { a: project({ outputPath: '/etc' }) } },
    { projects: { a: project({ outputPath: '-x' }) } },
  ]) {
    assert.equal(await start(other), 'npm start')
  }
})

test('production: SvelteKit is served by its adapter, adapter-auto is told which to take', async () => {
  const kit = (adapter: string) =>
    plan({
      'package.json': {
        scripts: { build: 'vite build' },
        devDependencies: { '@sveltejs/kit': '*', vite: '*', [`@sveltejs/adapter-${adapter}`]: '*' },
      },
    })
  const auto = await kit('auto')
  assert.deepEqual(auto.start, ['node', 'build'])
  assert.deepEqual(auto.build[0]?.environment, { GCP_BUILDPACKS: 'true' })
  assert.equal((await kit('node')).build[0]?.environment, undefined)
  assert.equal((await kit('static')).start[0], 'static-server')
  await assert.rejects(kit('vercel'), /neither "scripts.start" nor "main"/)
})

test('production: a development server that is told a host stays the start', async () => {
  const vite = (start: string, config = '') =>
    plan({
      'package.json': { scripts: { build: 'vite build', start }, devDependencies: { vite: '*' } },
      'index.html': '',
      'vite.config.ts': config,
    })
  assert.equal((await vite('vite')).start[0], 'static-server')
  assert.equal((await vite('vite --host 0.0.0.0 --port 8080')).start[0], 'npm')
  assert.equal((await vite('vite', 'server: { host: true }')).start[0], 'npm')
})

test('listening: a variable of the framework is set, the owner has the last word', async () => {
  const fastify = {
    'package.json': {
      scripts: { start: 'fastify start app.js' },
      dependencies: { 'fastify-cli': '*', fastify: '*' },
    },
  }
  const recipe = await plan(fastify)
  assert.equal(recipe.environment.FASTIFY_ADDRESS, '0.0.0.0')
  assert.match(recipe.notes.join('\n'), /FASTIFY_ADDRESS is 0\.0\.0\.0/)
  assert.match(recipe.listenAdvice ?? '', /FASTIFY_ADDRESS=0\.0\.0\.0/)
  const own = await plan(fastify, { FASTIFY_ADDRESS: '::' })
  assert.equal(own.environment.FASTIFY_ADDRESS, undefined)
})

test('listening: the server of Angular answers to the hosts of the router, unless it names its own', async () => {
  const hosts = async (allowedHosts: string[], ssr = '^22.2.7') => {
    const options = { security: { allowedHosts } }
    const { environment } = await plan({
      'package.json': {
        scripts: { build: 'ng build', start: 'ng serve' },
        dependencies: { '@angular/core': '*', '@angular/ssr': ssr, express: '*' },
      },
      'angular.json': { projects: { a: { architect: { build: { options } } } } },
    })
    return environment.NG_ALLOWED_HOSTS
  }
  assert.equal(await hosts([]), '*')
  assert.equal(await hosts(['example.org']), undefined)
  assert.equal(await hosts([], '^20.3.0'), undefined)
})

test('production: a build that gets the development dependencies says so to advice on its failures', async () => {
  const missing = { code: 127, lastLines: ['sh: 1: tsc: not found'] }
  const advice = async (environment: Variables, start = 'next start') => {
    const recipe = await plan({ ...withScripts({ start }), 'server.js': '' }, environment)
    return adviceOnBuild(missing, { ...recipe.environment, ...environment }).join()
  }
  const production = { NODE_ENV: 'production' }
  assert.match(await advice(production), /^The command tsc was not found: add the package/)
  assert.match(await advice(production, 'node server.js'), /dependencies were not installed/)
  const ignored = { ...production, CC_NODE_DEV_DEPENDENCIES: 'ignore' }
  assert.match(await advice(ignored), /dependencies were not installed/)
})

test('production: every framework whose projects the command line takes for a program is known', async () => {
  for (const name of builtFrameworks) {
    const dependencies = { [name]: '*', '@sveltejs/adapter-node': '*' }
    const recipe = await plan({
      'package.json': { scripts: { build: 'x' }, dependencies },
      'index.html': '',
      'angular.json': { projects: { a: {} } },
    })
    assert.match(recipe.notes.join('\n'), /^Starts what /m, name)
  }
})
