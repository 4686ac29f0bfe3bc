import { type Infer, number, object, string } from '#kit/schema.ts'

/** An amount of money: a number for programs, and texts for people. */
export const money = object({
  currency: string,
  amount: number,
  /** With all decimals of the currency. */
  amount_formatted: string,
  default_display: string,
})
export type Money = Infer<typeof money>
