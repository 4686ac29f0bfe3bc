import { useQuery } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Machine, RunningDeployment } from '#client/resources/operation.ts'
import { machineQuery, runningDeploymentsQuery } from '#console/api/queries/operator/operation.ts'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { LiveBadge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { counted, figure } from '#console/format/figures.ts'
import { duration } from '#console/format/times.ts'
import { licencesPath } from '#console/navigation/licences-path.ts'
import { operatorTexts as texts } from '#console/texts/en/operator/operator.ts'
import { describeBuild } from '#kit/build-identity/describe-build.ts'
import { MachinePackagesPanel } from './machine-packages.tsx'

/** The machine, its processes and what is being deployed on it. */
export function OperatorMachinePage() {
  const machine = useQuery(machineQuery)
  const deployments = useQuery(runningDeploymentsQuery)
  return (
    <>
      <Panel title={texts.machine}>
        <Loaded query={machine} skeleton={<SkeletonLines count={5} />}>
          {(value) => <MachineFacts machine={value} />}
        </Loaded>
      </Panel>
      <Panel title={texts.processes} isFlush>
        <Loaded query={machine} skeleton={<SkeletonLines count={2} />}>
          {({ processes }) => (
            <Table
              label={texts.processes}
              rows={processes}
              rowKey={({ kind, name }) => `${kind} ${name}`}
              columns={processColumns}
            />
          )}
        </Loaded>
      </Panel>
      <MachinePackagesPanel />
      <Panel title={texts.running} isFlush>
        <Loaded query={deployments} skeleton={<SkeletonLines count={2} />}>
          {(running) => (
            <Table
              label={texts.running}
              rows={running}
              rowKey={({ id }) => id}
              columns={deploymentColumns}
              empty={
                <EmptyState icon={Rocket} title={texts.noneRunning}>
                  {texts.noneRunningHelp}
                </EmptyState>
              }
            />
          )}
        </Loaded>
      </Panel>
    </>
  )
}

function MachineFacts({ machine }: { machine: Machine }) {
  const { cpus, loadAverage, memoryBytes, freeMemoryBytes, uptime, instances, disk, versions } =
    machine
  const [one = 0, five = 0, fifteen = 0] = loadAverage
  const counts = Object.entries(machine.deployments).filter(([, count]) => count > 0)
  return (
    <div className="machine">
      <div className="machine-gauges">
        <Gauge label={texts.load} used={one} all={cpus}>
          {texts.loadOf(one.toFixed(2), five.toFixed(2), fifteen.toFixed(2))}
        </Gauge>
        <Gauge label={texts.memory} used={memoryBytes - freeMemoryBytes} all={memoryBytes}>
          {texts.usedOf(
            figure(memoryBytes - freeMemoryBytes, 'bytes'),
            figure(memoryBytes, 'bytes'),
          )}
        </Gauge>
        <Gauge label={texts.reserved} used={instances.reservedMemoryBytes} all={memoryBytes}>
          {texts.reservedOf(
            figure(instances.reservedMemoryBytes, 'bytes'),
            figure(memoryBytes, 'bytes'),
          )}
        </Gauge>
        <Gauge label={texts.disk} used={disk.bytes - disk.freeBytes} all={disk.bytes}>
          {texts.usedOf(figure(disk.bytes - disk.freeBytes, 'bytes'), figure(disk.bytes, 'bytes'))}
        </Gauge>
      </div>
      <FactList
        facts={[
          versions && { name: texts.version, value: <Version {...versions} /> },
          { name: texts.cpus, value: cpus },
          { name: texts.uptime, value: duration(uptime * 1000) },
          {
            name: texts.instances,
            value: texts.instancesOf(
              counted(instances.count, 'instance'),
              figure(instances.memoryBytes, 'bytes'),
              figure(instances.cpu, 'cpus'),
            ),
          },
          counts.length > 0 && {
            name: texts.deployments,
            value: counts.map(([state, count]) => `${count} ${state}`).join(', '),
          },
        ]}
      />
    </div>
  )
}

/** What the platform is built from, and the way to the licences of what it contains. */
function Version({ berth, commit, date, node }: NonNullable<Machine['versions']>) {
  const build = { version: berth, commit: commit ?? null, date: date ?? null }
  return (
    <>
      {texts.versionOf(describeBuild(build), node)} <a href={licencesPath}>{texts.licences}</a>
    </>
  )
}

interface GaugeProps {
  label: string
  used: number
  all: number
  children: ReactNode
}

/** How much of something is in use, as a bar and in words. */
function Gauge({ label, used, all, children }: GaugeProps) {
  const share = all > 0 ? used / all : 0
  return (
    <div className="gauge">
      <div className="gauge-head">
        <h3>{label}</h3>
        <span className="numeric">{figure(share * 100, 'percent')}</span>
      </div>
      <meter aria-label={label} min={0} max={1} low={0.7} high={0.9} optimum={0} value={share} />
      <p className="muted small">{children}</p>
    </div>
  )
}

const looks = { running: 'good', idle: 'plain', down: 'wrong' } as const

const processColumns: readonly Column<Machine['processes'][number]>[] = [
  {
    key: 'name',
    title: texts.processColumns.name,
    cell: ({ kind, name }) => (
      <span className="cell-name">
        <strong>{texts.kinds[kind]}</strong>
        {name !== kind && <small>{name}</small>}
      </span>
    ),
  },
  {
    key: 'health',
    title: texts.processColumns.health,
    cell: ({ state }) => <LiveBadge kind={looks[state]}>{texts.states[state]}</LiveBadge>,
  },
  {
    key: 'memory',
    title: texts.processColumns.memory,
    align: 'end',
    cell: ({ memoryBytes }) =>
      memoryBytes === null ? texts.unknown : figure(memoryBytes, 'bytes'),
  },
  {
    key: 'since',
    title: texts.processColumns.since,
    align: 'end',
    cell: ({ startDate }) => (startDate ? <RelativeTime date={startDate} /> : texts.unknown),
  },
]

const deploymentColumns: readonly Column<RunningDeployment>[] = [
  {
    key: 'application',
    title: texts.runningColumns.application,
    cell: ({ applicationName, applicationId, number }) => (
      <span className="cell-name">
        <strong>
          {applicationName} #{number}
        </strong>
        <small>{applicationId}</small>
      </span>
    ),
  },
  {
    key: 'state',
    title: texts.runningColumns.state,
    cell: ({ state }) => <LiveBadge kind="accent">{state}</LiveBadge>,
  },
  { key: 'cause', title: texts.runningColumns.cause, cell: ({ cause }) => cause },
  {
    key: 'since',
    title: texts.runningColumns.since,
    align: 'end',
    cell: ({ creationDate }) => <RelativeTime date={creationDate} />,
  },
]
