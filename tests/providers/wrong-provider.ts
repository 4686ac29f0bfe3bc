import type { Variation } from './open-provider.ts'

/** A provider with one fault. */
export interface WrongProvider {
  /** Description of the fault. */
  name: string
  /** The check that must fail. */
  caught: string
  fault: Variation
  /** Whether it never responds, so that a long timeout gains nothing. */
  isSlow: boolean
}

export const wrong = (name: string, caught: string, fault: Variation): WrongProvider => ({
  name,
  caught,
  fault,
  isSlow: false,
})

export const slow = (name: string, caught: string, fault: Variation): WrongProvider => ({
  ...wrong(name, caught, fault),
  isSlow: true,
})
