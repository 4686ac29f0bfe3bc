import { type Block, give, keepBits, load, whenAnyBit, whenEqual } from './bpf.ts'
import type { SyscallName } from './syscalls.ts'

const returnErrno = 0x0005_0000
export const allow = give(0x7fff_0000)
/** Kills the whole process with SIGSYS. */
export const kill = give(0x8000_0000)
const fail = (errno: number) => give(returnErrno | errno)

export const notPermitted = fail(1)
/** ENOSYS like an older kernel, so that programs use their fallback. */
export const notImplemented = fail(38)
const protocolNotSupported = fail(93)
export const familyNotSupported = fail(97)

/** Offset of the lower half of an argument; the kernel uses no more of those that are checked. */
export const argument = (place: number) => load(16 + place * 8)

const kernelInternals: SyscallName[] = [
  'bpf',
  'lookup_dcookie',
  'perf_event_open',
  'syslog',
  'userfaultfd',
]
/** Kernel key rings are not isolated by namespaces. */
const keyRings: SyscallName[] = ['add_key', 'keyctl', 'request_key']
/** Inspecting other processes: a sandboxed one may only send signals to its own. */
const otherProcesses: SyscallName[] = [
  'kcmp',
  'pidfd_getfd',
  'process_vm_readv',
  'process_vm_writev',
  'ptrace',
]
const mounts: SyscallName[] = [
  'chroot',
  'fsconfig',
  'fsmount',
  'fsopen',
  'fspick',
  'mount',
  'mount_setattr',
  'move_mount',
  'open_tree',
  'open_tree_attr',
  'pivot_root',
  'setns',
  'umount2',
]
/** Calls that access files without their paths, or change a whole file system. */
const fileSystems: SyscallName[] = [
  'acct',
  'fanotify_init',
  'fanotify_mark',
  'name_to_handle_at',
  'nfsservctl',
  'open_by_handle_at',
  'quotactl',
  'quotactl_fd',
  'swapoff',
  'swapon',
]
const machine: SyscallName[] = [
  'adjtimex',
  'clock_adjtime',
  'clock_settime',
  'create_module',
  'delete_module',
  'finit_module',
  'get_kernel_syms',
  'init_module',
  'ioperm',
  'iopl',
  'kexec_file_load',
  'kexec_load',
  'modify_ldt',
  'query_module',
  'reboot',
  'setdomainname',
  'sethostname',
  'settimeofday',
  'vhangup',
]
const leftovers: SyscallName[] = ['_sysctl', 'sysfs', 'uselib', 'ustat']

/** Rejected with EPERM: no ordinary program needs them, and most fail without privileges anyway. */
export const refused: readonly SyscallName[] = [
  ...kernelInternals,
  ...keyRings,
  ...otherProcesses,
  ...mounts,
  ...fileSystems,
  ...machine,
  ...leftovers,
]

/** What bubblewrap does itself to set up a sandbox. */
export const settingUp: readonly SyscallName[] = [
  'clone',
  'mount',
  'pivot_root',
  'sethostname',
  'setns',
  'umount2',
  'unshare',
]

/** What an image builder needs as root of a user namespace: mounts, and namespaces for the commands of a Dockerfile. */
export const buildingImages: readonly SyscallName[] = [
  'chroot',
  'fsconfig',
  'fsmount',
  'fsopen',
  'mount',
  'mount_setattr',
  'move_mount',
  'open_tree',
  'pivot_root',
  'sethostname',
  'setns',
  'umount2',
]

/** A Landlock rule keeps a deleted file on disk as long as its rule set lives, and `/proc` does not show which. */
const landlock: SyscallName[] = [
  'landlock_add_rule',
  'landlock_create_ruleset',
  'landlock_restrict_self',
]

/**
 * Rejected with ENOSYS, as by a kernel without them, so that programs use their fallback. A filter cannot see the
 * arguments of `clone3`, and `clone` does the same.
 */
export const unimplemented: readonly SyscallName[] = [
  'clone3',
  'io_uring_enter',
  'io_uring_register',
  'io_uring_setup',
  ...landlock,
]

/** Mount, cgroup, UTS, IPC, user, PID and network namespaces. */
const newNamespaces = 0x7e02_0000
const newTimeNamespace = 0x80
/** Network and control group namespaces open parts of the kernel that no build of an image needs. */
const newNetworkOrGroup = 0x4200_0000

export const families = { unix: 1, ipv4: 2, ipv6: 10, netlink: 16 }
const streamAndDatagram = [1, 2]
/** `type` of a socket without its flags. */
const typeMask = 0xf
/** Default, ICMP, TCP, UDP, ICMPv6, MPTCP: others would make the kernel load rarely used modules. */
const internetProtocols = [0, 1, 6, 17, 58, 262]
/** Addresses and interfaces, which programs list in their own network; packet filters and audit have other numbers. */
const netlinkRoute = 0

const sockets: Block = [
  ...argument(0),
  ...whenEqual([families.unix], allow),
  ...whenEqual(
    [families.netlink],
    [...argument(2), ...whenEqual([netlinkRoute], allow), ...protocolNotSupported],
  ),
  ...whenEqual(
    [families.ipv4, families.ipv6],
    [
      ...argument(1),
      ...keepBits(typeMask),
      ...whenEqual(streamAndDatagram, [
        ...argument(2),
        ...whenEqual(internetProtocols, allow),
        ...protocolNotSupported,
      ]),
      ...protocolNotSupported,
    ],
  ),
  ...familyNotSupported,
]

/** TIOCSTI, TIOCLINUX and TIOCSETD: injecting input into a terminal, the console, and line disciplines. */
const terminalTricks = [0x5412, 0x541c, 0x5423]
/** Linux, 32-bit Linux, either with old version numbers, and the query of the current one. */
const personalities = [0, 0x8, 0x2_0000, 0x2_0008, 0xffff_ffff]

/** Allowed or rejected by their arguments. */
export const filtered: readonly (readonly [SyscallName, Block])[] = [
  ['ioctl', [...argument(1), ...whenEqual(terminalTricks, notPermitted), ...allow]],
  ['socket', sockets],
  ['socketpair', sockets],
  ['clone', [...argument(0), ...whenAnyBit(newNamespaces, notPermitted), ...allow]],
  [
    'unshare',
    [...argument(0), ...whenAnyBit(newNamespaces | newTimeNamespace, notPermitted), ...allow],
  ],
  ['personality', [...argument(0), ...whenEqual(personalities, allow), ...notPermitted]],
]

/** The same for an image builder, which makes other namespaces than these. */
export const filteredForImages: typeof filtered = filtered.map(([name, block]) => {
  if (name === 'clone')
    return [name, [...argument(0), ...whenAnyBit(newNetworkOrGroup, notPermitted), ...allow]]
  if (name === 'unshare') {
    const refusedBits = newNetworkOrGroup | newTimeNamespace
    return [name, [...argument(0), ...whenAnyBit(refusedBits, notPermitted), ...allow]]
  }
  return [name, block]
})
