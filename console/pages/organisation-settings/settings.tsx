import { useQuery } from '@tanstack/react-query'
import { mayDo } from '#console/api/permissions.ts'
import { organisationQuery } from '#console/api/queries/organisations.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { memberTexts } from '#console/texts/en/organisation/members.ts'
import { organisationSettingsTexts as texts } from '#console/texts/en/organisation/settings.ts'
import { DangerZone } from './danger-zone.tsx'
import { OrganisationForm } from './organisation-form.tsx'

/** Name, address and end of an organisation. */
export function OrganisationSettingsPage() {
  const { current } = useOwners()
  if (!current) return null
  return (
    <>
      <PageHeader title={texts.title} />
      {current.isPersonal ? (
        <Panel title={texts.about}>
          <EmptyState
            title={texts.personal}
            action={<ButtonLink to={addressOf.account('profile')}>{texts.toProfile}</ButtonLink>}
          >
            {texts.personalHelp}
          </EmptyState>
        </Panel>
      ) : (
        <Settings owner={current} />
      )}
    </>
  )
}

function Settings({ owner }: { owner: Owner }) {
  const query = useQuery(organisationQuery(owner.id))
  const role = memberTexts.roles[owner.role as keyof typeof memberTexts.roles]
  return (
    <>
      <Loaded query={query} skeleton={<SkeletonLines count={8} height="2rem" />}>
        {(organisation) => (
          <>
            <Panel title={texts.facts}>
              <FactList
                facts={[
                  { name: texts.id, value: <CopyValue what={texts.id} value={organisation.id} /> },
                  { name: texts.name, value: organisation.name },
                  { name: texts.role, value: role },
                ]}
              />
            </Panel>
            {mayDo(owner.role, 'govern') && (
              <OrganisationForm key={organisation.id} organisation={organisation} />
            )}
          </>
        )}
      </Loaded>
      <DangerZone owner={owner} />
    </>
  )
}
