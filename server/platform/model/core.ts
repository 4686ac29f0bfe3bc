import type { Clock } from '#kit/concurrency/clock.ts'
import type { StoredTimes } from '#kit/time/stored-times.ts'
import type { Policies } from './policies.ts'
import type { Store } from './store.ts'

/** What every wing gets. */
export interface Core {
  store: Store
  /** Wall clock: for dates alone. */
  clock: Clock
  /** Monotonic clock of this process: for durations. */
  monotonic: Clock
  /** Time since and until stored dates. */
  times: StoredTimes
  policies: Policies
  /** URL of our pages, for links in e-mails. */
  pagesUrl: () => string
  /** URL of the console, for links in e-mails. */
  consoleUrl: () => string
  /** PEM certificate of the CA that signed the listeners' certificates. */
  listenerAuthority?: string
  /** Public key of the SSH listener, as in `known_hosts`. */
  sshHostKey?: string
}
