import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '#console/api/queries/organisations.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { organisationTexts as texts } from '#console/texts/en/organisation/overview.ts'

/** What the month costs so far, and what it is expected to. */
export function MonthCost({ ownerId }: { ownerId: string }) {
  const query = useQuery(usageQuery(ownerId))
  const billing = addressOf.owner(ownerId, 'billing')
  return (
    <Panel
      title={texts.month}
      actions={
        <ConsoleLink to={billing} className="small">
          {texts.toBilling}
        </ConsoleLink>
      }
    >
      <Loaded query={query} skeleton={<SkeletonLines count={3} />}>
        {({ so_far, forecast, items }) => (
          <div className="month-cost">
            <p className="month-cost-amount">
              {so_far.total_tax_excluded.default_display}
              <small>
                {texts.soFar}, {texts.withoutTax}
              </small>
            </p>
            {items.length === 0 ? (
              <p className="muted small">{texts.free}</p>
            ) : (
              <p className="small">
                <strong>{forecast.total_tax_excluded.default_display}</strong>{' '}
                <span className="muted">{texts.forecast}</span>
              </p>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
