import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkManifest } from './manifest.ts'

const good = () => ({
  id: 'my-cache',
  name: 'My Cache',
  logo: 'kept',
  api: {
    config_vars: ['MY_CACHE_URL', 'MY_CACHE_TOKEN'],
    password: 'p8mZ4vQ1xT7rB2nK9wL5cJ3hF6dS0gY8aE4u',
    sso_salt: 's1Xb7Qk4Vn9Rt2Mz6Lc8Hw3Jp5Gd0Fy7As2Ue',
    regions: ['eu'],
    requires: ['many_per_app'],
    production: {
      base_url: 'https://cache.example.org/berth/resources',
      sso_url: 'https://cache.example.org/berth/sso',
    },
    test: {
      base_url: 'http://localhost:9000/resources',
      sso_url: 'http://127.0.0.1:9000/sso?from=berth',
    },
  },
})

type Draft = ReturnType<typeof good>

/** Problems of a valid manifest after one change, as `severity path`. */
function after(change: (draft: Draft & Record<string, unknown>) => void) {
  const draft = good()
  change(draft)
  const { manifest, problems } = checkManifest(draft)
  assert.equal(
    manifest === undefined,
    problems.some(({ severity }) => severity === 'error'),
  )
  for (const { sentence } of problems) assert.match(sentence, /^[A-Z'\d].*/)
  return problems.map(({ severity, path }) => `${severity} ${path}`)
}

const set = (at: string, value: unknown) => (draft: object) => {
  const keys = at.split('.')
  const last = keys.pop() ?? ''
  let parent = draft as Record<string, unknown>
  for (const key of keys) parent = parent[key] as Record<string, unknown>
  parent[last] = value
}

test('manifest: a valid one has no problem and keeps unknown keys', () => {
  const { manifest, problems } = checkManifest(good())
  assert.deepEqual(problems, [])
  assert.deepEqual(manifest, good())
})

test('manifest: each violated rule is reported with its path', () => {
  const errors: [string, unknown, string?][] = [
    ['id', undefined],
    ['id', 7],
    ['id', ''],
    ['id', 'My-Cache'],
    ['id', 'my cache'],
    ['id', 'my.cache'],
    ['id', 'é'],
    ['id', 'x'.repeat(65)],
    ['name', 5],
    ['name', 'a\nb'],
    ['name', 'x'.repeat(201)],
    ['api.config_vars', undefined],
    ['api.config_vars', []],
    ['api.config_vars', 'MY_CACHE_URL'],
    ['api.config_vars', ['MY_CACHE_URL', 'OTHER_URL'], 'api.config_vars[1]'],
    ['api.config_vars', ['MY_CACHE_url'], 'api.config_vars[0]'],
    ['api.config_vars', ['MY-CACHE_URL'], 'api.config_vars[0]'],
    ['api.config_vars', [''], 'api.config_vars[0]'],
    ['api.config_vars', ['*'], 'api.config_vars[0]'],
    ['api.config_vars', [null], 'api.config_vars[0]'],
    ['api.password', undefined],
    ['api.password', ''],
    ['api.password', 12],
    ['api.password', 'line\nbreak and more to make it quite long'],
    ['api.password', 'x'.repeat(1_001)],
    ['api.sso_salt', undefined],
    ['api.sso_salt', ['x']],
    ['api.regions', []],
    ['api.regions', 'eu'],
    ['api.regions', ['us']],
    ['api.regions', ['eu', 4], 'api.regions[1]'],
    ['api.production', undefined],
    ['api.test', 'http://localhost'],
    ...['production', 'test'].flatMap((name) =>
      ['base_url', 'sso_url'].flatMap((key): [string, unknown][] =>
        [
          ...[undefined, '', 4, '/resources', 'ftp://example.org/', 'https://', ' https://a.org'],
          ...['http://example.org/x', 'https://u:p@example.org/', 'https://example.org/#x'],
          `https://example.org/${'x'.repeat(2_000)}`,
        ].map((value) => [`api.${name}.${key}`, value]),
      ),
    ),
    ['api.production.base_url', 'http://localhost/x'],
    ['api.production.base_url', 'https://example.org/x?y'],
  ]
  for (const [at, value, path = at] of errors) {
    const found = after(set(at, value))
    const id = at === 'id' ? found.filter((line) => !line.includes('config_vars')) : found
    assert.deepEqual(id, [`error ${path}`], `${at} = ${JSON.stringify(value)?.slice(0, 60)}`)
  }
})

test('manifest: bad practices are warnings', () => {
  assert.deepEqual(after(set('api.password', 'short-but-own')), ['warning api.password'])
  assert.deepEqual(after(set('api.sso_salt', good().api.password)), ['warning api.sso_salt'])
  assert.deepEqual(after(set('api.password', `é${'a1'.repeat(20)}`)), ['warning api.password'])
  assert.deepEqual(after(set('api.config_vars', ['MY_CACHEURL'])), ['warning api.config_vars[0]'])
  assert.deepEqual(after(set('api.config_vars', ['MY_CACHE_A', 'MY_CACHE_A'])), [
    'warning api.config_vars[1]',
  ])
  assert.deepEqual(after(set('api.production.sso_url', 'https://localhost/sso')), [
    'warning api.production.sso_url',
  ])
})

test('manifest: regions are required, as the specification says', () => {
  for (const regions of [undefined, null]) {
    const draft = good()
    const { problems } = checkManifest({ ...draft, api: { ...draft.api, regions } })
    assert.deepEqual(
      problems.map(({ severity, path }) => `${severity} ${path}`),
      ['error api.regions'],
    )
    assert.match(problems[0]?.sentence ?? '', /Give a list of regions that contains 'eu'/)
  }
})

test('manifest: secrets of public examples are rejected, and never shown', () => {
  const samples = [
    '44ca82ddf8d4e74d52494ce2895152ee',
    'FCB5B3ADD85D65E1DDDDA87A115B429F',
    '<YOUR BEST RANDOM 35+ CHARS>',
    '<anything in brackets that is long enough>',
    's'.repeat(40),
  ]
  for (const secret of samples) {
    const draft = good()
    draft.api.password = secret
    const { problems } = checkManifest(draft)
    assert.deepEqual(
      problems.map(({ path }) => path),
      ['api.password'],
    )
    assert.doesNotMatch(JSON.stringify(problems), new RegExp(secret.slice(0, 12)))
  }
})

test('manifest: all problems are reported at once, in document order', () => {
  const { problems } = checkManifest({ id: 'Big Id', api: { regions: [] } })
  assert.deepEqual(
    problems.map(({ path }) => path),
    [
      'id',
      ...'config_vars password sso_salt regions production test'
        .split(' ')
        .map((key) => `api.${key}`),
    ],
  )
})

test('manifest: production may use plain HTTP on loopback where the operator allows it', () => {
  const draft = good()
  draft.api.production = draft.api.test
  assert.equal(checkManifest(draft).problems.length, 2)
  assert.deepEqual(checkManifest(draft, { loopbackProduction: true }).problems, [])
  draft.api.production = { ...draft.api.test, base_url: 'http://localhost.evil.example/x' }
  assert.equal(checkManifest(draft, { loopbackProduction: true }).problems.length, 1)
})

test('manifest: arbitrary values are rejected without a crash', () => {
  for (const value of [undefined, null, 4, 'x', [], [good()], true])
    assert.deepEqual(
      checkManifest(value).problems.map(({ path }) => path),
      [''],
    )
  const deep = JSON.parse(`{"id":"x","api":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
  assert.match(checkManifest(deep).problems[0]?.sentence ?? '', /deep/)
  const wide = { ...good(), many: Array.from({ length: 100_000 }, () => 1) }
  assert.match(checkManifest(wide).problems[0]?.sentence ?? '', /too many/)
  const long = { ...good(), text: 'x'.repeat(1_000_000) }
  assert.deepEqual(
    checkManifest(long).problems.map(({ path }) => path),
    ['text'],
  )
  const poisoned = JSON.parse(`{"id":"x","__proto__":{"api":{}}}`)
  assert.match(checkManifest(poisoned).problems[0]?.sentence ?? '', /__proto__/)
  assert.equal(checkManifest(Object.create(good())).problems.length, 2)
})
