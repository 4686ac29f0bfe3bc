import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Addon, addons, type Migration } from '#client/resources/marketplace/addons.ts'
import type { Offer, Plan } from '#client/resources/marketplace/offers.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { planChangesQuery } from '#console/api/queries/addons.ts'
import { addonCostQuery } from '#console/api/queries/billing.ts'
import { offerQuery } from '#console/api/queries/catalogue.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { price } from '#console/format/price.ts'
import { type AddonParams, addonIn } from '#console/navigation/page-params.ts'
import { useOwners, useRole } from '#console/navigation/use-owner.ts'
import { changeFacts, isFree } from '#console/pages/billing/costs/cost-facts.ts'
import {
  MonthPrice,
  type PricedOrder,
  useMonthPrice,
} from '#console/pages/marketplace/month-price.tsx'
import { sortedPlans } from '#console/pages/marketplace/plan-features.ts'
import { PlanTable } from '#console/pages/marketplace/plan-table.tsx'
import { usePlanPrice } from '#console/pages/marketplace/use-plan-price.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { useAddon } from './use-addon.ts'
import '#console/pages/marketplace/order-bar.css'

const texts = addonTexts.plan

export const loadAddonPlan = (queryClient: QueryClient, params: AddonParams) =>
  void queryClient.prefetchQuery(planChangesQuery(addonIn(params)))

/** Plans of the provider beside the current one, and the changes so far. */
export function AddonPlanPage() {
  const { address, addon } = useAddon()
  const offer = useQuery({
    ...offerQuery(address.ownerId, addon?.provider.id ?? ''),
    enabled: addon !== undefined,
  })
  const changes = useQuery(planChangesQuery(address))
  if (!addon) return null
  return (
    <>
      <Panel title={texts.title} isFlush>
        <Loaded query={offer}>
          {(known) => (
            <Plans
              address={address}
              addon={addon}
              offer={known}
              isChanging={changes.data?.[0]?.status === 'RUNNING'}
            />
          )}
        </Loaded>
      </Panel>
      {changes.data && changes.data.length > 0 && (
        <Panel title={texts.changes} isFlush>
          <Changes changes={changes.data} plans={offer.data?.plans ?? []} />
        </Panel>
      )}
    </>
  )
}

interface PlansProps {
  address: OwnedId
  addon: Addon
  offer: Offer
  isChanging: boolean
}

function Plans({ address, addon, offer, isChanging }: PlansProps) {
  const role = useOwners().current?.role
  const [wanted, setWanted] = useState<string>()
  const plans = sortedPlans(offer.plans)
  const priceOf = usePlanPrice(address.ownerId)
  const chosen = plans.find(({ id }) => id === (wanted ?? addon.plan.id))
  const mayChange =
    mayDo(role, 'order') && offer.canUpgrade && addon.state === 'ready' && !isChanging
  return (
    <>
      <PlanTable
        plans={plans}
        value={chosen?.id ?? ''}
        priceOf={(plan) => priceOf(offer.id, plan)}
        onChange={mayChange && plans.length > 1 ? setWanted : undefined}
      />
      <div className="panel-body stack">
        <p className="small">
          {texts.current(addon.plan.name)} {!offer.canUpgrade && texts.fixed}
        </p>
        {mayChange && chosen && chosen.id !== addon.plan.id && (
          <Change
            address={address}
            addon={addon}
            plan={chosen}
            onDone={() => setWanted(undefined)}
          />
        )}
      </div>
    </>
  )
}

interface ChangeProps {
  address: OwnedId
  addon: Addon
  plan: Plan
  onDone(): void
}

/** What the month costs with the other plan, before the button. */
function Change({ address, addon, plan, onDone }: ChangeProps) {
  const change = useAction({
    run: () => addons(connection).switchPlan(address, plan.id),
    changes: [queryKeys.addon(address)],
    done: texts.begun(plan.name),
    onDone,
  })
  const order = { providerId: addon.provider.id, plan: plan.slug, region: addon.region }
  const mayMeter = mayDo(useRole(address.ownerId), 'meter')
  const cost = useQuery({ ...addonCostQuery(address, plan.id), enabled: mayMeter })
  return (
    <>
      <div>
        <h3>{texts.cost}</h3>
        <MonthPrice ownerId={address.ownerId} order={order} plan={plan} />
        <Difference
          ownerId={address.ownerId}
          from={{ ...order, plan: addon.plan.slug }}
          to={order}
        />
        {cost.data && !isFree(cost.data) && <FactList facts={changeFacts(cost.data)} />}
      </div>
      {change.isError && <ErrorLine error={change.error} />}
      <div className="order-bar">
        <Button kind="primary" isPending={change.isPending} onClick={() => change.mutate()}>
          {texts.submit(plan.name)}
        </Button>
      </div>
    </>
  )
}

interface DifferenceProps {
  ownerId: string
  from: PricedOrder
  to: PricedOrder
}

/** How much more or less a month costs than now, with tax. */
function Difference({ ownerId, from, to }: DifferenceProps) {
  const { priced: now } = useMonthPrice(ownerId, from)
  const { priced: then } = useMonthPrice(ownerId, to)
  if (!now || !then) return null
  if (now.totalTTC === 0 && then.totalTTC === 0) return null
  const more = then.totalTTC - now.totalTTC
  const amount = price(Math.abs(more), then.currency)
  if (more === 0) return <p className="small">{texts.same}</p>
  return (
    <p className="small">
      <strong>{more > 0 ? texts.more(amount) : texts.less(amount)}</strong>
    </p>
  )
}

const kinds = { RUNNING: 'accent', OK: 'good', FAILED: 'wrong', ABORTED: 'plain' } as const

interface ChangesProps {
  changes: readonly Migration[]
  plans: readonly Plan[]
}

function Changes({ changes, plans }: ChangesProps) {
  const nameOf = (id: string) => plans.find((plan) => plan.id === id)?.name ?? texts.gone
  return (
    <Table
      label={texts.changes}
      rows={changes}
      rowKey={({ migrationId }) => migrationId}
      columns={[
        { key: 'from', title: texts.from, cell: ({ fromPlanId }) => nameOf(fromPlanId) },
        { key: 'to', title: texts.to, cell: ({ planId }) => nameOf(planId) },
        {
          key: 'when',
          title: texts.when,
          cell: ({ requestDate }) => <RelativeTime date={Date.parse(requestDate)} />,
        },
        {
          key: 'state',
          title: texts.state,
          cell: ({ status }) => <Badge kind={kinds[status]}>{texts.statuses[status]}</Badge>,
        },
        {
          key: 'says',
          title: texts.says,
          cell: ({ steps }) => steps.map(({ message = '' }) => message).join(' '),
        },
      ]}
    />
  )
}
