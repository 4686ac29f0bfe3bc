import { useQuery } from '@tanstack/react-query'
import type { Usage } from '#client/resources/billing/usage.ts'
import { mayDo } from '#console/api/permissions.ts'
import { monthUsageQuery } from '#console/api/queries/billing.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'
import { Alerts } from './alerts.tsx'
import { DayBars } from './day-bars.tsx'
import { lastMonths, monthName } from './months.ts'
import { UseTables } from './use-tables.tsx'
import './usage.css'

const texts = billingTexts.usage

/** What a month costs, by day and by thing, and what it is expected to. */
export function BillingUsagePage() {
  const { current } = useOwners()
  const [month, setMonth] = useAddressState('month')
  if (!current) return null
  const months = lastMonths(Date.now())
  const choices = months.map((value, at) => ({
    value: at === 0 ? '' : value,
    label: monthName(value),
  }))
  const isListed = choices.some(({ value }) => value === month)
  return (
    <>
      <div className="billing-controls">
        <Select
          label={texts.month}
          value={month}
          onChange={setMonth}
          choices={isListed ? choices : [...choices, { value: month, label: month }]}
        />
      </div>
      <Month ownerId={current.id} month={month} />
      {mayDo(current.role, 'bill') && month === '' && <Alerts ownerId={current.id} />}
    </>
  )
}

function Month({ ownerId, month }: { ownerId: string; month: string }) {
  const query = useQuery(monthUsageQuery(ownerId, month))
  return (
    <Loaded query={query} skeleton={<Skeleton height="18rem" />}>
      {(usage) => (
        <>
          <Amounts usage={usage} isCurrent={month === ''} />
          <Panel title={texts.byDay}>
            <DayBars usage={usage} today={month === '' ? today() : undefined} />
          </Panel>
          <UseTables usage={usage} />
        </>
      )}
    </Loaded>
  )
}

/** Days begin in UTC, as those of invoices do. */
const today = () => new Date().toISOString().slice(0, 10)

function Amounts({ usage: { so_far, forecast }, isCurrent }: { usage: Usage; isCurrent: boolean }) {
  const expected = forecast.total_tax_excluded.amount
  return (
    <div className="billing-amounts">
      <Panel title={isCurrent ? texts.soFar : texts.spent}>
        <p className="billing-amount">{so_far.total_tax_excluded.default_display}</p>
        <p className="muted small">
          {billingTexts.withoutTax}, {texts.withTax(so_far.total.default_display)}
        </p>
      </Panel>
      {isCurrent && (
        <Panel title={texts.forecast}>
          <p className="billing-amount">{forecast.total_tax_excluded.default_display}</p>
          <p className="muted small">
            {billingTexts.withoutTax}, {texts.withTax(forecast.total.default_display)}.{' '}
            {texts.forecastHelp}
          </p>
          {expected > 0 && (
            <meter
              className="billing-meter"
              aria-label={texts.forecast}
              min={0}
              max={expected}
              value={so_far.total_tax_excluded.amount}
            />
          )}
        </Panel>
      )}
    </div>
  )
}
