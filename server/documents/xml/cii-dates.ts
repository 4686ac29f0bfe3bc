import type { Period } from '#platform/model/billing/period.ts'
import { element, textElement } from './xml.ts'

const dayLength = 86_400_000
const maxDays = 1000
const days = new Map<number, string>()

/** `20261116`; kept, because the lines of a month have few days. */
function dayText(time: number): string {
  const day = Math.floor(time / dayLength)
  let text = days.get(day)
  if (text === undefined) {
    text = new Date(time).toISOString().slice(0, 10).replaceAll('-', '')
    if (days.size >= maxDays) days.clear()
    days.set(day, text)
  }
  return text
}

/** A UTC day in format 102 of UN/EDIFACT 2379: `20261116`. */
export const dateTime = (name: string, time: number): string =>
  element(name, textElement('udt:DateTimeString', dayText(time), { format: '102' }))

/** First and last day: the end of a period is exclusive for us and inclusive there. */
export const billingPeriod = ({ from, until }: Period): string =>
  element(
    'ram:BillingSpecifiedPeriod',
    dateTime('ram:StartDateTime', from),
    dateTime('ram:EndDateTime', Math.max(from, until - 1)),
  )
