import type { Variation } from './open-provider.ts'

/** A provider with one fault. */
export interface WrongProvider {
  /** What is wrong. */
  name: string
  /** The check that must fail. */
  caught: string
  fault: Variation
  /** Whether it lets callers wait for ever, so that waiting long tells nothing. */
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
