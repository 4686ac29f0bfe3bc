import { type Candidate, type LaneState, nextCandidate } from './fair-share.ts'

/** Nobody counts further than that. */
const maxPlace = 100

/** The turn of an application among those that wait for a lane, from 1; at most 100. */
export function placeInQueue(
  applicationId: string,
  candidates: readonly Candidate[],
  { recentUse, lastServed }: Pick<LaneState, 'recentUse' | 'lastServed'>,
): number {
  const served = new Map(lastServed)
  const left = [...candidates]
  let counter = Math.max(0, ...served.values())
  for (let place = 1; place < maxPlace; place++) {
    const next = nextCandidate(left, {
      lanes: Number.POSITIVE_INFINITY,
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

export interface LaneWait {
  place: number
  /** How many lanes are at work, and of those how many for the account that has the most of those that count for it. */
  running: number
  ownRunning: number
  maxPerAccount: number
}

/** What an owner is told about a deployment that waits for others. */
export function describeLaneWait({ place, running, ownRunning, maxPerAccount }: LaneWait): string {
  const where = `It is number ${place} in the queue.`
  if (ownRunning >= maxPerAccount) {
    const many =
      ownRunning === 1 ? 'One deployment of yours is' : `${ownRunning} deployments of yours are`
    return `Waiting: ${many} running, and no more run at the same time for one account. ${where}`
  }
  const others = running === 1 ? 'another deployment' : `${running} other deployments`
  return `Waiting for ${others} on this platform to end. ${where}`
}
