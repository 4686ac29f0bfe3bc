import { KeyRound, Plus } from 'lucide-react'
import { mayDo } from '#console/api/permissions.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Table } from '#console/components/display/table.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { consumerTexts as texts } from '#console/texts/en/consumer.ts'

/** Programs of the organisation that ask people for access. */
export function ConsumersPage() {
  const { current } = useOwners()
  if (!current) return null
  const { id: ownerId, consumers, role } = current
  const create = mayDo(role, 'register') && (
    <ButtonLink to={addressOf.create('consumer', ownerId)} icon={Plus}>
      {texts.create}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title={texts.list} actions={consumers.length > 0 && create} />
      <Panel title={texts.list} isTitleHidden isFlush>
        <Table
          label={texts.list}
          rows={consumers}
          rowKey={({ key }) => key}
          sortedBy="name"
          columns={[
            {
              key: 'name',
              title: texts.listName,
              sortBy: ({ name }) => name,
              cell: ({ key, name }) => (
                <ConsoleLink to={addressOf.consumer(ownerId, key)}>{name}</ConsoleLink>
              ),
            },
            {
              key: 'key',
              title: texts.listKey,
              cell: ({ key }) => <code className="truncate">{key}</code>,
            },
          ]}
          empty={
            <EmptyState icon={KeyRound} title={texts.none} action={create}>
              {texts.noneHelp}
            </EmptyState>
          }
        />
      </Panel>
    </>
  )
}
