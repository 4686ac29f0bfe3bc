import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type Application, applications } from '#client/resources/applications/applications.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { applicationCostQuery } from '#console/api/queries/billing.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { FactList } from '#console/components/display/panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { hoursOfMonth, price } from '#console/format/price.ts'
import { useRole } from '#console/navigation/use-owner.ts'
import { changeFacts, isFree } from '#console/pages/billing/costs/cost-facts.ts'
import { scalingTexts as texts } from '#console/texts/en/application/scaling.ts'
import { flavorChoices } from './flavor-choices.ts'
import {
  boundsOf,
  hourlyCost,
  isAutoscaled,
  reachedInstead,
  type ScaleBounds,
  withFlavor,
  withInstances,
} from './scale-form.ts'

interface ScaleEditorProps {
  application: Application
  /** Prices are shown once it is known. */
  currency: string | undefined
  onApplied?: (() => void) | undefined
}

/** Bounds of number and size, with the cost of the choice before it is applied. */
export function ScaleEditor({ application, currency, onApplied }: ScaleEditorProps) {
  const role = useRole(application.ownerId)
  const saved = boundsOf(application)
  const draft = useDraft(saved)
  const { values: bounds, set: edit, isChanged } = draft
  const { flavors, maxAllowedInstances } = application.instance
  const apply = useSubmit(draft, {
    run: (sent) => applications(connection).update(application, { ...sent }),
    changes: [
      queryKeys.application(application),
      queryKeys.ofOwner(application.ownerId, 'overview'),
    ],
    done: application.state === 'SHOULD_BE_UP' ? texts.applied : texts.appliedLater,
    onDone: onApplied,
  })
  const counts = Array.from({ length: maxAllowedInstances }, (_, at) => ({
    value: String(at + 1),
    label: String(at + 1),
  }))
  const reached = reachedInstead(bounds, flavors)
  const isDisabled = !mayDo(role, 'operate')
  return (
    <form
      className="scale-editor"
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !apply.isPending) apply.submit()
      }}
    >
      <div className="scale-bounds">
        <Select
          label={texts.minInstances}
          value={String(bounds.minInstances)}
          choices={counts}
          isDisabled={isDisabled}
          onChange={(value) => edit(withInstances(bounds, { minInstances: Number(value) }))}
        />
        <Select
          label={texts.maxInstances}
          value={String(bounds.maxInstances)}
          choices={counts}
          isDisabled={isDisabled}
          onChange={(value) => edit(withInstances(bounds, { maxInstances: Number(value) }))}
        />
        <Select
          label={texts.minFlavor}
          value={bounds.minFlavor}
          choices={flavorChoices(flavors, { current: saved.minFlavor, currency })}
          isDisabled={isDisabled}
          onChange={(minFlavor) => edit(withFlavor(bounds, { minFlavor }, flavors))}
        />
        <Select
          label={texts.maxFlavor}
          value={bounds.maxFlavor}
          choices={flavorChoices(flavors, {
            current: saved.maxFlavor,
            currency,
            isMaximum: true,
          })}
          isDisabled={isDisabled}
          onChange={(maxFlavor) => edit(withFlavor(bounds, { maxFlavor }, flavors))}
        />
      </div>
      <p className="muted small" role="status">
        {isAutoscaled(bounds) ? texts.automatic : texts.fixed}
      </p>
      {reached && (
        <p className="scale-note small" role="note">
          <TriangleAlert size={16} aria-hidden="true" />
          {texts.neverReached(bounds.maxFlavor, reached)}
        </p>
      )}
      {currency && <Cost bounds={bounds} application={application} currency={currency} />}
      {currency && isChanged && <ChangeCost application={application} bounds={bounds} />}
      {apply.error && <ErrorLine error={apply.error} />}
      {!isDisabled && (
        <div className="scale-actions scale-bar">
          <Button type="submit" kind="primary" disabled={!isChanged} isPending={apply.isPending}>
            {texts.apply}
          </Button>
          {isChanged && (
            <Button
              kind="quiet"
              onClick={() => {
                draft.discard()
                apply.reset()
              }}
            >
              {texts.reset}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

interface CostProps {
  bounds: ScaleBounds
  application: Application
  currency: string
}

function Cost({ bounds, application, currency }: CostProps) {
  const cost = hourlyCost(bounds, application.instance.flavors)
  if (!cost) return null
  const span = (hours: number) => {
    const [from, to] = [price(cost.least * hours, currency), price(cost.most * hours, currency)]
    return from === to ? from : texts.span(from, to)
  }
  const value = cost.most === 0 ? texts.free : texts.costLine(span(1), span(hoursOfMonth))
  return <FactList facts={[{ name: texts.cost, value }]} />
}

/** What the month is expected to cost with the choice, and a whole month of it, beside what it is now. */
function ChangeCost({ application, bounds }: Omit<CostProps, 'currency'>) {
  const mayMeter = mayDo(useRole(application.ownerId), 'meter')
  const query = useQuery({ ...applicationCostQuery(application, bounds), enabled: mayMeter })
  if (!query.data || isFree(query.data)) return null
  return (
    <div role="status">
      <FactList facts={changeFacts(query.data)} />
    </div>
  )
}
