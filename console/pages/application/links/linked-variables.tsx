import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import {
  type LinkedVariables,
  linkedVariablesQuery,
} from '#console/api/queries/application/variables.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { HiddenValue } from '#console/pages/application/variables/change-list.tsx'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'
import '#console/pages/application/variables/variable-editor.css'
import '#console/pages/application/variables/variable-table.css'

interface LinkedVariable {
  key: string
  name: string
  value: string
  source: LinkedVariables
}

/** Variables that come with links; they are not edited here. */
export function LinkedVariablesPanel({ address }: { address: OwnedId }) {
  const query = useQuery(linkedVariablesQuery(address))
  const links = addressOf.application(address, 'links')
  return (
    <Panel
      title={texts.linkedTitle}
      isFlush
      actions={
        <ConsoleLink to={links} className="small">
          {texts.toLinks}
        </ConsoleLink>
      }
    >
      <Loaded query={query} skeleton={<div className="panel-body" />}>
        {(linked) => <LinkedTable ownerId={address.ownerId} linked={linked} />}
      </Loaded>
    </Panel>
  )
}

function LinkedTable({ ownerId, linked }: { ownerId: string; linked: readonly LinkedVariables[] }) {
  const [shownKeys, setShownKeys] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) => {
    const next = new Set(shownKeys)
    if (!next.delete(key)) next.add(key)
    setShownKeys(next)
  }
  const rows = linked.flatMap((source) =>
    source.variables.map(
      ({ name, value }): LinkedVariable => ({ key: `${source.id} ${name}`, name, value, source }),
    ),
  )
  if (rows.length === 0) return <p className="panel-body muted small">{texts.noLinked}</p>
  const columns: Column<LinkedVariable>[] = [
    {
      key: 'name',
      title: texts.columns.name,
      width: '34%',
      cell: ({ name }) => <code>{name}</code>,
    },
    {
      key: 'value',
      title: texts.columns.value,
      cell: ({ key, name, value }) => {
        const isShown = shownKeys.has(key)
        return (
          <span className="linked-value">
            {isShown ? <CopyValue what={name} value={value} /> : <HiddenValue />}
            <Button
              kind="quiet"
              size="small"
              icon={isShown ? EyeOff : Eye}
              iconOnly
              onClick={() => toggle(key)}
            >
              {isShown ? texts.hide(name) : texts.showLinked(name)}
            </Button>
          </span>
        )
      },
    },
    {
      key: 'from',
      title: texts.from,
      width: '25%',
      cell: ({ source }) => <Source ownerId={ownerId} source={source} />,
    },
  ]
  return (
    <>
      <p className="variable-help">{texts.linkedHelp}</p>
      <Table label={texts.linkedTitle} columns={columns} rows={rows} rowKey={({ key }) => key} />
    </>
  )
}

function Source({
  ownerId,
  source: { id, name, kind },
}: {
  ownerId: string
  source: LinkedVariables
}) {
  const to =
    kind === 'addon'
      ? addressOf.addon({ ownerId, id })
      : addressOf.application({ ownerId, id }, 'links')
  return (
    <span>
      {texts.linkedKinds[kind]} <ConsoleLink to={to}>{name}</ConsoleLink>
    </span>
  )
}
