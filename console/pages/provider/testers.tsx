import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { providers } from '#client/resources/marketplace/providers.ts'
import { connection } from '#console/api/connection.ts'
import { testersQuery } from '#console/api/queries/providers.ts'
import { Button } from '#console/components/controls/button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { actionsColumn, Table } from '#console/components/display/table.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import type { ProviderParams } from '#console/navigation/page-params.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { providerTexts } from '#console/texts/en/provider.ts'
import { useProvider } from './use-provider.ts'

const texts = providerTexts.testers

/** Who may order before the provider is public. */
export function ProviderTestersPage() {
  const { ownerId, providerId, mayOffer } = useProvider()
  return mayOffer ? <Testers ownerId={ownerId} providerId={providerId} /> : <NotFound />
}

function Testers({ ownerId, providerId }: ProviderParams) {
  const list = useQuery(testersQuery(ownerId, providerId))
  const removal = useAction({
    run: (id: string) => providers(connection).deleteTester(ownerId, providerId, id),
    changes: [testersQuery(ownerId, providerId).queryKey],
    done: texts.removed,
  })
  return (
    <Panel title={texts.title} isFlush>
      <p className="panel-body muted small">{texts.help}</p>
      <Loaded query={list}>
        {(testers) => (
          <Table
            label={texts.title}
            rows={testers}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'id',
                title: texts.idTitle,
                cell: ({ id }) => <code className="provider-id">{id}</code>,
              },
              actionsColumn<{ id: string }>(({ id }) => (
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={texts.removeOf(id)}
                  isPending={removal.isPending && removal.variables === id}
                  onClick={() => removal.mutate(id)}
                >
                  {texts.remove}
                </Button>
              )),
            ]}
            empty={
              <EmptyState icon={Users} title={texts.none}>
                {texts.noneHelp}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      <div className="panel-body">
        {removal.isError && <ErrorLine error={removal.error} />}
        <NewTester ownerId={ownerId} providerId={providerId} />
      </div>
    </Panel>
  )
}

function NewTester({ ownerId, providerId }: ProviderParams) {
  const draft = useDraft({ id: '' })
  const { id } = draft.values
  const addition = useSubmit(draft, {
    run: (sent) => providers(connection).addTester(ownerId, providerId, sent.id.trim()),
    changes: [testersQuery(ownerId, providerId).queryKey],
    done: texts.added,
  })
  const isId = /^(orga|user)_./.test(id.trim())
  return (
    <Form
      label={texts.add}
      action={texts.add}
      isDisabled={!isId}
      isPending={addition.isPending}
      error={addition.error}
      onSubmit={addition.submit}
    >
      <TextField
        label={texts.id}
        value={id}
        error={id.trim().length > 4 && !isId ? texts.badId : undefined}
        isMono
        spellCheck={false}
        onChange={(typed) => draft.set({ id: typed })}
      />
    </Form>
  )
}
