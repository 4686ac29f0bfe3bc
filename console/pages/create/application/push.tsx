import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ExternalLink, LoaderCircle } from 'lucide-react'
import { sshKeys } from '#client/resources/accounts/ssh-keys.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import { connection } from '#console/api/connection.ts'
import { isUnseen } from '#console/api/describe-error.ts'
import { applicationQuery } from '#console/api/queries/application/applications.ts'
import { statusQuery } from '#console/api/queries/overview.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { CommandBlock } from '#console/components/controls/copy-button.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { hasPage } from '#console/navigation/known-pages.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { LastDeployment } from '#console/pages/application/last-deployment.tsx'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { createTexts } from '#console/texts/en/create.ts'
import { pushCommands } from './push-address.ts'
import './push.css'

const texts = createTexts.push

/** The commands of the first push; once it has arrived, the steps of its deployment. */
export function Page() {
  const { applicationId = '' }: { applicationId?: string } = useParams({ strict: false })
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
              <ButtonLink to={status.url} kind="primary" icon={ExternalLink}>
                {texts.open}
              </ButtonLink>
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
  const { url, httpUrl } = application.deployment
  const [way, setWay] = useAddressState('over', 'ssh')
  const isHttps = way === 'https' && httpUrl !== null
  return (
    <Panel title={texts.commands}>
      <div className="push-commands">
        <p className="muted small">{texts.commandsHelp}</p>
        {httpUrl !== null && (
          <div className="push-way">
            <Select
              label={texts.way}
              value={isHttps ? 'https' : 'ssh'}
              choices={[
                { value: 'ssh', label: texts.ssh },
                { value: 'https', label: texts.https },
              ]}
              onChange={setWay}
            />
          </div>
        )}
        {isHttps ? <p className="muted small">{texts.httpsHelp}</p> : <KeyHint />}
        <CommandBlock
          what={texts.what}
          value={pushCommands(isHttps ? httpUrl : url, application.branch, texts.message)}
        />
        <output className="push-waiting">
          <LoaderCircle size={18} aria-hidden="true" />
          {texts.waiting}
        </output>
      </div>
    </Panel>
  )
}

/** Says that a push over SSH would be refused, for users without a key. */
function KeyHint() {
  const { data } = useQuery({
    queryKey: queryKeys.account('ssh-keys'),
    queryFn: () => sshKeys(connection).list(),
  })
  const page = addressOf.account('ssh-keys')
  if (data?.length !== 0) return null
  return (
    <div className="push-key">
      <p className="small">{texts.noKey}</p>
      {hasPage(page) && (
        <ButtonLink to={page} size="small">
          {texts.addKey}
        </ButtonLink>
      )}
    </div>
  )
}
