import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest()

/** Compares two texts in constant time. */
export const sameText = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other))
