import { useQuery } from '@tanstack/react-query'
import { type Application, applications } from '#client/resources/applications/applications.ts'
import type { OfferedFlavor } from '#client/resources/marketplace/catalogue.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { buildSizesQuery } from '#console/api/queries/application/scaling.ts'
import { pricesQuery } from '#console/api/queries/billing.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { pricedSizes } from '#console/format/list-prices.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { scalingTexts as texts } from '#console/texts/en/application/scaling.ts'
import { flavorChoices } from './flavor-choices.ts'

interface BuildSizeProps {
  application: Application
  currency: string | undefined
}

/** Size of builds, if they have one of their own. */
export function BuildSize({ application, currency }: BuildSizeProps) {
  const query = useQuery(buildSizesQuery)
  const { data: prices } = useQuery(pricesQuery(application.ownerId, application.zone))
  return (
    <div className="build-size">
      <p className="muted small">{texts.buildHelp}</p>
      <Loaded query={query}>
        {(flavors) => (
          <Choice
            application={application}
            flavors={prices ? pricedSizes(flavors, prices, 'builds') : flavors}
            currency={prices && currency}
          />
        )}
      </Loaded>
    </div>
  )
}

const usual = ''

function Choice({
  application,
  flavors,
  currency,
}: BuildSizeProps & { flavors: readonly OfferedFlavor[] }) {
  const role = useOwners().current?.role
  const saved = application.separateBuild ? application.buildFlavor.name : usual
  const draft = useDraft({ size: saved })
  const save = useSubmit(draft, {
    run: ({ size }) =>
      applications(connection).update(
        application,
        size === usual ? { separateBuild: false } : { separateBuild: true, buildFlavor: size },
      ),
    changes: [queryKeys.application(application)],
    done: texts.buildSaved,
  })
  const mayChange = mayDo(role, 'operate')
  return (
    <>
      <Select
        label={texts.buildSize}
        value={draft.values.size}
        isDisabled={!mayChange}
        choices={[
          { value: usual, label: texts.usual },
          ...flavorChoices(flavors, { current: saved, currency }),
        ]}
        onChange={(size) => draft.set({ size })}
      />
      {save.error && <ErrorLine error={save.error} />}
      {mayChange && (
        <div className="scale-actions">
          <Button disabled={!draft.isChanged} isPending={save.isPending} onClick={save.submit}>
            {texts.saveBuild}
          </Button>
        </div>
      )}
    </>
  )
}
