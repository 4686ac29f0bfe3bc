/** Remembers the nonces of signed requests for as long as their timestamps are accepted. */
export interface Nonces {
  /** Whether this pair is fresh: inside the window and not seen before. Remembers it. */
  accept(owner: string, nonce: string, timestamp: number): boolean
}

/** How far, in seconds, a timestamp may be from our clock. */
const timestampWindow = 300
const mostNonces = 200_000
const longestNonce = 128

export function createNonces(now: () => number): Nonces {
  // Two generations of one window each: forgetting is one assignment, not a walk.
  let young = new Set<string>()
  let old = new Set<string>()
  let turned = now()
  return {
    accept(owner, nonce, timestamp) {
      const seconds = now() / 1000
      if (!(Math.abs(seconds - timestamp) <= timestampWindow)) return false
      if (nonce.length > longestNonce) return false
      if (now() - turned > 2 * timestampWindow * 1000 || young.size >= mostNonces) {
        old = young
        young = new Set()
        turned = now()
      }
      const key = `${owner}\n${timestamp}\n${nonce}`
      if (young.has(key) || old.has(key)) return false
      young.add(key)
      return true
    },
  }
}
