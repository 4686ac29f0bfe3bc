import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { passwordHeader } from '#client/http/password-header.ts'

/** A second factor that is not confirmed yet. */
export interface NewSecondFactor {
  /** `otpauth://totp/…` URL for an authenticator; contains the secret. */
  url: string
  /** The URL as a QR code: rows of 0 for light and 1 for dark, without a margin. */
  qr: string[]
}

export interface BackupCode {
  code: string
}

const path = '/v2/self/mfa/TOTP'

/** All calls need the user's password. */
export const secondFactor = ({ ask }: Connection) => ({
  begin: (password: string) =>
    ask<NewSecondFactor>({ method: 'POST', path, headers: passwordHeader(password) }),

  /** With `revokeTokens`, revokes all other access tokens, all API tokens and all sessions. */
  confirm: (password: string, confirmation: { code: string; revokeTokens: boolean }) =>
    ask<Message>({
      method: 'POST',
      path: `${path}/confirmation`,
      headers: passwordHeader(password),
      body: confirmation,
    }),

  remove: (password: string) =>
    ask<Message>({ method: 'DELETE', path, headers: passwordHeader(password) }),

  /** Unused backup codes. */
  backupCodes: (password: string) =>
    ask<BackupCode[]>({
      method: 'GET',
      path: `${path}/backupcodes`,
      headers: passwordHeader(password),
    }),

  /** Replaces all backup codes by ten new ones. */
  renewBackupCodes: (password: string) =>
    ask<BackupCode[]>({
      method: 'POST',
      path: `${path}/backupcodes`,
      headers: passwordHeader(password),
    }),
})
