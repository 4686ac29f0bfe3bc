import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routeTo } from '#tests/support/visitors/route.ts'
import { routeMaps } from './route-maps.ts'

const route = (name: string, ...domains: [host: string, path: string][]) =>
  routeTo([], {
    applicationId: `app_${name}`,
    domains: domains.map(([host, path]) => ({ host, path })),
  })

test('route maps: each host has its paths, which end in a slash so that only whole segments match', () => {
  const { routes } = routeMaps([
    route('all', ['a.test', '/']),
    route('api', ['a.test', '/api'], ['a.test', '/api/v2/']),
  ])
  assert.deepEqual(Object.fromEntries(routes), {
    'a.test/': 'app_all',
    'a.test/api/': 'app_api',
    'a.test/api/v2/': 'app_api',
  })
})

test('route maps: a host has the paths that it leaves to the wildcards above it, the nearest first', () => {
  const { routes, wildcards } = routeMaps([
    route('far', ['*.test', '/'], ['*.test', '/far']),
    route('near', ['*.a.test', '/near'], ['*.a.test', '/api/v2']),
    route('own', ['x.a.test', '/api']),
  ])
  const of = (prefix: string) =>
    Object.fromEntries([...routes].filter(([key]) => key.startsWith(prefix)))
  assert.deepEqual(of('x.a.test'), {
    'x.a.test/api/': 'app_own',
    'x.a.test/near/': 'app_near',
    'x.a.test/': 'app_far',
    'x.a.test/far/': 'app_far',
  })
  assert.deepEqual(
    [...wildcards],
    [
      ['.a.test', '*.a.test'],
      ['.test', '*.test'],
    ],
  )
})

test('route maps: the latest route of a host and path wins', () => {
  const { routes } = routeMaps([route('one', ['a.test', '/']), route('two', ['a.test', '/'])])
  assert.equal(routes.get('a.test/'), 'app_two')
})

test('route maps: hosts and paths that would end a key of a map are left out', () => {
  const hostile: [string, string][] = [
    ['a.test x', '/'],
    ['a.test\nb.test/ app_evil', '/'],
    ['A.test', '/'],
    ['a.test', '/a b'],
    ['a.test', '/a\nb'],
    ['a.test', 'relative'],
    ['a.test/..', '/'],
  ]
  assert.equal(routeMaps([route('evil', ...hostile)]).routes.size, 0)
})
