import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Plan } from '#client/resources/marketplace/offers.ts'
import { type Offer, providers } from '#client/resources/marketplace/providers.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { AskFirst } from '#console/components/forms/ask-first.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { price } from '#console/format/price.ts'
import { featureValue, sortedPlans } from '#console/pages/marketplace/plan-features.ts'
import { useProvider } from '#console/pages/provider/use-provider.ts'
import { providerTexts } from '#console/texts/en/provider.ts'
import { Features, type PlansProps } from './features.tsx'
import { PlanDialog } from './plan-dialog.tsx'

const texts = providerTexts.plans

/** Plans of a provider and the features in which they differ. */
export function Page() {
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
  const [doomed, setDoomed] = useState<Plan>()
  const deletion = useAction({
    run: ({ id }: Plan) => providers(connection).deletePlan(ownerId, provider.id, id),
    changes: [queryKeys.ofOwner(ownerId, 'providers')],
    done: ({ name }) => texts.deleted(name),
    onDone: () => setDoomed(undefined),
  })
  const add = mayOffer && (
    <Button size="small" icon={Plus} onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  )
  const columns = columnsFor(provider, mayOffer, setEdited, (plan) => {
    deletion.reset()
    setDoomed(plan)
  })
  return (
    <Panel title={texts.title} isFlush actions={provider.plans.length > 0 && add}>
      {provider.plans.length === 0 ? (
        <EmptyState icon={Layers} title={texts.none} action={add}>
          {texts.noneHelp}
        </EmptyState>
      ) : (
        <Table
          label={texts.title}
          rows={sortedPlans(provider.plans)}
          rowKey={({ id }) => id}
          columns={columns}
        />
      )}
      <PlanDialog
        ownerId={ownerId}
        provider={provider}
        plan={edited}
        onClose={() => setEdited(undefined)}
      />
      <AskFirst
        title={texts.delete(doomed?.name ?? '')}
        action={texts.delete(doomed?.name ?? '')}
        isOpen={doomed !== undefined}
        isPending={deletion.isPending}
        error={deletion.error}
        onClose={() => setDoomed(undefined)}
        onConfirm={() => doomed && deletion.mutate(doomed)}
      >
        {texts.deleteHelp(doomed?.name ?? '')}
      </AskFirst>
    </Panel>
  )
}

const columnsFor = (
  { features }: Offer,
  mayOffer: boolean,
  onChange: (plan: Plan) => void,
  onDelete: (plan: Plan) => void,
): Column<Plan>[] => [
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
  ...(mayOffer ? [actionColumn(onChange, onDelete)] : []),
]

const actionColumn = (
  onChange: (plan: Plan) => void,
  onDelete: (plan: Plan) => void,
): Column<Plan> => ({
  key: 'actions',
  title: texts.actions,
  isTitleHidden: true,
  align: 'end',
  cell: (plan) => (
    <span className="row-actions">
      <Button
        size="small"
        kind="quiet"
        aria-label={texts.change(plan.name)}
        onClick={() => onChange(plan)}
      >
        {texts.changeShort}
      </Button>
      <Button
        size="small"
        kind="quiet"
        aria-label={texts.delete(plan.name)}
        onClick={() => onDelete(plan)}
      >
        {texts.deleteShort}
      </Button>
    </span>
  ),
})
