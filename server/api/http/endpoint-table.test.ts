import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoint, endpoint } from './endpoint.ts'
import { createEndpointTable } from './endpoint-table.ts'

const at = (path: string, method: Endpoint['method'] = 'GET') =>
  endpoint({ method, path, access: 'anyone', summary: path, handle: async () => path })

const table = createEndpointTable([
  at('/v2/organisations/:ownerId/vhosts/:name'),
  at('/v2/organisations/:ownerId/vhosts/favourite'),
  at('/v2/organisations/:ownerId/vhosts/favourite', 'PUT'),
  at('/v2/self'),
])

const found = (path: string, method = 'GET') => {
  const match = table.at(path)?.match(method)
  return match && [match.endpoint.path, match.params]
}

test('a fixed segment wins over a parameter, which takes the rest', () => {
  assert.deepEqual(
    found('/v2/organisations/o/vhosts/favourite')?.[0],
    '/v2/organisations/:ownerId/vhosts/favourite',
  )
  assert.deepEqual(found('/v2/organisations/o/vhosts/a.test'), [
    '/v2/organisations/:ownerId/vhosts/:name',
    { ownerId: 'o', name: 'a.test' },
  ])
})

test('what belongs to an owner is served under self too', () => {
  assert.deepEqual(found('/v2/self/vhosts/x')?.[1], { name: 'x' })
})

test('parameters are decoded after the path was cut', () => {
  assert.deepEqual(found('/v2/self/vhosts/a.test%2Fpath')?.[1], { name: 'a.test/path' })
  assert.equal(found('/v2/self/vhosts/%zz'), undefined)
})

test('an empty segment, a longer path and another method find nothing', () => {
  assert.equal(found('/v2/organisations//vhosts/x'), undefined)
  assert.equal(found('/v2/self/more/and/more'), undefined)
  assert.equal(found('/v2/self', 'DELETE'), undefined)
  const methods = table.at('/v2/self/vhosts/favourite')?.endpoints.map(({ method }) => method)
  assert.deepEqual(methods, ['GET', 'PUT'])
})

test('the same method and path twice is a mistake', () => {
  assert.throws(() => createEndpointTable([at('/a/:x'), at('/a/:y')]), /twice/)
})
