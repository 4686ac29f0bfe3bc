import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from '#platform/model/hosting/deployments/traffic.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Statistics } from '#routers/statistics.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { RouteTable } from './route-table.ts'
import { Upstreams } from './upstream/upstreams.ts'

/** A table in which each application is named after its domain. */
function tableOf(domains: string[]) {
  const statistics = new Statistics()
  const table = new RouteTable(new Upstreams(statistics), statistics)
  table.applyState(
    domains.map((domain) => {
      const slash = domain.indexOf('/')
      const [host, path] = slash < 0 ? [domain, '/'] : [domain.slice(0, slash), domain.slice(slash)]
      return routeTo([], { applicationId: `app_${domain}`, domains: [{ host, path }] })
    }),
  )
  return (host: string, path = '/') => table.find(host, path)?.applicationId.slice(4)
}

test('route table: a path prefix matches whole segments, and the longest wins', () => {
  const find = tableOf(['a.test', 'a.test/api', 'a.test/api/v2', 'b.test/only'])
  assert.equal(find('a.test', '/'), 'a.test')
  assert.equal(find('a.test', '/apis'), 'a.test')
  assert.equal(find('a.test', '*'), 'a.test')
  for (const path of ['/api', '/api/', '/api?x=/api/v2', '/api/v20', '/api//v2']) {
    assert.equal(find('a.test', path), 'a.test/api', path)
  }
  for (const path of ['/api/v2', '/api/v2/x', '/api/v2?x']) {
    assert.equal(find('a.test', path), 'a.test/api/v2', path)
  }
  assert.equal(find('b.test', '/'), undefined)
  assert.equal(find('b.test', '/only/here'), 'b.test/only')
})

test('route table: a wildcard matches any depth below its name, and the most specific host wins', () => {
  const find = tableOf(['*.x.test', '*.y.x.test', 'z.y.x.test', '*.x.test/api', 'w.x.test/only'])
  assert.equal(find('x.test'), undefined)
  assert.equal(find('notx.test'), undefined)
  assert.equal(find('a.x.test'), '*.x.test')
  assert.equal(find('a.b.x.test'), '*.x.test')
  assert.equal(find('a.b.x.test', '/api/1'), '*.x.test/api')
  assert.equal(find('y.x.test'), '*.x.test')
  assert.equal(find('a.y.x.test'), '*.y.x.test')
  assert.equal(find('z.y.x.test'), 'z.y.x.test')
  assert.equal(find('w.x.test', '/only'), 'w.x.test/only')
  assert.equal(find('w.x.test', '/'), '*.x.test')
  assert.equal(find('.x.test'), '*.x.test')
})

test('route table: the latest of two routes of the same host and path wins', () => {
  const statistics = new Statistics()
  const table = new RouteTable(new Upstreams(statistics), statistics)
  const domains = [{ host: 'a.test', path: '/api' }]
  table.applyState([
    routeTo([], { applicationId: 'app_stale', domains }),
    routeTo([], {
      applicationId: 'app_latest',
      domains: [...domains, { host: 'a.test', path: '/' }],
    }),
  ])
  assert.equal(table.find('a.test', '/api')?.applicationId, 'app_latest')
})

test('route table: the paths of a host are sorted once, because everybody waits for it', () => {
  const statistics = new Statistics()
  const table = new RouteTable(new Upstreams(statistics), statistics)
  const domains = Array.from({ length: 300 }, (_, at) => ({ host: 'a.test', path: `/${at}` }))
  const { sort } = Array.prototype
  let sorts = 0
  const counting = function (this: unknown[], ...given: Parameters<typeof sort>) {
    sorts += 1
    return sort.apply(this, given)
  }
  Object.defineProperty(Array.prototype, 'sort', {
    value: counting,
    configurable: true,
    writable: true,
  })
  table.applyState([routeTo([], { domains })])
  Object.defineProperty(Array.prototype, 'sort', {
    value: sort,
    configurable: true,
    writable: true,
  })
  assert.equal(sorts, 1)
  assert.ok(table.find('a.test', '/299/x'))
})

test('route table: single changes lead to the same routes as all at once', () => {
  const openTable = () => {
    const statistics = new Statistics()
    return new RouteTable(new Upstreams(statistics), statistics)
  }
  const hosts = ['a.test', 'b.test', '*.test', '*.b.test']
  const paths = ['/', '/api', '/api/v2']
  const changed = openTable()
  let routes: Route[] = []
  for (let index = 0; index < 200; index += 1) {
    const applicationId: ApplicationId = `app_${(index * 7) % 11}`
    routes = routes.filter((route) => route.applicationId !== applicationId)
    if (index % 5 === 4) changed.removeRoute(applicationId)
    else {
      const domains = hosts.flatMap((host, at) =>
        (index + at) % 3 === 0 ? [] : [{ host, path: paths[(index + at) % 3] ?? '/' }],
      )
      const tcpPorts = [4000 + (index % 4)]
      const route = routeTo([{ host: '127.0.0.1', port: index + 1 }], {
        applicationId,
        domains,
        tcpPorts,
      })
      routes.push(route)
      changed.setRoute(route)
    }
    const whole = openTable()
    whole.applyState(routes)
    for (const host of ['a.test', 'b.test', 'c.b.test', 'd.test', 'test']) {
      for (const path of ['/', '/api/x', '/api/v2']) {
        const found = changed.find(host, path)
        assert.equal(found?.applicationId, whole.find(host, path)?.applicationId)
        assert.equal(found?.upstreams[0]?.port, whole.find(host, path)?.upstreams[0]?.port)
      }
    }
    assert.deepEqual(changed.tcpPorts, whole.tcpPorts)
    for (const port of whole.tcpPorts) {
      assert.equal(changed.findTcp(port)?.applicationId, whole.findTcp(port)?.applicationId)
    }
  }
})
