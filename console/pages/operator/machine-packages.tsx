import { useQuery } from '@tanstack/react-query'
import type { MachinePackages } from '#client/resources/operation.ts'
import { machinePackagesQuery } from '#console/api/queries/operator/operation.ts'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { operatorTexts as texts } from '#console/texts/en/operator/operator.ts'

/** Outdated packages of the machine, of those that the platform uses. */
export function MachinePackagesPanel() {
  const query = useQuery(machinePackagesQuery)
  return (
    <Panel title={texts.packages}>
      <Loaded query={query} skeleton={<SkeletonLines count={2} />}>
        {(found) => <Packages found={found} />}
      </Loaded>
    </Panel>
  )
}

function Packages({ found: { reason, listDate, packages } }: { found: MachinePackages }) {
  if (reason !== null || listDate === null) return <p>{reason}</p>
  const outdated = packages.filter(({ isOutdated }) => isOutdated)
  return (
    <>
      <p>
        {texts.packagesLead(outdated.length, packages.length)} <RelativeTime date={listDate} />.
      </p>
      {outdated.length > 0 && (
        <Table
          label={texts.packages}
          rows={outdated}
          rowKey={({ name }) => name}
          columns={columns}
        />
      )}
    </>
  )
}

const columns: readonly Column<MachinePackages['packages'][number]>[] = [
  {
    key: 'name',
    title: texts.packageColumns.name,
    cell: ({ name, use }) => (
      <span className="cell-name">
        <strong>{name}</strong>
        <small>{texts.packageUses[use]}</small>
      </span>
    ),
  },
  { key: 'installed', title: texts.packageColumns.installed, cell: ({ installed }) => installed },
  {
    key: 'candidate',
    title: texts.packageColumns.candidate,
    cell: ({ candidate, isSecurity }) => (
      <>
        {candidate} {isSecurity && <Badge kind="wrong">{texts.security}</Badge>}
      </>
    ),
  },
]
