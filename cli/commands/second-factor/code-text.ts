import type { BackupCode } from '#client/second-factor.ts'

/** Backup codes, with what they are for. */
export const codeText = (codes: readonly BackupCode[]) =>
  codes.length === 0
    ? 'No backup codes are left. `berth second-factor codes --renew` makes new ones.'
    : `Keep these backup codes where you can reach them without your phone; each replaces
one code of your authenticator, once:

${codes.map(({ code }) => `  ${code}`).join('\n')}`
