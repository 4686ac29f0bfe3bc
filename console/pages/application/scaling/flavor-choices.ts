import type { OfferedFlavor } from '#client/resources/marketplace/catalogue.ts'
import { figure } from '#console/format/figures.ts'
import { price } from '#console/format/price.ts'
import { scalingTexts as texts } from '#console/texts/en/application/scaling.ts'

const mebibyte = 1024 * 1024

interface ChoiceOptions {
  /** The saved size, which may stay even if it is no longer offered. */
  current: string
  /** Without it prices are left out. */
  currency: string | undefined
  /** As an upper bound a size may be one that is not offered: it is never reached. */
  isMaximum?: boolean
}

/** Sizes with memory, processors and the price of an hour; those that the operator does not offer cannot be chosen. */
export const flavorChoices = (
  flavors: readonly OfferedFlavor[],
  { current, currency, isMaximum = false }: ChoiceOptions,
) =>
  flavors.map(({ name, mem, cpus, available, price: anHour }) => {
    const line = texts.flavorLine(name, figure(mem * mebibyte, 'bytes'), figure(cpus, 'cpus'))
    const cost = anHour === 0 ? texts.free : currency && texts.hourly(price(anHour, currency))
    const parts = [line, currency && cost, available ? '' : texts.unavailable]
    return {
      value: name,
      label: parts.filter(Boolean).join(' · '),
      isDisabled: !available && !isMaximum && name !== current,
    }
  })
