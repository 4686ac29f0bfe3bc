import type { BlockList } from 'node:net'
import type { RateLimit } from '#kit/concurrency/rate-limit.ts'
import type { ClientLimits } from '#kit/net/limits/client-limits.ts'
import type { AccessLog } from '#routers/access-log/access-log.ts'
import type { Ports } from '#routers/control/router-commands.ts'
import type { UploadTimeouts } from './limits/upload-timeouts.ts'
import type { Challenges } from './listeners/challenges.ts'
import type { RouteTable } from './route-table.ts'
import type { Tunnels } from './tunnel/open-tunnels.ts'
import type { AnswerTimeouts } from './upstream/answer-timeouts.ts'

/** Dependencies of request handling. */
export interface RouterContext {
  table: RouteTable
  waiting: AnswerTimeouts
  tunnels: Tunnels
  challenges: Challenges
  ports: Ports
  limits: ClientLimits
  uploads: UploadTimeouts
  /** Wrong credentials of visitors by application and address. */
  guesses: RateLimit
  /** Milliseconds in which a visitor must take some of the data that waits for it. */
  readTimeout: number
  /** Whether this router is being replaced or stopped. */
  isLeaving?: boolean
  /** Absent when requests are not logged. */
  accessLog?: AccessLog | undefined
  /** Public HTTPS port, if it differs from that of `ports`. */
  publicHttpsPort?: number | undefined
  /** Proxies whose forwarding headers are trusted; absent when there are none. */
  trustedProxies?: BlockList | undefined
}
