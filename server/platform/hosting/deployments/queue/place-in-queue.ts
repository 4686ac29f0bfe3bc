import type { ApplicationId } from '#platform/model/ids.ts'
import { type Candidate, nextCandidate, type SlotState } from './fair-share.ts'

/** Counting stops here. */
const maxPlace = 100

/** Position of an application among those waiting for a slot, from 1 to 100. */
export function placeInQueue(
  applicationId: ApplicationId,
  candidates: readonly Candidate[],
  { recentUse, lastServed }: Pick<SlotState, 'recentUse' | 'lastServed'>,
): number {
  const served = new Map(lastServed)
  const left = [...candidates]
  let counter = Math.max(0, ...served.values())
  for (let place = 1; place < maxPlace; place++) {
    const next = nextCandidate(left, {
      slots: Number.POSITIVE_INFINITY,
      maxPerAccount: Number.POSITIVE_INFINITY,
      running: [],
      recentUse,
      lastServed: served,
    })
    if (!next || next.applicationId === applicationId) return place
    left.splice(left.indexOf(next), 1)
    for (const account of next.accounts) served.set(account, ++counter)
  }
  return maxPlace
}

export interface SlotWait extends Pick<SlotState, 'running' | 'recentUse' | 'lastServed'> {
  applicationId: ApplicationId
  /** Accounts of the deployment. */
  accounts: readonly string[]
  /** Applications waiting for a slot, including this one. */
  candidates: readonly Candidate[]
  maxPerAccount: number
}

/** Message to the owner of a deployment that waits for a slot; `undefined` when no slot is busy. */
export function describeSlotWait(wait: SlotWait): string | undefined {
  const { running, accounts, maxPerAccount } = wait
  if (running.length === 0) return undefined
  const slotsOf = (account: string) => running.filter((each) => each.includes(account)).length
  const own = Math.max(0, ...accounts.map(slotsOf))
  const where = `It is number ${placeInQueue(wait.applicationId, wait.candidates, wait)} in the queue.`
  if (own >= maxPerAccount) {
    const many = own === 1 ? 'One deployment of yours is' : `${own} deployments of yours are`
    return `Waiting: ${many} running, and no more run at the same time for one account. ${where}`
  }
  const others = running.length === 1 ? 'another deployment' : `${running.length} other deployments`
  return `Waiting for ${others} on this platform to end. ${where}`
}
