import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { mayDo } from '#console/api/permissions.ts'
import { overviewQuery } from '#console/api/queries/overview.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { TagChoice } from '#console/components/tags/tag-list.tsx'
import { counted } from '#console/format/figures.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import type { OwnerParams } from '#console/navigation/page-params.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { organisationTexts as texts } from '#console/texts/en/organisation/overview.ts'
import { shellTexts } from '#console/texts/en/shell.ts'
import { tagTexts } from '#console/texts/en/tags.ts'
import { AddonTable } from './addon-table.tsx'
import { ApplicationTable } from './application-table.tsx'
import { FirstRun } from './first-run.tsx'
import { MonthCost } from './month-cost.tsx'
import { tagsOf } from './tags-of.ts'
import './overview.css'

export const loadOrganisationOverview = (queryClient: QueryClient, { ownerId }: OwnerParams) =>
  void queryClient.prefetchQuery(overviewQuery(ownerId))

/** What an organisation has and how it is doing. */
export function OrganisationOverviewPage() {
  const { current } = useOwners()
  if (!current) return null
  const { id, name, role, applications, addons } = current
  const create = addressOf.create('application', id)
  return (
    <>
      <PageHeader
        title={name}
        detail={`${counted(applications.length, 'application')} · ${counted(addons.length, 'add-on')}`}
        actions={
          mayDo(role, 'administer') && (
            <ButtonLink to={create} kind="primary" icon={Plus}>
              {shellTexts.create}
            </ButtonLink>
          )
        }
      />
      {mayDo(role, 'see') && (
        <Things ownerId={id} count={applications.length} mayCreate={mayDo(role, 'administer')} />
      )}
      {!mayDo(role, 'see') && mayDo(role, 'meter') && <MonthCost ownerId={id} />}
    </>
  )
}

interface ThingsProps {
  ownerId: string
  /** Number of applications, known before their states are. */
  count: number
  mayCreate: boolean
}

function Things({ ownerId, count, mayCreate }: ThingsProps) {
  const query = useQuery(overviewQuery(ownerId))
  const [tag, setTag] = useAddressState('tag')
  const known = tagsOf(query.data)
  const skeleton = <SkeletonLines count={Math.max(count, 2)} height="1.75rem" />
  return (
    <>
      {(known.length > 0 || tag !== '') && (
        <TagChoice
          label={tagTexts.filter}
          tags={known.includes(tag) || tag === '' ? known : [...known, tag]}
          chosen={tag}
          onChange={setTag}
        />
      )}
      {count === 0 && mayCreate ? (
        <FirstRun ownerId={ownerId} />
      ) : (
        <Panel title={texts.applications} isFlush>
          <Loaded query={query} skeleton={<div className="panel-body">{skeleton}</div>}>
            {({ applications }) => (
              <ApplicationTable ownerId={ownerId} applications={applications} tag={tag} />
            )}
          </Loaded>
        </Panel>
      )}
      <div className="columns overview-columns">
        <Panel title={texts.addons} isFlush>
          <Loaded query={query} skeleton={<div className="panel-body">{skeleton}</div>}>
            {({ addons }) => <AddonTable ownerId={ownerId} addons={addons} tag={tag} />}
          </Loaded>
        </Panel>
        <MonthCost ownerId={ownerId} />
      </div>
    </>
  )
}
