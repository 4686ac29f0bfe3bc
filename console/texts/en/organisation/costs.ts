/** Texts about what one application or add-on costs. */
export const costTexts = {
  title: 'Costs',
  soFar: 'This month so far',
  forecast: 'Expected this month',
  month: 'A whole month',
  note: 'Without tax, discounts and credits. Expected is what was used, and what runs now until the end of the month.',
  all: 'All costs',
  free: 'Nothing is charged for it.',
  span: (least: string, most: string) => `${least} to ${most}`,
  instead: (then: string, now: string) => `${then} instead of ${now}`,
  withChange: 'Expected this month',
  monthWithChange: 'A whole month',
}
