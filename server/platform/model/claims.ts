import { StoreUnavailableError } from './store-unavailable.ts'

/**
 * Exclusive rights to do something, such as sending the queued e-mails, among all servers of a store. A claim is a lease:
 * it is renewed while its holder lives and lost some seconds after a crash. What the work writes to the store is
 * refused once another server has taken the claim over, however late the holder notices.
 */
export interface Claims {
  /** Id of this server. */
  readonly serverId: string
  /** Whether there may be other servers. */
  readonly isShared: boolean
  /**
   * Runs the work if this server has the claim or can take it, and keeps it for the next time; `undefined`, without
   * running it, while another server has it.
   */
  lead<T>(name: string, work: () => Promise<T>): Promise<{ result: T } | undefined>
  /** Runs the work like `lead`, and gives the claim up afterwards. */
  during<T>(name: string, work: () => Promise<T>): Promise<{ result: T } | undefined>
}

/** Another server has taken over what this one was doing: the work ends as if this server had crashed. */
export class ClaimLostError extends StoreUnavailableError {
  constructor(name: string) {
    super(new Error(`another server has taken over '${name}'`))
  }
}

/** How often a server looks whether another one has given a claim up. */
export const claimPoll = 5000

/** A round of a worker that runs on one server at a time; the others look again later. */
export const leadRound = (
  claims: Claims,
  name: string,
  round: () => Promise<number | undefined>,
): Promise<number | undefined> =>
  claims.lead(name, round).then((done) => (done ? done.result : claimPoll))

/** Claims of a store that only this process uses: it has them all. */
export const memoryClaims: Claims = {
  serverId: 'the only one',
  isShared: false,
  lead: (_, work) => work().then((result) => ({ result })),
  during: (_, work) => work().then((result) => ({ result })),
}
