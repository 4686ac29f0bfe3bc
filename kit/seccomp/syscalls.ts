/** Processors with known system call numbers. */
export type Processor = 'x64' | 'arm64'

/** `AUDIT_ARCH_*`: architecture of a system call. */
export const auditArchitecture: Record<Processor, number> = {
  x64: 0xc000003e,
  arm64: 0xc00000b7,
}

/** Highest number known to this list, that of Linux 6.18. */
export const lastKnownCall = 469

/** From 424 on, a call has the same number on every architecture. */
const everywhere = (number: number) => ({ x64: number, arm64: number })

/** Numbers of the system calls in the policy; a processor that is missing does not have the call. */
const syscallNumbers = {
  acct: { x64: 163, arm64: 89 },
  add_key: { x64: 248, arm64: 217 },
  adjtimex: { x64: 159, arm64: 171 },
  bpf: { x64: 321, arm64: 280 },
  chroot: { x64: 161, arm64: 51 },
  clock_adjtime: { x64: 305, arm64: 266 },
  clock_settime: { x64: 227, arm64: 112 },
  clone: { x64: 56, arm64: 220 },
  clone3: everywhere(435),
  create_module: { x64: 174 },
  delete_module: { x64: 176, arm64: 106 },
  fanotify_init: { x64: 300, arm64: 262 },
  fanotify_mark: { x64: 301, arm64: 263 },
  finit_module: { x64: 313, arm64: 273 },
  fsconfig: everywhere(431),
  fsmount: everywhere(432),
  fsopen: everywhere(430),
  fspick: everywhere(433),
  get_kernel_syms: { x64: 177 },
  init_module: { x64: 175, arm64: 105 },
  io_uring_enter: everywhere(426),
  io_uring_register: everywhere(427),
  io_uring_setup: everywhere(425),
  ioctl: { x64: 16, arm64: 29 },
  ioperm: { x64: 173 },
  iopl: { x64: 172 },
  kcmp: { x64: 312, arm64: 272 },
  kexec_file_load: { x64: 320, arm64: 294 },
  kexec_load: { x64: 246, arm64: 104 },
  keyctl: { x64: 250, arm64: 219 },
  landlock_add_rule: everywhere(445),
  landlock_create_ruleset: everywhere(444),
  landlock_restrict_self: everywhere(446),
  lookup_dcookie: { x64: 212, arm64: 18 },
  modify_ldt: { x64: 154 },
  mount: { x64: 165, arm64: 40 },
  mount_setattr: everywhere(442),
  move_mount: everywhere(429),
  name_to_handle_at: { x64: 303, arm64: 264 },
  nfsservctl: { x64: 180, arm64: 42 },
  open_by_handle_at: { x64: 304, arm64: 265 },
  open_tree: everywhere(428),
  open_tree_attr: everywhere(467),
  perf_event_open: { x64: 298, arm64: 241 },
  personality: { x64: 135, arm64: 92 },
  pidfd_getfd: everywhere(438),
  pivot_root: { x64: 155, arm64: 41 },
  process_vm_readv: { x64: 310, arm64: 270 },
  process_vm_writev: { x64: 311, arm64: 271 },
  ptrace: { x64: 101, arm64: 117 },
  query_module: { x64: 178 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: everywhere(443),
  reboot: { x64: 169, arm64: 142 },
  request_key: { x64: 249, arm64: 218 },
  setdomainname: { x64: 171, arm64: 162 },
  sethostname: { x64: 170, arm64: 161 },
  setns: { x64: 308, arm64: 268 },
  settimeofday: { x64: 164, arm64: 170 },
  socket: { x64: 41, arm64: 198 },
  socketpair: { x64: 53, arm64: 199 },
  swapoff: { x64: 168, arm64: 225 },
  swapon: { x64: 167, arm64: 224 },
  _sysctl: { x64: 156 },
  sysfs: { x64: 139 },
  syslog: { x64: 103, arm64: 116 },
  umount2: { x64: 166, arm64: 39 },
  unshare: { x64: 272, arm64: 97 },
  uselib: { x64: 134 },
  userfaultfd: { x64: 323, arm64: 282 },
  ustat: { x64: 136 },
  vhangup: { x64: 153, arm64: 58 },
} as const satisfies Record<string, Partial<Record<Processor, number>>>

export type SyscallName = keyof typeof syscallNumbers

/** Number of a call, or `undefined` where the processor does not have it. */
export const syscallNumber = (name: SyscallName, processor: Processor): number | undefined =>
  (syscallNumbers[name] as Partial<Record<Processor, number>>)[processor]
