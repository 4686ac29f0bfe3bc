import { createRateLimit } from '#kit/concurrency/rate-limit.ts'
import { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { UploadTimeouts } from '#routers/node/proxy/limits/upload-timeouts.ts'
import { Challenges } from '#routers/node/proxy/listeners/challenges.ts'
import { RouteTable } from '#routers/node/proxy/route-table.ts'
import type { RouterContext } from '#routers/node/proxy/router-context.ts'
import { AnswerTimeouts } from '#routers/node/proxy/upstream/answer-timeouts.ts'
import { Upstreams } from '#routers/node/proxy/upstream/upstreams.ts'
import { Statistics } from '#routers/statistics.ts'

/** Dependencies of request handling without routes and with limits that no test reaches, apart from these changes. */
export function routerContext(changes: Partial<RouterContext> = {}): RouterContext {
  const statistics = new Statistics()
  return {
    table: new RouteTable(new Upstreams(statistics), statistics),
    readTimeout: 60_000,
    limits: new ClientLimits({ maxPerClient: 0 }),
    uploads: new UploadTimeouts({ timeout: 300_000, minRate: 0 }),
    guesses: createRateLimit({ attempts: 10, window: 60_000 }),
    ports: { http: 80, https: 443 },
    waiting: new AnswerTimeouts(60_000),
    challenges: new Challenges(),
    tunnels: new Set(),
    ...changes,
  }
}
