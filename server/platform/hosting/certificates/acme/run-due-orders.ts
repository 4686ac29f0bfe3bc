import { AcmeError } from '#platform/model/hosting/acme-client.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { limitPause, orderLimits, outagePause } from './order-policy.ts'
import { type OrderContext, runOrder } from './run-order.ts'

const hour = 3_600_000

/** What is known of the ACME server's mood, until the process ends; times are of the monotonic clock. */
export interface OrderPauses {
  /** No orders at all before this time. */
  until: number
  /** Outages in a row. */
  outages: number
  /** No orders of a quota account before this time. */
  accounts: Map<OwnerId, number>
}

export const noPauses = (): OrderPauses => ({
  until: Number.NEGATIVE_INFINITY,
  outages: 0,
  accounts: new Map(),
})

/**
 * Runs the orders that are due, one at a time of each quota account and few at once, accounts in turn: the one whose last
 * order is longest ago comes first, so that thousands of broken domains of one, in however many organisations, do not
 * delay those of another.
 */
export async function runDueOrders(context: OrderContext, pauses: OrderPauses): Promise<void> {
  await moveBack(context)
  const active = new Map<OwnerId, Promise<void>>()
  const failures: unknown[] = []
  while (!context.signal.aborted && failures.length === 0) {
    for (const accountId of await accountsInTurn(context, pauses)) {
      if (active.size >= orderLimits.maxConcurrent) break
      if (active.has(accountId)) continue
      const running = runOne(context, pauses, accountId)
        .catch((error) => void failures.push(error))
        .finally(() => active.delete(accountId))
      active.set(accountId, running)
    }
    if (active.size === 0) break
    await Promise.race(active.values())
  }
  await Promise.all(active.values())
  if (failures.length > 0 && !context.signal.aborted) throw failures[0]
}

/** After the clock was set back no attempt is in the future: pauses and limits would last until then. */
const moveBack = ({ store, clock }: OrderContext) =>
  store.transaction(async ({ certificateOrders, acmeAttempts }) => {
    await certificateOrders.moveBack(clock())
    await acmeAttempts.moveBack(clock())
  })

/** Accounts with room for another order, those first whose last attempt is longest ago. */
async function accountsInTurn(
  { store, clock, monotonic, acme }: OrderContext,
  { until, accounts }: OrderPauses,
): Promise<OwnerId[]> {
  if (monotonic() < until) return []
  const now = clock()
  const due = await store.certificateOrders.dueAccounts(now)
  if (due.length === 0) return []
  await store.acmeAttempts.removeUntil(now - hour)
  const counts = await store.acmeAttempts.countSince(now - hour)
  const byAccount = new Map(counts.map((count) => [count.accountId, count]))
  return due
    .map(({ accountId, attemptedAt }) => {
      const { attempts = 0, failures = 0, startedAt = 0 } = byAccount.get(accountId) ?? {}
      return { accountId, attempts, failures, lastAt: Math.max(startedAt, attemptedAt ?? 0) }
    })
    .filter(
      ({ accountId, attempts, failures }) =>
        attempts < acme.maxOrdersPerHour &&
        failures < orderLimits.maxFailuresPerHour &&
        (accounts.get(accountId) ?? until) <= monotonic(),
    )
    .sort((one, other) => one.lastAt - other.lastAt)
    .map(({ accountId }) => accountId)
}

async function runOne(
  context: OrderContext,
  pauses: OrderPauses,
  accountId: OwnerId,
): Promise<void> {
  const { store, clock, monotonic } = context
  const order = await store.certificateOrders.nextOf(accountId, clock())
  if (!order) return
  const outcome = await runOrder(context, order, accountId)
  note(pauses, accountId, outcome, monotonic())
}

/**
 * A limit, or an error of the server's own, may be of one host or of the whole platform: it pauses its quota account,
 * and everybody once a second one meets it. A server that cannot be reached pauses everybody.
 */
function note(
  pauses: OrderPauses,
  accountId: OwnerId,
  outcome: Awaited<ReturnType<typeof runOrder>>,
  now: number,
): void {
  if (!(outcome instanceof AcmeError)) {
    if (outcome === 'issued') pauses.outages = 0
    return
  }
  if (outcome.kind === 'rejected') return
  const { accounts } = pauses
  for (const [other, until] of accounts) if (until <= now) accounts.delete(other)
  const isMetByOthers = [...accounts.keys()].some((other) => other !== accountId)
  if (outcome.kind === 'limited') {
    const until = now + Math.min(limitPause(outcome), hour)
    accounts.set(accountId, until)
    if (isMetByOthers) pauses.until = until
    return
  }
  accounts.set(accountId, now + outagePause(1))
  if (outcome.hasAnswered && !isMetByOthers) return
  pauses.outages += 1
  pauses.until = now + outagePause(pauses.outages)
}
