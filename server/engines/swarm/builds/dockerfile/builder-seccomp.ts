import { buildingImages, families, refused, unimplemented } from '#kit/seccomp/policy.ts'

const needed = new Set(buildingImages)

const [notPermitted, notImplemented, familyNotSupported] = [1, 38, 97]
/** A separate network or control group would open parts of the kernel that no build needs. */
const newNetwork = 0x4000_0000
const newControlGroup = 0x0200_0000
const lastFamily = Math.max(...Object.values(families))
const otherFamilies = Array.from({ length: lastFamily }, (_, family) => family).filter(
  (family) => family > 0 && !Object.values(families).includes(family),
)

interface Rule {
  names: readonly string[]
  errnoRet: number
  args?: { index: number; op: string; value: number; valueTwo?: number }[]
}

/** The filter of system calls of a builder, as Docker wants it: that of other builds, but for mounts and user namespaces. */
export function builderSeccomp(): string {
  const socket = (...args: NonNullable<Rule['args']>): Rule => ({
    names: ['socket', 'socketpair'],
    errnoRet: familyNotSupported,
    args,
  })
  const namespaces = [newNetwork, newControlGroup].map(
    (flag): Rule => ({
      names: ['clone', 'unshare'],
      errnoRet: notPermitted,
      args: [{ index: 0, op: 'SCMP_CMP_MASKED_EQ', value: flag, valueTwo: flag }],
    }),
  )
  const rules: Rule[] = [
    { names: refused.filter((name) => !needed.has(name)), errnoRet: notPermitted },
    { names: unimplemented, errnoRet: notImplemented },
    socket({ index: 0, op: 'SCMP_CMP_GT', value: lastFamily }),
    ...otherFamilies.map((value) => socket({ index: 0, op: 'SCMP_CMP_EQ', value })),
    // Of netlink only addresses and routes: packet filters and audit have other numbers.
    socket(
      { index: 0, op: 'SCMP_CMP_EQ', value: families.netlink },
      { index: 2, op: 'SCMP_CMP_NE', value: 0 },
    ),
    ...namespaces,
  ]
  return JSON.stringify({
    defaultAction: 'SCMP_ACT_ALLOW',
    syscalls: rules.map((rule) => ({ ...rule, action: 'SCMP_ACT_ERRNO' })),
  })
}
