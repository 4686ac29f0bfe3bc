import type { Machine } from '#client/resources/operation.ts'
import type { Finding } from './finding.ts'

const gigabyte = 1024 ** 3
const amount = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GiB`
const share = (part: number, whole: number) => `${Math.round((part / whole) * 100)} %`

/** The machine of the platform, as only operators see it. */
export function checkMachine(machine: Machine | undefined): Finding[] {
  if (!machine)
    return [
      {
        area: 'machine',
        state: 'skipped',
        message: 'machine, disk and version of the platform are shown to operators only',
      },
    ]
  return [
    loadFinding(machine),
    memoryFinding(machine),
    ...machine.processes.map(processFinding),
    diskFinding(machine.disk),
  ]
}

const loadFinding = ({ cpus, loadAverage: [, five = 0] }: Machine): Finding => ({
  area: 'machine',
  state: five > cpus * 2 ? 'warning' : 'ok',
  message: `load ${five.toFixed(1)} on ${cpus} ${cpus === 1 ? 'CPU' : 'CPUs'}`,
  ...(five > cpus * 2 && { hint: '`berth top` shows which applications use it.' }),
})

function memoryFinding({ memoryBytes, freeMemoryBytes, instances }: Machine): Finding {
  const isLow = freeMemoryBytes < memoryBytes / 20
  const isOverbooked = instances.reservedMemoryBytes > memoryBytes
  return {
    area: 'machine',
    state: isLow || isOverbooked ? 'warning' : 'ok',
    message: `${amount(freeMemoryBytes)} of ${amount(memoryBytes)} memory free, ${amount(instances.reservedMemoryBytes)} reserved by ${instances.count} instances`,
    ...((isLow || isOverbooked) && { hint: 'Scale applications down, or give the machine more.' }),
  }
}

const processFinding = ({ kind, name, state }: Machine['processes'][number]): Finding => ({
  area: 'machine',
  state: state === 'down' ? 'failed' : 'ok',
  message: `${kind === name ? kind : `${kind} ${name}`}: ${state}`,
  ...(state === 'down' && { hint: 'The log of the platform says why it does not run.' }),
})

/** Builds stop at a full disk, and databases with them. */
export function diskFinding({ bytes, freeBytes }: Machine['disk']): Finding {
  const free = freeBytes / bytes
  const state = free < 0.05 ? 'failed' : free < 0.15 ? 'warning' : 'ok'
  return {
    area: 'disk',
    state,
    message: `${amount(freeBytes)} of ${amount(bytes)} free (${share(freeBytes, bytes)})`,
    ...(state !== 'ok' && {
      hint: '`bin/berth-server admin disk` on the machine shows what uses it.',
    }),
  }
}
