import { useQuery } from '@tanstack/react-query'
import { billingAccounts } from '#client/resources/billing/account.ts'
import type { BillingAccount } from '#client/resources/billing/operation.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { billingAccountQuery } from '#console/api/queries/billing.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { TextField } from '#console/components/controls/text-field.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { formTexts } from '#console/texts/en/forms.ts'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'
import { BillingAddress } from './billing-address.tsx'
import { Credits } from './credits.tsx'

const texts = billingTexts.account

/** Credits, the address of invoices, and what they refer to. */
export function BillingAccountPage() {
  const { current } = useOwners()
  if (!current) return null
  if (!mayDo(current.role, 'bill')) return <NotFound />
  return (
    <>
      {mayDo(current.role, 'credit') && <Credits ownerId={current.id} />}
      <BillingAddress owner={current} />
      <Panel title={texts.references}>
        <References ownerId={current.id} />
      </Panel>
    </>
  )
}

function References({ ownerId }: { ownerId: string }) {
  const query = useQuery(billingAccountQuery(ownerId))
  return (
    <Loaded query={query} skeleton={<SkeletonLines count={2} height="2rem" />}>
      {(account) => <ReferenceForm key={account.owner_id} account={account} />}
    </Loaded>
  )
}

const valuesOf = ({ customer_cost_center, customer_purchase_order }: BillingAccount) => ({
  customer_cost_center,
  customer_purchase_order,
})

function ReferenceForm({ account }: { account: BillingAccount }) {
  const draft = useDraft(valuesOf(account))
  const { values, set } = draft
  const save = useSubmit(draft, {
    run: (sent) => billingAccounts(connection).setReferences(account.owner_id, sent),
    changes: [queryKeys.ofOwner(account.owner_id, 'billing-account')],
    done: formTexts.saved,
  })
  return (
    <Form
      label={texts.references}
      action={formTexts.save}
      isDisabled={!draft.isChanged}
      isPending={save.isPending}
      error={save.error}
      onSubmit={save.submit}
    >
      <FieldRow>
        <TextField
          label={texts.costCentre}
          value={values.customer_cost_center}
          onChange={(value) => set({ customer_cost_center: value })}
        />
        <TextField
          label={texts.purchaseOrder}
          value={values.customer_purchase_order}
          onChange={(value) => set({ customer_purchase_order: value })}
        />
      </FieldRow>
    </Form>
  )
}
