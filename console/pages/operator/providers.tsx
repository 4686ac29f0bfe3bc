import { useQuery } from '@tanstack/react-query'
import { Puzzle } from 'lucide-react'
import { useState } from 'react'
import type { Offer } from '#client/resources/marketplace/offers.ts'
import { providers } from '#client/resources/marketplace/providers.ts'
import { connection } from '#console/api/connection.ts'
import { allProvidersQuery } from '#console/api/queries/operator/operation.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmDialog } from '#console/components/overlays/confirm-dialog.tsx'
import { operatorTexts as texts } from '#console/texts/en/operator/operator.ts'
import { providerTexts } from '#console/texts/en/provider.ts'

type AnyProvider = Offer & { ownerId: string }

/** Nobody is moved back to where every provider begins. */
const stages = Object.entries(providerTexts.stages).map(([value, label]) => ({
  value,
  label,
  isDisabled: value === 'ALPHA',
}))
const withdrawn = 'DELETED'

/** All add-on providers, each with the stage that an operator gives it. */
export function OperatorProvidersPage() {
  const query = useQuery(allProvidersQuery)
  const [leaving, setLeaving] = useState<AnyProvider>()
  const move = useAction({
    run: ({ provider, stage }: { provider: AnyProvider; stage: string }) =>
      providers(connection).move(provider.id, stage),
    changes: [queryKeys.operator('providers')],
    done: ({ provider }) => texts.moved(provider.name),
    onDone: () => setLeaving(undefined),
  })
  const choose = (provider: AnyProvider, stage: string) =>
    stage === withdrawn ? setLeaving(provider) : move.mutate({ provider, stage })
  return (
    <Panel title={texts.providers} isFlush>
      <Loaded query={query} skeleton={<TableSkeleton count={5} />}>
        {(list) => (
          <Table
            label={texts.providers}
            columns={columnsFor(choose)}
            rows={list}
            rowKey={({ id }) => id}
            sortedBy="name"
            empty={<EmptyState icon={Puzzle} title={texts.noProviders} />}
          />
        )}
      </Loaded>
      {move.error && !leaving && (
        <div className="panel-body">
          <ErrorLine error={move.error} />
        </div>
      )}
      <ConfirmDialog
        title={texts.moveTitle(leaving?.name ?? '')}
        action={texts.moveAction}
        isOpen={leaving !== undefined}
        isPending={move.isPending}
        error={move.error}
        onClose={() => {
          setLeaving(undefined)
          move.reset()
        }}
        onConfirm={() => leaving && move.mutate({ provider: leaving, stage: withdrawn })}
      >
        {texts.moveHelp}
      </ConfirmDialog>
    </Panel>
  )
}

const { providerColumns: titles } = texts

const columnsFor = (
  onChoose: (provider: AnyProvider, stage: string) => void,
): Column<AnyProvider>[] => [
  {
    key: 'name',
    title: titles.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <span className="cell-name">
        <strong>{name}</strong>
        <small>{id}</small>
      </span>
    ),
  },
  {
    key: 'owner',
    title: titles.owner,
    cell: ({ ownerId }) =>
      ownerId === 'platform' ? (
        <span className="muted">{texts.ownPlatform}</span>
      ) : (
        <code>{ownerId}</code>
      ),
  },
  {
    key: 'plans',
    title: titles.plans,
    align: 'end',
    isMinor: true,
    cell: ({ plans }) => plans.length,
  },
  { key: 'zones', title: titles.zones, isMinor: true, cell: ({ regions }) => regions.join(', ') },
  {
    key: 'stage',
    title: titles.stage,
    width: '13rem',
    sortBy: ({ status }) => status,
    cell: (provider) => (
      <Select
        label={texts.stageOf(provider.name)}
        isLabelHidden
        value={provider.status}
        choices={stages}
        onChange={(stage) => onChoose(provider, stage)}
      />
    ),
  },
]
