import { useState } from 'react'
import { type Application, applications } from '#client/resources/applications/applications.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { FactList } from '#console/components/display/panel.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { hoursOfMonth, price } from '#console/format/price.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { scalingTexts as texts } from '#console/texts/en/application/scaling.ts'
import { flavorChoices } from './flavor-choices.ts'
import {
  areEqual,
  boundsOf,
  hourlyCost,
  isAutoscaled,
  type ScaleBounds,
  withFlavor,
  withInstances,
} from './scale-form.ts'

interface ScaleEditorProps {
  application: Application
  /** Prices are shown once it is known. */
  currency: string | undefined
}

/** Bounds of number and size, with the cost of the choice before it is applied. */
export function ScaleEditor({ application, currency }: ScaleEditorProps) {
  const role = useOwners().current?.role
  const saved = boundsOf(application)
  const [edited, setEdited] = useState<ScaleBounds>()
  const bounds = edited ?? saved
  const { flavors, maxAllowedInstances } = application.instance
  const apply = useAction({
    run: (wanted: ScaleBounds) => applications(connection).update(application, { ...wanted }),
    changes: [
      queryKeys.application(application),
      queryKeys.ofOwner(application.ownerId, 'overview'),
    ],
    done: application.state === 'SHOULD_BE_UP' ? texts.applied : texts.appliedLater,
    onDone: () => setEdited(undefined),
  })
  const counts = Array.from({ length: maxAllowedInstances }, (_, at) => ({
    value: String(at + 1),
    label: String(at + 1),
  }))
  const sizes = (current: string) => flavorChoices(flavors, { current, currency })
  const isDisabled = !mayDo(role, 'operate')
  const isChanged = !areEqual(bounds, saved)
  return (
    <form
      className="scale-editor"
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !apply.isPending) apply.mutate(bounds)
      }}
    >
      <div className="scale-bounds">
        <Select
          label={texts.minInstances}
          value={String(bounds.minInstances)}
          choices={counts}
          isDisabled={isDisabled}
          onChange={(value) => setEdited(withInstances(bounds, { minInstances: Number(value) }))}
        />
        <Select
          label={texts.maxInstances}
          value={String(bounds.maxInstances)}
          choices={counts}
          isDisabled={isDisabled}
          onChange={(value) => setEdited(withInstances(bounds, { maxInstances: Number(value) }))}
        />
        <Select
          label={texts.minFlavor}
          value={bounds.minFlavor}
          choices={sizes(saved.minFlavor)}
          isDisabled={isDisabled}
          onChange={(minFlavor) => setEdited(withFlavor(bounds, { minFlavor }, flavors))}
        />
        <Select
          label={texts.maxFlavor}
          value={bounds.maxFlavor}
          choices={sizes(saved.maxFlavor)}
          isDisabled={isDisabled}
          onChange={(maxFlavor) => setEdited(withFlavor(bounds, { maxFlavor }, flavors))}
        />
      </div>
      <p className="muted small" role="status">
        {isAutoscaled(bounds) ? texts.automatic : texts.fixed}
      </p>
      {application.warnings?.map(({ path, message }) => (
        <p key={path} className="scale-note small" role="note">
          {message}
        </p>
      ))}
      {currency && <Cost bounds={bounds} application={application} currency={currency} />}
      {apply.error && <ErrorLine error={apply.error} />}
      {!isDisabled && (
        <div className="scale-actions">
          <Button type="submit" kind="primary" disabled={!isChanged} isPending={apply.isPending}>
            {texts.apply}
          </Button>
          {isChanged && (
            <Button
              kind="quiet"
              onClick={() => {
                setEdited(undefined)
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
