import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Box, Unlink } from 'lucide-react'
import { useState } from 'react'
import type { Application } from '#client/resources/applications/applications.ts'
import { addons } from '#client/resources/marketplace/addons.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { linkedApplicationsQuery } from '#console/api/queries/addons.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { type AddonParams, addonIn } from '#console/navigation/page-params.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { useAddonAddress } from './use-addon.ts'

const texts = addonTexts.applications

export const loadAddonApplications = (queryClient: QueryClient, params: AddonParams) =>
  void queryClient.prefetchQuery(linkedApplicationsQuery(addonIn(params)))

/** Applications that have the variables of the add-on. */
export function AddonApplicationsPage() {
  const address = useAddonAddress()
  const { current } = useOwners()
  const linked = useQuery(linkedApplicationsQuery(address))
  const change = useLinkChange(address)
  const mayLink = mayDo(current?.role, 'operate')
  return (
    <Panel title={texts.title} isFlush>
      <Loaded query={linked}>
        {(applications) => (
          <>
            <LinkedTable
              ownerId={address.ownerId}
              applications={applications}
              onUnlink={
                mayLink ? ({ id, name }) => change.mutate({ id, name, isLinked: false }) : undefined
              }
            />
            {mayLink && (
              <div className="panel-body">
                <LinkForm
                  choices={(current?.applications ?? []).filter(
                    ({ id }) => !applications.some((one) => one.id === id),
                  )}
                  isPending={change.isPending}
                  onLink={({ id, name }) => change.mutate({ id, name, isLinked: true })}
                />
                {change.isError && <ErrorLine error={change.error} />}
              </div>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

interface Named {
  id: string
  name: string
}

function useLinkChange(address: OwnedId) {
  const { ownerId, id: addonId } = address
  return useAction({
    run: ({ id, isLinked }: Named & { isLinked: boolean }) =>
      isLinked
        ? addons(connection).link({ ownerId, id }, addonId)
        : addons(connection).unlink({ ownerId, id }, addonId),
    changes: [queryKeys.owner(ownerId)],
    done: ({ name, isLinked }) => (isLinked ? texts.done(name) : texts.undone(name)),
  })
}

interface LinkedTableProps {
  ownerId: string
  applications: readonly Application[]
  onUnlink?: ((application: Named) => void) | undefined
}

function LinkedTable({ ownerId, applications, onUnlink }: LinkedTableProps) {
  return (
    <Table
      label={texts.title}
      rows={applications}
      rowKey={({ id }) => id}
      sortedBy="name"
      empty={
        <EmptyState icon={Box} title={texts.none}>
          {texts.noneHelp}
        </EmptyState>
      }
      columns={[
        {
          key: 'name',
          title: texts.name,
          sortBy: ({ name }) => name,
          cell: ({ id, name }) => (
            <ConsoleLink to={addressOf.application({ ownerId, id })}>{name}</ConsoleLink>
          ),
        },
        {
          key: 'unlink',
          title: texts.unlink,
          isTitleHidden: true,
          align: 'end',
          cell: (application) =>
            onUnlink && (
              <Button
                size="small"
                icon={Unlink}
                aria-label={texts.unlinkOf(application.name)}
                onClick={() => onUnlink(application)}
              >
                {texts.unlink}
              </Button>
            ),
        },
      ]}
    />
  )
}

interface LinkFormProps {
  choices: readonly Named[]
  isPending: boolean
  onLink(application: Named): void
}

function LinkForm({ choices, isPending, onLink }: LinkFormProps) {
  const [wanted, setWanted] = useState('')
  const chosen = choices.find(({ id }) => id === wanted) ?? choices[0]
  if (!chosen) return <p className="muted small">{texts.allLinked}</p>
  return (
    <div className="addon-row">
      <Select
        label={texts.choose}
        hint={texts.help}
        value={chosen.id}
        choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setWanted}
      />
      <Button kind="primary" isPending={isPending} onClick={() => onLink(chosen)}>
        {texts.link}
      </Button>
    </div>
  )
}
