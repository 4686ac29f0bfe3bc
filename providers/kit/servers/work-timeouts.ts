/** How long customers may keep a server busy, in seconds; whoever is over is disconnected, whatever they have set. */
export interface WorkTimeouts {
  /** One statement. */
  statement: number
  /** A transaction in which nothing is done, but which may hold locks. */
  idleTransaction: number
}

/** On a server that customers share. */
export const sharedTimeouts: WorkTimeouts = { statement: 300, idleTransaction: 900 }
/** On a server that is one customer's. */
export const dedicatedTimeouts: WorkTimeouts = { statement: 3600, idleTransaction: 86_400 }

/** The timeouts of all servers of a provider. */
export const workTimeouts = { shared: sharedTimeouts, dedicated: dedicatedTimeouts }

/** Seconds after which a server that holds a timeout itself has certainly done so, with an error that says why. */
export const grace = 5

/** Seconds that a transaction may last however busy it is: old versions of rows, and undo logs, are kept for it. */
export const maxTransaction = ({ idleTransaction }: WorkTimeouts): number => 4 * idleTransaction
