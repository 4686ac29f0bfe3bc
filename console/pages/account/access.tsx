import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { type ConsentRecord, consents } from '#client/resources/accounts/consents.ts'
import { connection } from '#console/api/connection.ts'
import { consentsQuery } from '#console/api/queries/credentials.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { WebLink } from '#console/components/controls/web-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { accountTexts } from '#console/texts/en/account.ts'
import './access.css'

const texts = accountTexts.access

/** Programs that may act for the user. */
export function AccountAccessPage() {
  const query = useQuery(consentsQuery)
  return (
    <>
      <PageHeader title={texts.title} detail={texts.lead} />
      <Loaded query={query} skeleton={<SkeletonLines count={4} height="2rem" />}>
        {(list) =>
          list.length === 0 ? (
            <Panel title={texts.title} isTitleHidden>
              <EmptyState icon={ShieldCheck} title={texts.empty}>
                {texts.emptyHelp}
              </EmptyState>
            </Panel>
          ) : (
            list.map((consent) => <Program key={consent.consumer.key} consent={consent} />)
          )
        }
      </Loaded>
    </>
  )
}

function Program({ consent: { consumer, rights, date } }: { consent: ConsentRecord }) {
  const given = Object.keys(rights).filter((right) => rights[right])
  return (
    <Panel
      title={consumer.name}
      actions={
        <ConfirmButton
          size="small"
          aria-label={texts.withdrawOf(consumer.name)}
          question={texts.withdrawTitle}
          help={texts.withdrawText(consumer.name)}
          confirm={texts.withdraw}
          run={() => consents(connection).withdraw(consumer.key)}
          changes={[queryKeys.self]}
          done={texts.withdrawn}
        >
          {texts.withdraw}
        </ConfirmButton>
      }
    >
      <div className="program-access">
        {consumer.description && <p>{consumer.description}</p>}
        <p className="muted small">
          {/^https?:/.test(consumer.url) && <WebLink href={consumer.url}>{consumer.url}</WebLink>}{' '}
          {texts.since} <RelativeTime date={date} />
        </p>
        <p>{texts.may}</p>
        <ul>
          {given.map((right) => (
            <li key={right}>{texts.rights[right] ?? right}</li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
