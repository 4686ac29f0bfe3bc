import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Plan } from '#client/resources/marketplace/offers.ts'
import { type Offer, providers } from '#client/resources/marketplace/providers.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { price } from '#console/format/price.ts'
import { featureValue, sortedPlans } from '#console/pages/marketplace/plan-features.ts'
import { useProvider } from '#console/pages/provider/use-provider.ts'
import { providerTexts } from '#console/texts/en/provider.ts'
import { Features, type PlansProps } from './features.tsx'
import { PlanDialog } from './plan-dialog.tsx'

const texts = providerTexts.plans

/** Plans of a provider and the features in which they differ. */
export function ProviderPlansPage() {
  const { ownerId, provider, mayOffer } = useProvider()
  if (!provider) return null
  return (
    <>
      <Plans ownerId={ownerId} provider={provider} mayOffer={mayOffer} />
      <Features ownerId={ownerId} provider={provider} mayOffer={mayOffer} />
    </>
  )
}

function Plans({ ownerId, provider, mayOffer }: PlansProps) {
  const [edited, setEdited] = useState<Plan | 'new'>()
  const add = mayOffer && (
    <Button size="small" icon={Plus} onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  )
  const actions = actionsColumn<Plan>((plan) => (
    <span className="row-actions">
      <Button
        size="small"
        kind="quiet"
        aria-label={texts.change(plan.name)}
        onClick={() => setEdited(plan)}
      >
        {texts.changeShort}
      </Button>
      <ConfirmButton
        size="small"
        kind="quiet"
        aria-label={texts.delete(plan.name)}
        question={texts.delete(plan.name)}
        help={texts.deleteHelp(plan.name)}
        confirm={texts.delete(plan.name)}
        run={() => providers(connection).deletePlan(ownerId, provider.id, plan.id)}
        changes={[queryKeys.ofOwner(ownerId, 'providers')]}
        done={texts.deleted(plan.name)}
      >
        {texts.deleteShort}
      </ConfirmButton>
    </span>
  ))
  return (
    <Panel title={texts.title} isFlush actions={provider.plans.length > 0 && add}>
      <Table
        label={texts.title}
        rows={sortedPlans(provider.plans)}
        rowKey={({ id }) => id}
        columns={[...columnsFor(provider), ...(mayOffer ? [actions] : [])]}
        empty={
          <EmptyState icon={Layers} title={texts.none} action={add}>
            {texts.noneHelp}
          </EmptyState>
        }
      />
      <PlanDialog
        ownerId={ownerId}
        provider={provider}
        plan={edited}
        onClose={() => setEdited(undefined)}
      />
    </Panel>
  )
}

const columnsFor = ({ features }: Offer): Column<Plan>[] => [
  {
    key: 'name',
    title: texts.name,
    cell: ({ name, slug }) => (
      <span className="cell-name">
        <strong>{name}</strong>
        <small className="mono">{slug}</small>
      </span>
    ),
  },
  {
    key: 'price',
    title: texts.priceTitle,
    align: 'end',
    cell: (plan) => (plan.price === 0 ? texts.free : price(plan.price, 'EUR')),
  },
  ...features.map(
    (feature): Column<Plan> => ({
      key: `feature ${feature.name}`,
      title: feature.name,
      cell: (plan) => {
        const given = plan.features.find(({ name }) => name === feature.name)
        return given ? featureValue(given) : <span className="muted">–</span>
      },
    }),
  ),
]
