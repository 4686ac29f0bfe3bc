import { useQuery } from '@tanstack/react-query'
import { type SpendingAlert, usage } from '#client/resources/billing/usage.ts'
import { connection } from '#console/api/connection.ts'
import { alertsQuery } from '#console/api/queries/billing.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { actionsColumn, Table } from '#console/components/display/table.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'

const texts = billingTexts.alerts
const bases = Object.entries(texts.bases).map(([value, label]) => ({ value, label }))

/** Amounts at which a notification is sent. */
export function Alerts({ ownerId }: { ownerId: string }) {
  const query = useQuery(alertsQuery(ownerId))
  return (
    <Panel title={texts.title} isFlush>
      <p className="panel-body muted small">{texts.lead}</p>
      <Loaded query={query} skeleton={<SkeletonLines count={2} />}>
        {(alerts) => <AlertList ownerId={ownerId} alerts={alerts} />}
      </Loaded>
    </Panel>
  )
}

type Wanted = Omit<SpendingAlert, 'given_at'>

const wantedOf = ({ amount, basis, by_email, webhook }: SpendingAlert): Wanted => ({
  amount,
  basis,
  by_email,
  webhook,
})

interface AlertsProps {
  ownerId: string
  alerts: readonly SpendingAlert[]
}

function AlertList({ ownerId, alerts }: AlertsProps) {
  const save = useAction({
    run: (wanted: readonly Wanted[]) => usage(connection).setAlerts(ownerId, wanted),
    changes: [queryKeys.ofOwner(ownerId, 'alerts')],
    done: texts.saved,
  })
  const without = (removed: SpendingAlert) =>
    alerts.filter((alert) => alert !== removed).map(wantedOf)
  return (
    <>
      <Table
        label={texts.title}
        rows={alerts}
        rowKey={({ amount, basis }) => `${amount} ${basis}`}
        columns={[
          { key: 'amount', title: texts.columns.amount, cell: ({ amount }) => amount },
          { key: 'basis', title: texts.columns.basis, cell: ({ basis }) => texts.bases[basis] },
          {
            key: 'how',
            title: texts.columns.how,
            cell: ({ by_email, webhook, given_at }) => (
              <span>
                {by_email && texts.byEmail} {webhook && texts.webhook(webhook)}{' '}
                {given_at && (
                  <>
                    ({texts.given} <RelativeTime date={given_at} />)
                  </>
                )}
              </span>
            ),
          },
          actionsColumn<SpendingAlert>((alert) => (
            <Button
              size="small"
              kind="quiet"
              aria-label={texts.removeOf(alert.amount)}
              onClick={() => save.mutate(without(alert))}
            >
              {texts.remove}
            </Button>
          )),
        ]}
        empty={<p className="panel-body small">{texts.none}</p>}
      />
      <div className="panel-body">
        {save.isError && <ErrorLine error={save.error} />}
        <AddAlert ownerId={ownerId} alerts={alerts} />
      </div>
    </>
  )
}

const noAlert: Wanted = { amount: '', basis: 'forecast', by_email: true, webhook: '' }

function AddAlert({ ownerId, alerts }: AlertsProps) {
  const draft = useDraft(noAlert)
  const { amount, basis } = draft.values
  const add = useSubmit(draft, {
    run: (sent) =>
      usage(connection).setAlerts(ownerId, [
        ...alerts.map(wantedOf),
        { ...sent, amount: sent.amount.trim() },
      ]),
    changes: [queryKeys.ofOwner(ownerId, 'alerts')],
    done: texts.saved,
  })
  return (
    <Form
      label={texts.add}
      action={texts.add}
      isDisabled={!(Number(amount) > 0)}
      isPending={add.isPending}
      error={add.error}
      onSubmit={add.submit}
    >
      <FieldRow>
        <TextField
          label={texts.amount}
          inputMode="decimal"
          value={amount}
          onChange={(typed) => draft.set({ amount: typed })}
        />
        <Select
          label={texts.basis}
          choices={bases}
          value={basis}
          onChange={(chosen) => draft.set({ basis: chosen as Wanted['basis'] })}
        />
      </FieldRow>
    </Form>
  )
}
