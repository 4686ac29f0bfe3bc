import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type Consumer, consumers } from '#client/resources/accounts/consumers.ts'
import { connection } from '#console/api/connection.ts'
import { isUnseen } from '#console/api/describe-error.ts'
import { mayDo } from '#console/api/permissions.ts'
import { consumerQuery } from '#console/api/queries/consumers.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { type Fact, FactList, Panel } from '#console/components/display/panel.tsx'
import { DeletePanel } from '#console/components/overlays/delete-panel.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { consumerTexts as texts } from '#console/texts/en/consumer.ts'
import { ChangeConsumer } from './change-consumer.tsx'
import { Secret } from './secret.tsx'
import './consumer.css'

export const loadConsumer = (
  queryClient: QueryClient,
  { ownerId, key }: { ownerId: string; key: string },
) => void queryClient.prefetchQuery(consumerQuery(ownerId, key))

/** Key, secret and rights of an OAuth consumer. */
export function ConsumerPage() {
  const { ownerId, key } = useParams({ from: '/organisations/$ownerId/consumers/$key' })
  const { data, error, refetch } = useQuery(consumerQuery(ownerId, key))
  if (data) return <ShownConsumer ownerId={ownerId} consumer={data} />
  if (isUnseen(error)) return <NotFound />
  return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
}

interface ConsumerProps {
  ownerId: string
  consumer: Consumer
}

function ShownConsumer({ ownerId, consumer }: ConsumerProps) {
  const role = useOwners().current?.role
  const { name, key, rights } = consumer
  const given = Object.keys(rights).filter((right) => rights[right])
  return (
    <>
      <PageHeader title={name} detail={texts.kind} />
      <div className="consumer-columns">
        <Panel title={texts.credentials}>
          <p className="muted small">{texts.credentialsHelp}</p>
          <FactList
            facts={[
              { name: texts.key, value: <CopyValue what={texts.key} value={key} /> },
              {
                name: texts.secret,
                value: mayDo(role, 'reveal') ? (
                  <Secret ownerId={ownerId} consumerKey={key} />
                ) : (
                  <span className="muted">{texts.secretForAdmins}</span>
                ),
              },
            ]}
          />
        </Panel>
        <Panel
          title={texts.information}
          actions={
            mayDo(role, 'register') && <ChangeConsumer ownerId={ownerId} consumer={consumer} />
          }
        >
          <FactList facts={factsOf(consumer)} />
        </Panel>
      </div>
      <Panel title={texts.rights}>
        {given.length === 0 ? (
          <p className="muted small">{texts.noRights}</p>
        ) : (
          <ul className="consumer-rights">
            {given.map((right) => (
              <li key={right}>
                {texts.rightNames[right] ?? right} <code>{right}</code>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {mayDo(role, 'register') && <Deletion ownerId={ownerId} consumer={consumer} />}
    </>
  )
}

/** What was given; the rest has no line. */
function factsOf({ description, baseUrl, url, picture }: Consumer): Fact[] {
  const { facts } = texts
  const all = [
    { name: facts.description, value: description },
    { name: facts.baseUrl, value: baseUrl },
    { name: facts.url, value: url },
    { name: facts.picture, value: picture },
  ]
  return all.filter(({ value }) => value !== '')
}

function Deletion({ ownerId, consumer: { key, name } }: ConsumerProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const deletion = useMutation({
    mutationFn: () => consumers(connection).delete(ownerId, key),
    onSuccess: async () => {
      showToast({ kind: 'good', text: texts.deleted(name) })
      await navigate(addressOf.owner(ownerId))
      await queryClient.invalidateQueries({ queryKey: queryKeys.summary })
    },
  })
  return (
    <DeletePanel
      title={texts.danger}
      lead={texts.dangerHelp}
      name={name}
      action={texts.delete(name)}
      deletion={deletion}
    >
      {texts.deleteHelp(name)}
    </DeletePanel>
  )
}
