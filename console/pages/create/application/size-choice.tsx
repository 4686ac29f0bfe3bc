import type { OfferedFlavor } from '#client/resources/marketplace/catalogue.ts'
import { FactList } from '#console/components/display/panel.tsx'
import { figure } from '#console/format/figures.ts'
import { hoursOfMonth, price } from '#console/format/price.ts'
import { ChoiceCards } from '#console/pages/create/choice-cards.tsx'
import { createTexts } from '#console/texts/en/create.ts'

const texts = createTexts.application
const mebibyte = 1024 * 1024

interface SizeChoiceProps {
  flavors: readonly OfferedFlavor[]
  value: string
  /** Prices are shown once it is known. */
  currency: string | undefined
  onChange(value: string): void
}

/** Sizes with memory, processors and price of an hour. */
export function SizeChoice({ flavors, value, currency, onChange }: SizeChoiceProps) {
  return (
    <ChoiceCards
      label={texts.size}
      value={value}
      onChange={onChange}
      choices={flavors.map((flavor) => ({
        value: flavor.name,
        label: flavor.name,
        detail: (
          <>
            {texts.sizeOf(figure(flavor.mem * mebibyte, 'bytes'), figure(flavor.cpus, 'cpus'))}
            {currency && <span className="size-price">{hourly(flavor, currency)}</span>}
          </>
        ),
      }))}
    />
  )
}

const hourly = (flavor: OfferedFlavor, currency: string) =>
  flavor.price === 0 ? texts.free : texts.anHour(price(flavor.price, currency))

/** What one instance of a size costs. */
export function SizeCost({ flavor, currency }: { flavor: OfferedFlavor; currency: string }) {
  const { price: anHour } = flavor
  const value =
    anHour === 0
      ? texts.costFree
      : texts.costLine(price(anHour, currency), price(anHour * hoursOfMonth, currency))
  return <FactList facts={[{ name: texts.cost, value }]} />
}
