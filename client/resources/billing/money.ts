/** An amount of money. */
export interface Money {
  currency: string
  amount: number
  /** With all decimals of the currency. */
  amount_formatted: string
  /** Such as `€12.30`. */
  default_display: string
}

/** Totals without tax, of the tax, and with it. */
export interface Totals {
  total_tax_excluded: Money
  total_tax: Money
  total: Money
}
