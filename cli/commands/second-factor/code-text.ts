import type { BackupCode } from '#client/resources/accounts/second-factor.ts'

/** Backup codes with a line that explains them. */
export const codeText = (codes: readonly BackupCode[]) =>
  codes.length === 0
    ? 'No backup codes left. Create new ones with `berth second-factor codes --renew`.'
    : `Store these backup codes where you can reach them without your phone. Each one replaces
one code of your authenticator, once:

${codes.map(({ code }) => `  ${code}`).join('\n')}`
