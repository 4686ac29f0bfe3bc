import { type QueryClient, useQuery } from '@tanstack/react-query'
import { GitPullRequest, Plus } from 'lucide-react'
import { useState } from 'react'
import { mayDo } from '#console/api/permissions.ts'
import { previewSettingsQuery, previewsQuery } from '#console/api/queries/application/previews.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress, useOwners } from '#console/navigation/use-owner.ts'
import { previewTexts as texts } from '#console/texts/en/application/repository/previews.ts'
import { NewPreviewDialog } from './new-preview.tsx'
import { PreviewTable } from './preview-table.tsx'
import { SettingsForm } from './settings-form.tsx'

export function loadApplicationPreviews(queryClient: QueryClient, params: ApplicationParams) {
  void queryClient.prefetchQuery(previewsQuery(applicationIn(params)))
}

/** Running copies of an application from branches and pull requests, and how they are made. */
export function ApplicationPreviewsPage() {
  const address = useApplicationAddress()
  const mayChange = mayDo(useOwners().current?.role, 'operate')
  return (
    <>
      <PreviewPanel address={address} mayChange={mayChange} />
      {mayChange && <SettingsPanel address={address} />}
    </>
  )
}

function PreviewPanel({ address, mayChange }: { address: OwnedId; mayChange: boolean }) {
  const query = useQuery(previewsQuery(address))
  const settings = useQuery({ ...previewSettingsQuery(address), enabled: mayChange })
  const [isCreating, setCreating] = useState(false)
  const isEnabled = settings.data?.isEnabled === true
  const create = mayChange && isEnabled && (
    <Button kind="primary" icon={Plus} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  )
  return (
    <Panel
      title={texts.title}
      guide="guides/previews"
      isFlush
      actions={(query.data?.length ?? 0) > 0 && create}
    >
      <Loaded query={query} skeleton={<TableSkeleton count={2} height="2.5rem" />}>
        {(previews) =>
          previews.length === 0 ? (
            <EmptyState icon={GitPullRequest} title={texts.none} action={create}>
              {texts.noneHelp}
              {mayChange && settings.data && !isEnabled && ` ${texts.disabledHelp}`}
            </EmptyState>
          ) : (
            <PreviewTable address={address} previews={previews} mayChange={mayChange} />
          )
        }
      </Loaded>
      {isCreating && <NewPreviewDialog address={address} onClose={() => setCreating(false)} />}
    </Panel>
  )
}

function SettingsPanel({ address }: { address: OwnedId }) {
  const query = useQuery(previewSettingsQuery(address))
  return (
    <Panel title={texts.settings}>
      <Loaded query={query}>
        {(settings) => <SettingsForm address={address} settings={settings} />}
      </Loaded>
    </Panel>
  )
}
