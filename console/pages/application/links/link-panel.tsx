import type { UseQueryResult } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { linkTexts as texts } from '#console/texts/en/application/links.ts'
import { type Linkable, NewLink } from './new-link.tsx'

export interface LinksProps {
  address: OwnedId
  mayChange: boolean
  /** A link has begun or ended. */
  onChange(): void
}

interface LinkPanelProps<Row> extends LinksProps {
  title: string
  linked: UseQueryResult<readonly Row[]>
  columns: readonly Column<Row>[]
  empty: ReactNode
  /** Label of the choice of another link. */
  newLabel: string
  /** What could be linked; those that are linked already are left out. */
  choices: readonly Linkable[]
  onLink(id: string): Promise<unknown>
  onUnlink(id: string): Promise<unknown>
}

/** Links of one kind: what is linked, with a button that ends each link, and what could be linked. */
export function LinkPanel<Row extends { id: string; name: string }>(props: LinkPanelProps<Row>) {
  const { address, mayChange, title, linked, columns, choices, onLink, onUnlink, onChange } = props
  const changes = changedByLink(address)
  const isLinked = (id: string) => linked.data?.some((each) => each.id === id) ?? true
  const others = choices.filter(({ id }) => !isLinked(id))
  const actions = actionsColumn<Row>(
    ({ id, name }) =>
      mayChange && (
        <ConfirmButton
          kind="quiet"
          size="small"
          icon={Unlink}
          iconOnly
          question={texts.unlinkTitle(name)}
          help={texts.unlinkHelp(name)}
          confirm={texts.unlinkAction}
          run={() => onUnlink(id)}
          changes={changes}
          done={texts.unlinked(name)}
          onDone={onChange}
        >
          {texts.unlink(name)}
        </ConfirmButton>
      ),
    { width: '4rem' },
  )
  return (
    <Panel title={title} isFlush>
      <Loaded query={linked} skeleton={<div className="panel-body" />}>
        {(rows) => (
          <Table
            label={title}
            columns={[...columns, actions]}
            rows={rows}
            rowKey={({ id }) => id}
            sortedBy="name"
            empty={props.empty}
          />
        )}
      </Loaded>
      {mayChange && others.length > 0 && (
        <NewLink
          label={props.newLabel}
          choices={others}
          changes={changes}
          onLink={onLink}
          onDone={onChange}
        />
      )}
    </Panel>
  )
}

/** What a change of links changes: variables of this application, and the count at the other end. */
const changedByLink = ({ ownerId, id }: OwnedId) => [
  queryKeys.application({ ownerId, id }),
  queryKeys.addons(ownerId),
  queryKeys.ofOwner(ownerId, 'overview'),
]
