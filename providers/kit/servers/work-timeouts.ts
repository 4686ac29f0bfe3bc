/** Time limits of customers' work, in seconds; sessions beyond them are disconnected, whatever they have set. */
export interface WorkTimeouts {
  /** One statement. */
  statement: number
  /** An idle transaction, which may hold locks. */
  idleTransaction: number
}

/** On a shared server. */
export const sharedTimeouts: WorkTimeouts = { statement: 300, idleTransaction: 900 }
/** On a dedicated server. */
const dedicatedTimeouts: WorkTimeouts = { statement: 3600, idleTransaction: 86_400 }

/** The timeouts of all servers of a provider. */
export const workTimeouts = { shared: sharedTimeouts, dedicated: dedicatedTimeouts }

/** Seconds to wait for the server to enforce its own timeout, with a descriptive error. */
export const grace = 5

/** Maximum seconds of any transaction: old row versions and undo logs are kept for it. */
export const maxTransaction = ({ idleTransaction }: WorkTimeouts): number => 4 * idleTransaction
