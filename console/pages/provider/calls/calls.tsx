import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { DeliveryRecord } from '#client/resources/marketplace/deliveries.ts'
import { deliveriesQuery } from '#console/api/queries/providers.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Switch } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { duration } from '#console/format/times.ts'
import type { ProviderParams } from '#console/navigation/page-params.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useProvider } from '#console/pages/provider/use-provider.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { providerTexts } from '#console/texts/en/provider.ts'
import { CallDetails, CallStatus } from './call-details.tsx'
import './calls.css'

const texts = providerTexts.calls

/** Calls between the platform and the service of a provider. */
export function ProviderCallsPage() {
  const { ownerId, providerId, mayOffer } = useProvider()
  return mayOffer ? <Calls ownerId={ownerId} providerId={providerId} /> : <NotFound />
}

function Calls({ ownerId, providerId }: ProviderParams) {
  const [failed, setFailed] = useAddressState('failed')
  const [addon, setAddon] = useAddressState('addon')
  const [shown, setShown] = useAddressState('call')
  const filter = { failed: failed === 'true', addonId: useDeferredValue(addon.trim()) }
  const query = useInfiniteQuery(deliveriesQuery(ownerId, providerId, filter))
  const [repeated, setRepeated] = useState<DeliveryRecord>()
  const records = query.data?.pages.flat()
  const opened =
    records?.find(({ id }) => id === shown) ?? (repeated?.id === shown ? repeated : undefined)
  return (
    <>
      <div className="call-filters">
        <TextField
          label={texts.addon}
          isMono
          spellCheck={false}
          value={addon}
          onChange={setAddon}
        />
        <Switch isOn={filter.failed} onChange={(isOn) => setFailed(isOn ? 'true' : '')}>
          {texts.onlyFailed}
        </Switch>
      </div>
      <Panel title={texts.title} isFlush>
        {records && (
          <Table
            label={texts.title}
            columns={columnsFor(({ id }) => setShown(id))}
            rows={records}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={ArrowLeftRight}
                title={filter.failed ? texts.noneFailed : texts.none}
              >
                {filter.failed ? texts.noneFailedHelp : texts.noneHelp}
              </EmptyState>
            }
          />
        )}
        {query.isPending && <SkeletonLines count={6} height="1.75rem" />}
        {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      </Panel>
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.older}
        </Button>
      )}
      <CallDetails
        ownerId={ownerId}
        record={opened}
        onClose={() => setShown('')}
        onRepeated={(record) => {
          setRepeated(record)
          setShown(record.id)
        }}
      />
    </>
  )
}

const { columns: titles } = texts

const columnsFor = (onOpen: (record: DeliveryRecord) => void): Column<DeliveryRecord>[] => [
  {
    key: 'purpose',
    title: titles.purpose,
    cell: ({ purpose, method }) => (
      <span>
        {purpose} <code className="muted">{method}</code>
      </span>
    ),
  },
  {
    key: 'date',
    title: titles.date,
    cell: ({ date }) => <RelativeTime date={Date.parse(date)} />,
  },
  {
    key: 'direction',
    title: titles.direction,
    isMinor: true,
    cell: ({ direction }) => texts.directions[direction],
  },
  { key: 'status', title: titles.status, cell: (record) => <CallStatus record={record} /> },
  {
    key: 'duration',
    title: titles.duration,
    align: 'end',
    isMinor: true,
    cell: ({ duration: took }) => duration(took),
  },
  { key: 'trouble', title: titles.trouble, cell: ({ trouble }) => trouble },
  actionsColumn((record) => (
    <Button
      size="small"
      kind="quiet"
      aria-label={texts.detailsOf(record.purpose)}
      onClick={() => onOpen(record)}
    >
      {texts.details}
    </Button>
  )),
]
