import type { UseQueryResult } from '@tanstack/react-query'
import type { Cost } from '#client/resources/billing/usage.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { price } from '#console/format/price.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { costTexts as texts } from '#console/texts/en/organisation/costs.ts'
import { isFree, rangeText } from './cost-facts.ts'

interface CostPanelProps {
  ownerId: string
  query: UseQueryResult<Cost>
}

/** What an application or an add-on costs: this month so far, expected, and a whole month. */
export function CostPanel({ ownerId, query }: CostPanelProps) {
  return (
    <Panel
      title={texts.title}
      actions={
        <ConsoleLink to={addressOf.owner(ownerId, 'billing')} className="small">
          {texts.all}
        </ConsoleLink>
      }
    >
      <Loaded query={query}>{(cost) => <Amounts cost={cost} />}</Loaded>
    </Panel>
  )
}

function Amounts({ cost }: { cost: Cost }) {
  if (isFree(cost)) return <p className="muted small">{texts.free}</p>
  const { so_far, forecast, month_price } = cost
  return (
    <>
      <FactList
        facts={[
          { name: texts.soFar, value: price(so_far.amount, so_far.currency) },
          {
            name: texts.forecast,
            value: <strong>{price(forecast.amount, forecast.currency)}</strong>,
          },
          { name: texts.month, value: rangeText(month_price) },
        ]}
      />
      <p className="muted small">{texts.note}</p>
    </>
  )
}
