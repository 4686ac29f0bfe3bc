import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const broken = new URL('../../../examples/broken/', import.meta.url).pathname

export interface BadRepository {
  files: Record<string, string>
  variables?: Record<string, string>
  /** Change of the application's record. */
  change?: Record<string, unknown>
  /** Fails only after the timeout of the health check. */
  isLate?: boolean
  /** Expected log lines. */
  lines: (string | RegExp)[]
}

const manifest = (more: object = {}) =>
  JSON.stringify({ name: 'bad', scripts: { start: 'node server.js' }, ...more })
const answering = (status: number) =>
  `require('node:http').createServer((request, response) => {
    response.writeHead(${status}, { location: '/elsewhere' }).end()
  }).listen(8080, '0.0.0.0')`
const hint =
  'Update the health check configuration (CC_HEALTH_CHECK_PATH) or the service so that every path answers 200, then deploy again.'

/** Log lines of the examples that fail after their recipe. */
const seen: Record<string, (string | RegExp)[]> = {
  'exits-at-start': ['The database is not there.', 'Instance 0 exited with code 3.'],
  'never-listens': [
    /^Health check failed: nothing listens on 0\.0\.0\.0:8080 after \d+[sm], though the application runs: make it listen there \(PORT is 8080\), or give it more time\.$/,
    /^If it only starts slowly, set .*CC_HEALTH_CHECK_DEADLINE/,
  ],
  unhealthy: ['Response from GET / is 500', 'Health check failed:', '- GET / returned 500.', hint],
  'wrong-port': [
    'Health check failed: nothing listens on 0.0.0.0:8080, the application listens on 127.0.0.1:3000: make it listen on 0.0.0.0:8080 (PORT is 8080).',
  ],
}

/** Undeployable repositories, by their fault. */
export const badRepositories: Record<string, BadRepository> = {
  'listens where only it can reach': {
    isLate: true,
    files: {
      'package.json': manifest(),
      'server.js': `require('node:http').createServer().listen(8080, '127.0.0.1')`,
    },
    lines: [
      'Health check failed: the application listens on 127.0.0.1:8080, which only it can reach: make it listen on 0.0.0.0:8080.',
    ],
  },
  'is open but speaks no HTTP': {
    isLate: true,
    files: {
      'package.json': manifest(),
      'server.js': `require('node:net').createServer(() => {}).listen(8080, '0.0.0.0')`,
    },
    lines: ['Health check failed: 0.0.0.0:8080 is open but does not answer HTTP in time.'],
  },
  'needs a package that does not exist': {
    files: {
      'package.json': manifest({ dependencies: { 'berth-has-no-such-package': '1.0.0' } }),
      'server.js': answering(200),
    },
    lines: [/berth-has-no-such-package/, /^npm install exited with 1\b/],
  },
  'has a build that fails': {
    files: {
      'package.json': manifest({
        scripts: { install: 'node -e "process.exitCode = 7"', start: 'node server.js' },
      }),
      'server.js': answering(200),
    },
    lines: [/^npm install exited with 7\b/],
  },
  'has a build that takes too much memory': {
    files: {
      'package.json': manifest({
        scripts: {
          install: 'node -e "for (const all = []; ; ) all.push(Buffer.alloc(1e7, 1))"',
          start: 'node server.js',
        },
      }),
      'server.js': answering(200),
    },
    change: { buildFlavor: 'pico' },
    lines: [/^npm install .*out of memory/, /needs more memory.*larger flavor/],
  },
  'sends its health check elsewhere': {
    isLate: true,
    files: { 'package.json': manifest(), 'server.js': answering(302) },
    variables: { CC_HEALTH_CHECK_PATH: '/health', CC_HEALTH_CHECK_PATH_0: 'zero' },
    lines: [
      'Response from GET /health is 302',
      'Response from GET /zero is 302',
      'Health check failed:',
      '- GET /health returned 302.',
      '- GET /zero returned 302.',
      hint,
    ],
  },
  'has a health check that cannot be asked for': {
    files: { 'package.json': manifest(), 'server.js': answering(200) },
    variables: { CC_HEALTH_CHECK_PATH: '//other.example/' },
    lines: [/^CC_HEALTH_CHECK_PATH is "\/\/other\.example\/", and it must be a path/],
  },
  'has a timeout that is none': {
    files: { 'package.json': manifest(), 'server.js': answering(200) },
    variables: { CC_HEALTH_CHECK_DEADLINE: 'soon' },
    lines: [/^CC_HEALTH_CHECK_DEADLINE is "soon", and it must be seconds or a duration/],
  },
}

for (const name of readdirSync(broken)) {
  const files = Object.fromEntries(
    readdirSync(join(broken, name)).map((file) => [
      file,
      readFileSync(join(broken, name, file), 'utf8'),
    ]),
  )
  const { 'expected-failure.json': failure, 'environment.json': variables, ...sources } = files
  badRepositories[`is examples/broken/${name}`] = {
    files: sources,
    variables: JSON.parse(variables ?? '{}'),
    isLate: failure === undefined && name !== 'exits-at-start',
    lines: failure ? [JSON.parse(failure).sentence] : (seen[name] ?? assert.fail(name)),
  }
}
