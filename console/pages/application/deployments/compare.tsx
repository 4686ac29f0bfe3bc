import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, GitCompareArrows } from 'lucide-react'
import type { Release } from '#client/resources/applications/releases.ts'
import { comparisonQuery, releasesQuery } from '#console/api/queries/application/deployments.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { BackLink } from '#console/components/controls/back-link.tsx'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { useWindowTitle } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { exactTime } from '#console/format/times.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { deploymentTexts } from '#console/texts/en/application/deployments.ts'
import { ChangeList } from './release-changes.tsx'
import { ReleaseTable } from './release-table.tsx'
import './compare.css'

const texts = deploymentTexts.compare

export function loadCompareReleases(queryClient: QueryClient, params: ApplicationParams) {
  void queryClient.prefetchQuery(releasesQuery(applicationIn(params)))
}

/** What differs between two releases, and all releases to choose from. */
export function CompareReleasesPage() {
  const address = useApplicationAddress()
  const query = useQuery(releasesQuery(address))
  useWindowTitle(texts.title)
  return (
    <>
      <BackLink to={addressOf.application(address, 'deployments')}>{deploymentTexts.all}</BackLink>
      <Loaded query={query}>
        {(releases) =>
          releases.length < 2 ? (
            <Panel title={texts.title}>
              <EmptyState icon={GitCompareArrows} title={texts.tooFew}>
                {texts.tooFewHelp}
              </EmptyState>
            </Panel>
          ) : (
            <Comparison address={address} releases={releases} />
          )
        }
      </Loaded>
    </>
  )
}

function Comparison({ address, releases }: { address: OwnedId; releases: readonly Release[] }) {
  const live = Math.max(
    releases.findIndex(({ state }) => state === 'LIVE'),
    0,
  )
  const [to, setTo] = useAddressState('to', String(releases[live]?.number ?? ''))
  const [from, setFrom] = useAddressState(
    'from',
    String((releases[live + 1] ?? releases[live - 1])?.number ?? ''),
  )
  const choices = releases.map(({ number, date, state }) => ({
    value: String(number),
    label: texts.release(number, exactTime(date), state === 'LIVE'),
  }))
  return (
    <>
      <Panel title={texts.title}>
        <div className="compare-choice">
          <Select label={texts.from} value={from} choices={choices} onChange={setFrom} />
          <Select label={texts.to} value={to} choices={choices} onChange={setTo} />
          <ButtonLink
            to={addressOf.comparison(address, Number(to), Number(from))}
            icon={ArrowLeftRight}
          >
            {texts.swap}
          </ButtonLink>
        </div>
        {from === to ? (
          <p className="muted">{texts.same}</p>
        ) : (
          <Result address={address} from={Number(from)} to={Number(to)} />
        )}
      </Panel>
      <ReleaseTable address={address} releases={releases} />
    </>
  )
}

function Result({ address, from, to }: { address: OwnedId; from: number; to: number }) {
  const query = useQuery(comparisonQuery(address, from, to))
  return (
    <section className="compare-result">
      <h3>{texts.result(from, to)}</h3>
      <Loaded query={query}>{(changes) => <ChangeList changes={changes} />}</Loaded>
      <p className="muted small">{deploymentTexts.changes.namesOnly}</p>
    </section>
  )
}
