import { controllers } from '#kit/control-groups/control-group-plan.ts'
import type { Capabilities } from './capabilities.ts'

const install = 'apt-get install bubblewrap iproute2 nftables'
const allow = 'start the container with --privileged --cgroupns=private'

export interface IsolationFindings
  extends Omit<Capabilities, 'groups' | 'layers' | 'filter' | 'flowTimeouts'> {
  /** Whether sandboxes get a seccomp filter. */
  isFiltered: boolean
  groups: { controllers: readonly string[] } | undefined
  /** Whether a network namespace reaches a name server. */
  hasNameServers: boolean
  /** Whether Berth runs in a container, which has the programs but may lack the rights. */
  isContainer: boolean
}

/** One sentence for each missing isolation feature: the consequence, the cause, and the remedy. */
export function isolationWarnings({
  users,
  sandbox,
  isFiltered,
  network,
  groups,
  obstacles,
  hasNameServers,
  isContainer,
}: IsolationFindings): string[] {
  const unlimited = controllers.filter((controller) => !groups?.controllers.includes(controller))
  const because = (obstacle: string | undefined) => (obstacle ? ` (${obstacle})` : '')
  return [
    ...(sandbox
      ? []
      : [
          `Applications and builds see the files and processes of this machine${because(obstacles.sandbox)}: ${isContainer ? allow : install}`,
        ]),
    ...(isFiltered || !sandbox
      ? []
      : [
          `Applications and builds may make every system call of the kernel${because(obstacles.filter)}: use a kernel with seccomp filters.`,
        ]),
    ...(users
      ? []
      : [
          `Applications run as the user that runs Berth${because(obstacles.users)}: ${isContainer ? allow : 'start Berth as root'} to give each its own.`,
        ]),
    ...(network
      ? []
      : [
          `Applications and builds share the network of this machine, nothing counts their connections to databases, and only one application at a time gets the port 8080: all others have to listen on the port in PORT${because(obstacles.network)}: ${isContainer ? allow : `as root, ${install}`}`,
        ]),
    ...(hasNameServers || !network
      ? []
      : [
          'Applications and builds cannot look up names: the name servers in /etc/resolv.conf answer this machine only; name others there.',
        ]),
    ...(unlimited.length === 0
      ? []
      : [
          `Nothing limits the ${unlimited.map((controller) => resources[controller]).join(', ')} of applications and builds: control groups for this are missing or not available to Berth; ${isContainer ? allow : 'start Berth as root'} on a kernel that has them.`,
        ]),
  ]
}

const resources = { memory: 'memory', cpu: 'processor time', pids: 'number of processes' }
