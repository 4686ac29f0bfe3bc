import { useQuery } from '@tanstack/react-query'
import { creditsQuery } from '#console/api/queries/billing.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Table } from '#console/components/display/table.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'

const texts = billingTexts.account

/** What is prepaid, and how it came and went. */
export function Credits({ ownerId }: { ownerId: string }) {
  const query = useQuery(creditsQuery(ownerId))
  return (
    <Panel title={texts.credits} isFlush>
      <Loaded query={query} skeleton={<SkeletonLines count={3} />}>
        {({ balance, free_credits_per_month, movements }) => (
          <>
            <div className="panel-body">
              <FactList
                facts={[
                  { name: texts.balance, value: balance.default_display },
                  { name: texts.free, value: free_credits_per_month.default_display },
                ]}
              />
            </div>
            <Table
              label={texts.credits}
              rows={movements}
              rowKey={({ id }) => id}
              columns={[
                {
                  key: 'reason',
                  title: texts.columns.reason,
                  cell: ({ reason }) => <strong>{reason}</strong>,
                },
                {
                  key: 'date',
                  title: texts.columns.date,
                  sortBy: ({ date }) => date,
                  cell: ({ date }) => <RelativeTime date={date} />,
                },
                {
                  key: 'invoice',
                  title: texts.columns.invoice,
                  cell: ({ invoice_number: number }) =>
                    number && (
                      <ConsoleLink to={addressOf.invoice(ownerId, number)}>{number}</ConsoleLink>
                    ),
                },
                {
                  key: 'amount',
                  title: texts.columns.amount,
                  align: 'end',
                  cell: ({ amount }) => amount.default_display,
                },
              ]}
              empty={<p className="panel-body muted small">{texts.noMovements}</p>}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
