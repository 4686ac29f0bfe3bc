import { Columns3 } from 'lucide-react'
import {
  type Offer,
  type ProviderFeature,
  providers,
} from '#client/resources/marketplace/providers.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { providerTexts } from '#console/texts/en/provider.ts'
import './features.css'

const texts = providerTexts.features
const types = Object.entries(texts.types).map(([value, label]) => ({ value, label }))

export interface PlansProps {
  ownerId: string
  provider: Offer
  mayOffer: boolean
}

/** What the plans of a provider differ in. */
export function Features({ ownerId, provider, mayOffer }: PlansProps) {
  const changes = [queryKeys.ofOwner(ownerId, 'providers')]
  const api = providers(connection)
  const put = useAction({
    run: (feature: { name: string; type: string }) => api.putFeature(ownerId, provider.id, feature),
    changes,
    done: ({ name }) => texts.added(name),
  })
  const columns: Column<ProviderFeature>[] = [
    { key: 'name', title: texts.name, cell: ({ name }) => <strong>{name}</strong> },
    {
      key: 'type',
      title: texts.type,
      cell: ({ name, type }) =>
        mayOffer ? (
          <Select
            label={texts.change(name)}
            isLabelHidden
            value={type}
            choices={types}
            onChange={(wanted) => put.mutate({ name, type: wanted })}
          />
        ) : (
          (texts.types[type] ?? type)
        ),
    },
    {
      key: 'code',
      title: texts.code,
      isMinor: true,
      cell: ({ name_code }) => <code>{name_code}</code>,
    },
    actionsColumn(
      ({ name }) =>
        mayOffer && (
          <ConfirmButton
            size="small"
            kind="quiet"
            aria-label={texts.delete(name)}
            question={texts.delete(name)}
            help={texts.deleteHelp(name)}
            confirm={texts.delete(name)}
            run={() => api.deleteFeature(ownerId, provider.id, name)}
            changes={changes}
            done={texts.deleted(name)}
          >
            {providerTexts.plans.deleteShort}
          </ConfirmButton>
        ),
    ),
  ]
  return (
    <Panel title={texts.title} isFlush>
      <p className="panel-body muted small">{texts.help}</p>
      <Table
        label={texts.title}
        rows={provider.features}
        rowKey={({ name }) => name}
        columns={columns}
        empty={
          <EmptyState icon={Columns3} title={texts.none}>
            {texts.noneHelp}
          </EmptyState>
        }
      />
      {mayOffer && (
        <div className="panel-body">
          {put.isError && <ErrorLine error={put.error} />}
          <NewFeature ownerId={ownerId} provider={provider} />
        </div>
      )}
    </Panel>
  )
}

function NewFeature({ ownerId, provider }: Omit<PlansProps, 'mayOffer'>) {
  const draft = useDraft({ name: '', type: 'STRING' })
  const { name, type } = draft.values
  const add = useSubmit(draft, {
    run: (sent) =>
      providers(connection).putFeature(ownerId, provider.id, { ...sent, name: sent.name.trim() }),
    changes: [queryKeys.ofOwner(ownerId, 'providers')],
    done: (sent) => texts.added(sent.name.trim()),
  })
  return (
    <Form
      label={texts.add}
      action={texts.add}
      isDisabled={name.trim() === ''}
      isPending={add.isPending}
      error={add.error}
      onSubmit={add.submit}
    >
      <FieldRow>
        <TextField
          label={texts.name}
          value={name}
          onChange={(typed) => draft.set({ name: typed })}
        />
        <Select
          label={texts.type}
          value={type}
          choices={types}
          onChange={(chosen) => draft.set({ type: chosen })}
        />
      </FieldRow>
    </Form>
  )
}
