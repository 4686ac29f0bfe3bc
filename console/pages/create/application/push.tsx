import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ExternalLink, LoaderCircle } from 'lucide-react'
import type { Application } from '#client/resources/applications/applications.ts'
import { isUnseen } from '#console/api/describe-error.ts'
import { applicationQuery } from '#console/api/queries/application/applications.ts'
import { statusQuery } from '#console/api/queries/overview.ts'
import { ButtonLink, ButtonWebLink } from '#console/components/controls/button.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { LastDeployment } from '#console/pages/application/last-deployment.tsx'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { createTexts } from '#console/texts/en/create.ts'
import { PushCommands } from './push-commands.tsx'
import './push.css'

const texts = createTexts.push

/** The commands of the first push; once it has arrived, the steps of its deployment. */
export function FirstPushPage() {
  const { applicationId } = useParams({ from: '/create/application/$applicationId' })
  const [ownerId] = useAddressState('for')
  if (ownerId === '') return <NotFound />
  return <FirstPush address={{ ownerId, id: applicationId }} />
}

function FirstPush({ address }: { address: { ownerId: string; id: string } }) {
  const { data: application, error, refetch } = useQuery(applicationQuery(address))
  const { data: status } = useQuery(statusQuery(address))
  if (!application) {
    if (isUnseen(error)) return <NotFound />
    return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  }
  const page = addressOf.application(address)
  const deployment = status?.lastDeployment
  const isRunning = status?.state === 'running'
  return (
    <>
      <PageHeader
        title={deployment ? application.name : texts.title(application.name)}
        actions={<ButtonLink to={page}>{deployment ? texts.toApplication : texts.skip}</ButtonLink>}
      />
      {deployment ? (
        <Panel
          title={isRunning ? texts.running : texts.arrived}
          actions={
            isRunning &&
            status.url && (
              <ButtonWebLink href={status.url} kind="primary" icon={ExternalLink}>
                {texts.open}
              </ButtonWebLink>
            )
          }
        >
          <LastDeployment address={address} deployment={deployment} />
        </Panel>
      ) : (
        <Commands application={application} />
      )}
    </>
  )
}

function Commands({ application }: { application: Application }) {
  return (
    <Panel title={texts.commands}>
      <div className="push-commands">
        <PushCommands application={application} />
        <output className="push-waiting">
          <LoaderCircle size={18} aria-hidden="true" />
          {texts.waiting}
        </output>
      </div>
    </Panel>
  )
}
